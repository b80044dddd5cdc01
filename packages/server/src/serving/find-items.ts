import type { Candidate } from '@riftline/base'
import {
  byAnyId,
  type Catalogue,
  type CatalogueIndex,
  type CatalogueRole,
  findChampion,
  findPlayers,
  findTeams,
  findTournaments,
  nearestChampions,
  nearestPlayers,
  nearestTeams,
  nearestTournaments,
} from '@riftline/predictor'
import type { CatalogueItems } from './catalogue-items.ts'

/** Hints that narrow a player's name. */
export interface PlayerQuery {
  readonly teamId?: number
  readonly role?: CatalogueRole
}

/** Items that a name finds, by the rules that predictions find teams by: best first, none where it is unknown. */
export interface FindItems {
  teams(name: string): CatalogueItems['teams']
  players(name: string, query: PlayerQuery): CatalogueItems['players']
  champions(name: string): CatalogueItems['champions']
  tournaments(name: string): CatalogueItems['tournaments']
  /** A whole list in the order in which a part of it is shown: whoever played last first, champions by name. */
  newest<List extends keyof CatalogueItems>(list: List): CatalogueItems[List]
  /** Entities near a name that finds nothing. */
  near(list: keyof CatalogueItems, name: string): readonly Candidate[]
}

export function createFindItems(catalogue: Catalogue, index: CatalogueIndex, items: () => CatalogueItems): FindItems {
  const teams = itemsById(() => items().teams)
  const players = itemsById(() => items().players)
  const champions = itemsById(() => items().champions)
  const tournaments = itemsById(() => items().tournaments)
  const current = byAnyId(catalogue.teams)
  const newest = new Map<string, readonly Item[]>()
  return {
    teams: (name) => findTeams(index.teams, name).flatMap(({ id }) => teams(id) ?? []),
    players(name, { teamId, role }) {
      const hints = {
        ...(teamId === undefined ? {} : { teamId: current.get(teamId)?.id ?? teamId }),
        ...(role === undefined ? {} : { role }),
      }
      return findPlayers(catalogue, name, hints).flatMap(({ id }) => players(id) ?? [])
    },
    champions(name) {
      const champion = findChampion(index.champions, name)
      return champion === undefined ? [] : [champions(champion.id) ?? []].flat()
    },
    tournaments: (name) => findTournaments(index.tournaments, name).flatMap(({ id }) => tournaments(id) ?? []),
    newest<List extends keyof CatalogueItems>(list: List) {
      const known = newest.get(list) ?? newestFirst(items()[list] as readonly Item[])
      newest.set(list, known)
      return known as unknown as CatalogueItems[List]
    },
    near(list, name) {
      if (list === 'teams') return nearestTeams(index.teams, name)
      if (list === 'players') return nearestPlayers(catalogue, name)
      return list === 'champions'
        ? nearestChampions(index.champions, name)
        : nearestTournaments(index.tournaments, name)
    },
  }
}

type Item = CatalogueItems[keyof CatalogueItems][number]

function newestFirst(items: readonly Item[]): readonly Item[] {
  return [...items].sort((a, b) => lastOf(b).localeCompare(lastOf(a)) || a.name.localeCompare(b.name) || a.id - b.id)
}

/** When an item was last seen; empty where that is not known. */
function lastOf(item: Item): string {
  if ('lastGameUtc' in item) return item.lastGameUtc ?? ''
  return 'endUtc' in item ? (item.endUtc ?? item.startUtc ?? '') : ''
}

/** Looks up by id, in a table made at the first look-up. */
function itemsById<Item extends { readonly id: number }>(
  items: () => readonly Item[],
): (id: number) => Item | undefined {
  let byId: ReadonlyMap<number, Item> | undefined
  return (id) => {
    byId ??= new Map(items().map((item) => [item.id, item]))
    return byId.get(id)
  }
}
