import type { Candidate } from '@riftline/base'
import { createSerial } from '@riftline/base/node'
import {
  byAnyId,
  type Catalogue,
  type CatalogueIndex,
  type CatalogueRole,
  type CatalogueTeam,
  findChampion,
  findPlayers,
  findTeams,
  findTournaments,
  isActive,
  type NamedId,
  nearestChampions,
  nearestPlayers,
  nearestTeams,
  nearestTournaments,
} from '@riftline/predictor'
import type { ChampionItem, PlayerItem, TeamItem, TournamentItem } from '../contract/list-schemas.ts'
import { compressBody, type PreparedBody, prepareBody, type Served } from '../http/answer.ts'
import { logoUrlOf, type ServedLogos } from './logos-file.ts'

/** The catalogue as callers see it: the items of the free lists, with which the detail bodies begin. Sorted by id. */
export interface CatalogueItems {
  readonly teams: readonly TeamItem[]
  readonly players: readonly PlayerItem[]
  readonly champions: readonly ChampionItem[]
  readonly tournaments: readonly TournamentItem[]
}

/** Made when they are first asked for: a prediction needs none of them. */
export function catalogueItemsAtNeed(catalogue: Catalogue, logos: ServedLogos): () => CatalogueItems {
  let items: CatalogueItems | undefined
  return () => {
    items ??= catalogueItems(catalogue, logos)
    return items
  }
}

function catalogueItems(catalogue: Catalogue, logos: ServedLogos): CatalogueItems {
  const teamsById = byAnyId(catalogue.teams)
  const teamRef = (id: number): NamedId | null => {
    const team = teamsById.get(id)
    return team === undefined ? null : { id: team.id, name: team.name }
  }
  const { asOf, teams, players, champions, tournaments } = catalogue
  return {
    teams: teams
      .map((team) => ({
        id: team.id,
        name: team.name,
        region: team.region,
        logoUrl: logoUrlOf(team, logos),
        league: team.league,
        code: codeOf(team),
        active: isActive(asOf, team.lastGameUtc),
        lastGameUtc: team.lastGameUtc,
      }))
      .sort(byId),
    players: players
      .map(({ id, name, role, teamId, lastTeamId = teamId, lastGameUtc = null }) => ({
        id,
        name,
        role,
        team: teamId === null ? null : teamRef(teamId),
        lastTeam: lastTeamId === null ? null : teamRef(lastTeamId),
        // In this order the list compresses better by a hundredth.
        active: isActive(asOf, lastGameUtc),
        lastGameUtc,
      }))
      .sort(byId),
    champions: champions.map(({ id, name, imageUrl }) => ({ id, name, imageUrl })).sort(byId),
    tournaments: tournaments
      .map(({ id, name, league, leagueName = league, season, region, startUtc, endUtc }) => {
        return { id, name, league, leagueName, season, region, startUtc, endUtc }
      })
      .sort(byId),
  }
}

/** Codes are two to five capitals and digits. The one that a team is listed with comes first among its aliases; some are named by theirs. */
function codeOf({ name, aliases: [listed = '', ...aliases], commonNames = [] }: CatalogueTeam): string | null {
  return [listed, name, ...aliases, ...commonNames].find((text) => /^[A-Z\d]{2,5}$/.test(text)) ?? null
}

function byId(a: { readonly id: number }, b: { readonly id: number }): number {
  return a.id - b.id
}

/**
 * The four free lists, those of teams and players also of the active or the inactive alone; null is all. Each is made at the
 * first request, which is answered as it is; later ones find it compressed.
 */
export type DiscoveryLists = Readonly<Record<keyof CatalogueItems, (active?: boolean | null) => PreparedBody>>

export function createDiscoveryLists(items: () => CatalogueItems, envelope: Served): DiscoveryLists {
  // One after the other: the threads that compress are those that write the journal.
  const inTurn = createSerial()
  const list = (name: keyof CatalogueItems): ((active?: boolean | null) => PreparedBody) => {
    const prepared = new Map<boolean | null, PreparedBody>()
    return (active = null) => {
      const known = prepared.get(active)
      if (known !== undefined) return known
      const shown: readonly object[] = items()[name].filter(
        (item) => active === null || !('active' in item) || item.active === active,
      )
      const plain = prepareBody({ count: shown.length, ...envelope, [name]: shown })
      prepared.set(active, plain)
      // A body that cannot be compressed is sent as it is.
      inTurn(() => compressBody(plain)).catch(() => {})
      return plain
    }
  }
  return {
    teams: list('teams'),
    players: list('players'),
    champions: list('champions'),
    tournaments: list('tournaments'),
  }
}

/** Hints that narrow a player's name. */
export interface PlayerQuery {
  readonly teamId?: number
  readonly role?: CatalogueRole
}

type List = keyof CatalogueItems
type Item = CatalogueItems[List][number]

/** Items that a name finds, by the rules that predictions find teams by. */
export type FindItems = ReturnType<typeof createFindItems>

export function createFindItems(catalogue: Catalogue, index: CatalogueIndex, items: () => CatalogueItems) {
  const currentTeams = byAnyId(catalogue.teams)
  const itemsById = new Map<List, ReadonlyMap<number, Item>>()
  const newest = new Map<List, readonly Item[]>()

  function idsOf(list: List, name: string, { teamId, role }: PlayerQuery): readonly { readonly id: number }[] {
    if (list === 'teams') return findTeams(index.teams, name)
    if (list === 'tournaments') return findTournaments(index.tournaments, name)
    if (list === 'champions') return [findChampion(index.champions, name) ?? []].flat()
    return findPlayers(catalogue, name, {
      ...(teamId === undefined ? {} : { teamId: currentTeams.get(teamId)?.id ?? teamId }),
      ...(role === undefined ? {} : { role }),
    })
  }

  return {
    /** Best first, none where the name is unknown. @param query hints of a player's name */
    named(list: List, name: string, query: PlayerQuery): readonly Item[] {
      const byId = itemsById.get(list) ?? new Map(items()[list].map((item) => [item.id, item]))
      itemsById.set(list, byId)
      return idsOf(list, name, query).flatMap(({ id }) => byId.get(id) ?? [])
    },
    /** A whole list in the order in which a part of it is shown: whoever played last first, champions by name. */
    newest(list: List): readonly Item[] {
      const known = newest.get(list) ?? [...items()[list]].sort(byNewest)
      newest.set(list, known)
      return known
    },
    /** Entities near a name that finds nothing. */
    near(list: List, name: string): readonly Candidate[] {
      if (list === 'teams') return nearestTeams(index.teams, name)
      if (list === 'players') return nearestPlayers(catalogue, name)
      return list === 'champions'
        ? nearestChampions(index.champions, name)
        : nearestTournaments(index.tournaments, name)
    },
  }
}

function byNewest(a: Item, b: Item): number {
  return lastOf(b).localeCompare(lastOf(a)) || a.name.localeCompare(b.name) || a.id - b.id
}

/** When an item was last seen; empty where that is not known. */
function lastOf(item: Item): string {
  if ('lastGameUtc' in item) return item.lastGameUtc ?? ''
  return 'endUtc' in item ? (item.endUtc ?? item.startUtc ?? '') : ''
}
