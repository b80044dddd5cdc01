import {
  byAnyId,
  type Catalogue,
  type CatalogueIndex,
  type CatalogueRole,
  findChampion,
  findPlayers,
  findTeams,
} from '@riftline/core'
import type { CatalogueItems } from './catalogue-items.ts'

/** What narrows a player's name. */
export interface PlayerQuery {
  readonly teamId?: number
  readonly role?: CatalogueRole
}

/** Items that a name finds, by the rules that predictions find teams by: best first, none where it is unknown. */
export interface FindItems {
  teams(name: string): CatalogueItems['teams']
  players(name: string, query: PlayerQuery): CatalogueItems['players']
  champions(name: string): CatalogueItems['champions']
}

export function createFindItems(catalogue: Catalogue, index: CatalogueIndex, items: () => CatalogueItems): FindItems {
  const teams = itemsById(() => items().teams)
  const players = itemsById(() => items().players)
  const champions = itemsById(() => items().champions)
  const current = byAnyId(catalogue.teams)
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
  }
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
