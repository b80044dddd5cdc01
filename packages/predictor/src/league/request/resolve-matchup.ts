import { RiftlineError } from '@riftline/base'
import {
  type MarketsMatchup,
  type MarketsRequest,
  type Matchup,
  modelNames,
  type Pick,
  type PickRole,
  type PredictRequest,
  pickRoles,
  type TeamRef,
} from '../../types.ts'
import type { Catalogue, CatalogueChampion, CatalogueTeam } from '../catalogue/catalogue.ts'
import { createChampionIndex, findChampion, nearestChampions } from '../names/find-champion.ts'
import { findLeague } from '../names/find-league.ts'
import { describeTeams, findTeams, mostNamed, nearestTeams } from '../names/find-teams.ts'
import { createTournamentIndex } from '../names/find-tournaments.ts'
import { createLeagueIndex } from '../names/league-index.ts'
import { didYouMean } from '../names/nearest-names.ts'
import { createTeamIndex, type TeamIndex } from '../names/team-index.ts'
import { atPlace, sameTeamMessage } from './parse-predict-request.ts'

/**
 * Resolves the names of a parsed request and fills in defaults. Champions are resolved first: an unknown champion is a fault
 * of the body, an unknown team a missing resource.
 *
 * @throws RiftlineError `validation_error`, `team_not_found`, `ambiguous_team`
 */
export function resolveMatchup(catalogue: Catalogue, request: PredictRequest): Matchup {
  return resolveIn(createCatalogueIndex(catalogue), request)
}

/** `resolveMatchup` with an existing index. */
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

/** `resolveMatchup` for every request of a batch. @throws RiftlineError as `resolveMatchup`, with the place of the request */
export function resolveBatch(catalogue: Catalogue, requests: readonly PredictRequest[]): readonly Matchup[] {
  return requests.map((request, index) => atPlace(index, () => resolveMatchup(catalogue, request)))
}

const samplesEach = 50

/**
 * Yields matchups of the teams that played last, for a warm-up: 50 of each model, every other one with picks. A catalogue with one team has
 * none, and one with fewer than ten champions no picks.
 */
export function* sampleMatchups(catalogue: Catalogue): Generator<Matchup> {
  const teams = [...catalogue.teams].sort((a, b) => (b.lastGameUtc ?? '').localeCompare(a.lastGameUtc ?? ''))
  // Eleven teams make 55 pairs.
  const pairs = teams
    .slice(0, 11)
    .flatMap((red, index) => teams.slice(0, index).map((blue) => ({ blueTeamId: blue.id, redTeamId: red.id })))
  const { champions } = catalogue
  const side = (first: number) =>
    pickRoles.map((role, index) => ({ role, champion: champions[first + index]?.name ?? '' }))
  const picks = { bluePicks: side(0), redPicks: side(pickRoles.length) }
  for (let index = 0; index < (pairs.length === 0 ? 0 : samplesEach); index++) {
    const match = pairs[index % Math.min(pairs.length, samplesEach)]!
    const withPicks = index % 2 === 1 && champions.length >= 2 * pickRoles.length
    const matchup = resolveMatchup(catalogue, withPicks ? { ...match, ...picks } : match)
    for (const model of modelNames) yield { ...matchup, model }
  }
}

/** `resolveMatchup` for a series with a standing. */
export function resolveMarkets(catalogue: Catalogue, request: MarketsRequest): MarketsMatchup {
  const { blue, red } = request.standing ?? { blue: 0, red: 0 }
  return { ...resolveMatchup(catalogue, request), standing: { blue, red } }
}

/** Resolves one team by id or by name; `field` is the name's field, for the message about an ambiguous name. */
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
  const message = `no team ${id ?? name?.trim()}${didYouMean(candidates)}`
  throw new RiftlineError('team_not_found', message, { candidates, field: id === undefined ? field : `${field}Id` })
}

function refOf({ id, name }: TeamRef): TeamRef {
  return { id, name }
}

function onlyTeam(teams: TeamIndex, field: string, name: string): CatalogueTeam | undefined {
  const found = findTeams(teams, name)
  if (found.length < 2) return found[0]
  const message = `${field}: "${name.trim()}" fits ${describeTeams(found)}; use an id`
  throw new RiftlineError('ambiguous_team', message, { candidates: found.slice(0, mostNamed).map(refOf) })
}

interface ResolvedPick {
  readonly field: string
  readonly role: PickRole
  readonly champion: CatalogueChampion
}

/** Champion ids in role order; null without picks. @throws RiftlineError `validation_error` for an unknown or repeated champion */
function resolveDraft(index: CatalogueIndex, request: PredictRequest): Matchup['draft'] {
  if (request.bluePicks === undefined || request.redPicks === undefined) return null
  const blue = resolvePicks(index, 'bluePicks', request.bluePicks)
  const red = resolvePicks(index, 'redPicks', request.redPicks)
  refuseTwice([...blue, ...red])
  return { blue: inRoleOrder(blue), red: inRoleOrder(red) }
}

function resolvePicks(index: CatalogueIndex, side: string, picks: readonly Pick[]): readonly ResolvedPick[] {
  return picks.map(({ role, champion: name }, position) => {
    const field = `${side}[${position}].champion`
    const champion = findChampion(index.champions, name)
    if (champion !== undefined) return { field, role, champion }
    const candidates = nearestChampions(index.champions, name)
    throw new RiftlineError('validation_error', `${field}: unknown champion${didYouMean(candidates)}`, { candidates })
  })
}

function refuseTwice(picks: readonly ResolvedPick[]): void {
  const picked = new Set<number>()
  for (const { field, champion } of picks) {
    const message = `${field}: ${champion.name} is already picked`
    if (picked.has(champion.id)) throw new RiftlineError('validation_error', message)
    picked.add(champion.id)
  }
}

function inRoleOrder(picks: readonly ResolvedPick[]): readonly number[] {
  return pickRoles.flatMap((role) => picks.filter((pick) => pick.role === role).map((pick) => pick.champion.id))
}

/** A catalogue indexed for look-ups by name. */
export type CatalogueIndex = ReturnType<typeof indexOf>

function indexOf(catalogue: Catalogue) {
  const leagues = createLeagueIndex(catalogue)
  return {
    teams: createTeamIndex(catalogue),
    champions: createChampionIndex(catalogue.champions),
    leagues,
    tournaments: createTournamentIndex(catalogue, leagues),
  }
}

const indexes = new WeakMap<Catalogue, CatalogueIndex>()

/** The index of a catalogue, built on first use and kept as long as the catalogue lives. */
export function createCatalogueIndex(catalogue: Catalogue): CatalogueIndex {
  const index = indexes.get(catalogue) ?? indexOf(catalogue)
  indexes.set(catalogue, index)
  return index
}
