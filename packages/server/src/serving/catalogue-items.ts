import { type Candidate, dayMs, parseUtc, toUtc } from '@riftline/base'
import { createSerial } from '@riftline/base/node'
import {
  byAnyId,
  type Catalogue,
  type CatalogueDetails,
  type CatalogueIndex,
  type CatalogueRole,
  type CatalogueTeam,
  emptyPlayerDetail,
  emptyTeamDetail,
  emptyTournamentDetail,
  findChampion,
  findPlayers,
  findTeams,
  findTournaments,
  firstDayOfWindow,
  isActive,
  type NamedId,
  nearestChampions,
  nearestPlayers,
  nearestTeams,
  nearestTournaments,
} from '@riftline/predictor'
import type { PlayerDetailBody, Span, TeamDetailBody, TournamentDetailBody } from '../contract/detail-schemas.ts'
import type { ChampionItem, PlayerItem, TeamItem, TournamentItem } from '../contract/list-schemas.ts'
import { type Answer, compressBody, jsonAnswer, type PreparedBody, prepareBody, type Served } from '../http/answer.ts'
import { logoUrlOf, type ServedLogos } from './logos-file.ts'

/** The catalogue as callers see it: the items of the free lists, with which detail bodies begin. Sorted by id. */
export interface CatalogueItems {
  readonly teams: readonly TeamItem[]
  readonly players: readonly PlayerItem[]
  readonly champions: readonly ChampionItem[]
  readonly tournaments: readonly TournamentItem[]
}

/** Makes the items at the first call, since predictions need none. */
export function catalogueItemsAtNeed(catalogue: Catalogue, logos: ServedLogos): () => CatalogueItems {
  let items: CatalogueItems | undefined
  return () => {
    items ??= catalogueItems(catalogue, logos)
    return items
  }
}

function catalogueItems({ asOf, ...catalogue }: Catalogue, logos: ServedLogos): CatalogueItems {
  const teamsById = byAnyId(catalogue.teams)
  const teamRef = (teamId: number | null): NamedId | null => {
    const team = teamId === null ? undefined : teamsById.get(teamId)
    return team === undefined ? null : { id: team.id, name: team.name }
  }
  const teams = catalogue.teams.map((team) => {
    const { id, name, region, league, lastGameUtc } = team
    const [logoUrl, code, active] = [logoUrlOf(team, logos), codeOf(team), isActive(asOf, lastGameUtc)]
    return { id, name, region, logoUrl, league, code, active, lastGameUtc }
  })
  const players = catalogue.players.map(({ id, name, role, teamId, lastTeamId = teamId, lastGameUtc = null }) => {
    const [team, lastTeam, active] = [teamRef(teamId), teamRef(lastTeamId), isActive(asOf, lastGameUtc)]
    // With its fields in this order, the list compresses better by a hundredth.
    return { id, name, role, team, lastTeam, active, lastGameUtc }
  })
  const champions = catalogue.champions.map(({ id, name, imageUrl }) => ({ id, name, imageUrl }))
  const tournaments = catalogue.tournaments.map(
    ({ id, name, league, leagueName = league, season, region, startUtc, endUtc }) => {
      return { id, name, league, leagueName, season, region, startUtc, endUtc }
    },
  )
  const byId = (a: NamedId, b: NamedId) => a.id - b.id
  return {
    teams: teams.sort(byId),
    players: players.sort(byId),
    champions: champions.sort(byId),
    tournaments: tournaments.sort(byId),
  }
}

/** Code on scoreboards, two to five capitals and digits: the first listed alias of that form, else the name, else another alias. */
function codeOf({ name, aliases: [listed = '', ...aliases], commonNames = [] }: CatalogueTeam): string | null {
  return [listed, name, ...aliases, ...commonNames].find((text) => /^[A-Z\d]{2,5}$/.test(text)) ?? null
}

/** Finds the body of a free list; `active` leaves out the inactive teams and players, or the others. */
export type DiscoveryLists = (list: List, active?: boolean | null) => PreparedBody

/** Makes each list at its first request, which gets it uncompressed. Later requests get it compressed. */
export function createDiscoveryLists(items: () => CatalogueItems, envelope: Served): DiscoveryLists {
  // Lists are compressed one at a time, as the threads that compress also write the journal.
  const inTurn = createSerial()
  const prepared = new Map<string, PreparedBody>()
  return (list, active = null) => {
    const known = prepared.get(`${list} ${active}`)
    if (known !== undefined) return known
    const all: readonly Item[] = items()[list]
    const shown = all.filter((item) => active === null || !('active' in item) || item.active === active)
    const plain = prepareBody({ count: shown.length, ...envelope, [list]: shown })
    prepared.set(`${list} ${active}`, plain)
    // If compression fails, the list is sent as it is.
    inTurn(() => compressBody(plain)).catch(() => {})
    return plain
  }
}

/** Hints that narrow down a player's name. */
export interface PlayerQuery {
  readonly teamId?: number
  readonly role?: CatalogueRole
}

export type List = keyof CatalogueItems
type Item = CatalogueItems[List][number]

