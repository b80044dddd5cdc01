import { RiftlineError } from '@riftline/base'
import type { MarketsMatchup, MarketsRequest, Matchup, PredictRequest, TeamRef } from '../../types.ts'
import type { Catalogue, CatalogueTeam } from '../catalogue/catalogue.ts'
import { describeTeams, mostNamed } from '../names/describe-teams.ts'
import { findLeague } from '../names/find-league.ts'
import { findTeams, nearestTeams } from '../names/find-teams.ts'
import { didYouMean } from '../names/nearest-names.ts'
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

/** `resolveMatchup` with an index that is ready. */
export function resolveIn(index: CatalogueIndex, request: PredictRequest): Matchup {
  const draft = resolveDraft(index, request)
  const blue = findTeam(index.teams, 'blueTeam', request.blueTeamId, request.blueTeam)
  const red = findTeam(index.teams, 'redTeam', request.redTeamId, request.redTeam)
  if (blue.id === red.id) throw new RiftlineError('validation_error', sameTeamMessage(request))
  return {
    blue: refOf(blue),
    red: refOf(red),
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
  return refOf(findTeam(teams, field, id, name))
}

function findTeam(teams: TeamIndex, field: string, id: number | undefined, name: string | undefined): CatalogueTeam {
  const team = id !== undefined ? teams.byId.get(id) : onlyTeam(teams, field, name ?? '')
  if (team !== undefined) return team
  const candidates = id !== undefined ? [] : nearestTeams(teams, name ?? '')
  throw new RiftlineError('team_not_found', `no team ${id ?? name?.trim()}${didYouMean(candidates)}`, { candidates })
}

/** Id and name of a team, without its other fields. */
export function refOf({ id, name }: TeamRef): TeamRef {
  return { id, name }
}

function onlyTeam(teams: TeamIndex, field: string, name: string): CatalogueTeam | undefined {
  const found = findTeams(teams, name)
  if (found.length < 2) return found[0]
  const message = `${field}: "${name.trim()}" fits ${describeTeams(found)}; use an id`
  throw new RiftlineError('ambiguous_team', message, { candidates: found.slice(0, mostNamed).map(refOf) })
}
