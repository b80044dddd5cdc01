import { RiftlineError } from '../../errors.ts'
import type { MarketsMatchup, MarketsRequest, Matchup, PredictRequest, TeamRef } from '../../types.ts'
import type { Catalogue, CatalogueTeam } from '../catalogue/catalogue.ts'
import { describeTeams } from '../names/describe-teams.ts'
import { findLeague } from '../names/find-league.ts'
import { findTeams } from '../names/find-teams.ts'
import type { TeamIndex } from '../names/team-index.ts'
import { type CatalogueIndex, createCatalogueIndex } from './catalogue-index.ts'
import { sameTeamMessage } from './parse-predict-request.ts'
import { resolveDraft } from './resolve-draft.ts'

/**
 * A parsed request with its names resolved and its defaults filled in. Champions come first: an unknown one is a fault of
 * the body, an unknown team a missing resource.
 *
 * @throws RiftlineError `validation_error`, `team_not_found`, `ambiguous_team`
 */
export function resolveMatchup(catalogue: Catalogue, request: PredictRequest): Matchup {
  return resolveIn(createCatalogueIndex(catalogue), request)
}

/** `resolveMatchup` for who has the index at hand. */
export function resolveIn(index: CatalogueIndex, request: PredictRequest): Matchup {
  const draft = resolveDraft(index, request)
  const blue = resolveTeam(index.teams, 'blueTeam', request.blueTeamId, request.blueTeam)
  const red = resolveTeam(index.teams, 'redTeam', request.redTeamId, request.redTeam)
  if (blue.id === red.id) throw new RiftlineError('validation_error', sameTeamMessage)
  return {
    blue,
    red,
    model: request.model ?? 'fasttree',
    bestOf: request.bestOf ?? 3,
    league: request.tournament === undefined ? null : findLeague(index.leagues, request.tournament),
    odds: { blue: request.oddsBlue ?? null, red: request.oddsRed ?? null },
    draft,
    explain: request.explain ?? false,
  }
}

/** `resolveMatchup` of a series at a standing. */
export function resolveMarkets(catalogue: Catalogue, request: MarketsRequest): MarketsMatchup {
  const { blue, red } = request.standing ?? { blue: 0, red: 0 }
  return { ...resolveMatchup(catalogue, request), standing: { blue, red } }
}

/** One team by id or by name; `field` is the name's field, for the message about an ambiguous one. */
export function resolveTeam(
  teams: TeamIndex,
  field: string,
  id: number | undefined,
  name: string | undefined,
): TeamRef {
  const team = id !== undefined ? teams.byId.get(id) : onlyTeam(teams, field, name ?? '')
  if (team === undefined) throw new RiftlineError('team_not_found', `no team ${id ?? name?.trim()}`)
  return { id: team.id, name: team.name }
}

function onlyTeam(teams: TeamIndex, field: string, name: string): CatalogueTeam | undefined {
  const found = findTeams(teams, name)
  if (found.length < 2) return found[0]
  throw new RiftlineError('ambiguous_team', `${field}: "${name.trim()}" fits ${describeTeams(found)}; use an id`)
}
