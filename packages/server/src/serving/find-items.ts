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