/** Finds items by name, under the rules by which predictions find teams. */
export type FindItems = ReturnType<typeof createFindItems>

export function createFindItems(catalogue: Catalogue, index: CatalogueIndex, items: () => CatalogueItems) {
  const currentTeams = byAnyId(catalogue.teams)
  const newest = new Map<List, readonly Item[]>()

  function idsOf(list: List, name: string, { teamId, ...query }: PlayerQuery): readonly { readonly id: number }[] {
    if (list === 'teams') return findTeams(index.teams, name)
    if (list === 'tournaments') return findTournaments(index.tournaments, name)
    if (list === 'champions') return [findChampion(index.champions, name) ?? []].flat()
    const team = teamId === undefined ? {} : { teamId: currentTeams.get(teamId)?.id ?? teamId }
    return findPlayers(catalogue, name, { ...query, ...team })
  }

  return {
    /** Items that a name fits, best first; none if the name is unknown. @param query hints of a player's name */
    named(list: List, name: string, query: PlayerQuery): readonly Item[] {
      const byId = new Map<number, Item>(items()[list].map((item) => [item.id, item]))
      return idsOf(list, name, query).flatMap(({ id }) => byId.get(id) ?? [])
    },
    /** Items of a whole list in the order of filtered lists: latest game first, champions by name. */
    newest(list: List): readonly Item[] {
      const known = newest.get(list) ?? [...items()[list]].sort(byNewest)
      newest.set(list, known)
      return known
    },
    /** Entities with a name close to one that finds nothing. */
    near(list: List, name: string): readonly Candidate[] {
      if (list === 'teams') return nearestTeams(index.teams, name)
      if (list === 'players') return nearestPlayers(catalogue, name)
      if (list === 'champions') return nearestChampions(index.champions, name)
      return nearestTournaments(index.tournaments, name)
    },
  }
}

function byNewest(a: Item, b: Item): number {
  return lastOf(b).localeCompare(lastOf(a)) || a.name.localeCompare(b.name) || a.id - b.id
}

/** Time at which an item was last seen; empty if unknown. */
function lastOf(item: Item): string {
  if ('lastGameUtc' in item) return item.lastGameUtc ?? ''
  return 'endUtc' in item ? (item.endUtc ?? item.startUtc ?? '') : ''
}

/** Finds the bodies of the detail routes by id; undefined if the catalogue has no such item. */
export type Resources = ReturnType<typeof createResources>

export type DetailBody = TeamDetailBody | PlayerDetailBody | TournamentDetailBody

/** Creates the look-up. A former id of a team or player finds the body of the current one. */
export function createResources(
  catalogue: Pick<Catalogue, 'asOf' | 'teams' | 'players'>,
  items: CatalogueItems,
  details: CatalogueDetails,
) {
  const { asOf } = catalogue
  const asOfMs = parseUtc(asOf)
  const statsFromUtc = asOfMs === null ? null : toUtc(firstDayOfWindow(asOfMs) * dayMs)
  const ofWindow = (): Span => ({ dataThroughUtc: asOf, statsFromUtc, statsToUtc: asOf })
  const ofTournament = ({ startUtc, endUtc }: TournamentItem): Span => {
    const statsToUtc = endUtc !== null && endUtc < asOf ? endUtc : asOf
    return { dataThroughUtc: asOf, statsFromUtc: startUtc, statsToUtc }
  }
  const teams = items.teams.map(({ id, name }) => ({ id, name }))
  const team = bodyById(teams, ofWindow, details.teams, emptyTeamDetail)
  const player = bodyById(items.players, ofWindow, details.players, emptyPlayerDetail)
  return {
    team: byFormerId(catalogue.teams, team),
    player: byFormerId(catalogue.players, player),
    tournament: bodyById(items.tournaments, ofTournament, details.tournaments, emptyTournamentDetail),
  }
}

function byFormerId<Body>(rows: Parameters<typeof byAnyId>[0], bodyOf: (id: number) => Body): (id: number) => Body {
  const current = byAnyId(rows)
  return (id) => bodyOf(current.get(id)?.id ?? id)
}

/** Finds a body by id. @param empty detail of an item that never played, and that the details do not list */
function bodyById<Item extends { readonly id: number }, Detail>(
  items: readonly Item[],
  spanOf: (item: Item) => Span,
  details: Readonly<Record<string, Detail>>,
  empty: Detail,
): (id: number) => (Item & Span & Detail) | undefined {
  const byId = new Map(items.map((item) => [item.id, item]))
  return (id) => {
    const item = byId.get(id)
    return item && { ...item, ...spanOf(item), ...(details[id] ?? empty) }
  }
}

/** Makes an answer of a body. @throws Error for a number that is not finite: JSON would silently turn it into null */
export function finiteAnswer(body: object): Answer {
  requireFinite(body)
  return jsonAnswer(200, body)
}

function requireFinite(value: unknown): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`prediction holds ${value}`)
  if (typeof value === 'object') for (const key in value) requireFinite(value[key as never])
}
