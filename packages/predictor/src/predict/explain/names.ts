import { byAnyId } from '../../league/catalogue/by-any-id.ts'
import type { Catalogue } from '../../league/catalogue/catalogue.ts'
import type { TeamRef } from '../../types.ts'

/** Names of people and champions in the catalogue. */
export interface Names {
  /** null for a seat that nobody is known to have, and for a player whom the catalogue does not have. */
  player(id: number | undefined): TeamRef | null
  champion(id: number): TeamRef
}

/** Reads the catalogue at the first question. */
export function createNames({ players, champions }: Catalogue): Names {
  let playersById: ReturnType<typeof byAnyId<Catalogue['players'][number]>> | undefined
  return {
    player(id) {
      playersById ??= byAnyId(players)
      const known = id === undefined ? undefined : playersById.get(id)
      return known === undefined ? null : { id: known.id, name: known.name }
    },
    champion(id) {
      return { id, name: champions.find((champion) => champion.id === id)?.name ?? String(id) }
    },
  }
}
