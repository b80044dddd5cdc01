import type { CatalogueChampion } from './catalogue.ts'
import { normaliseName } from './normalise-name.ts'

export type ChampionIndex = ReadonlyMap<string, CatalogueChampion>

/** Champions by name without case, spaces and punctuation. Of two equal names the first in the list counts. */
export function createChampionIndex(champions: readonly CatalogueChampion[]): ChampionIndex {
  const index = new Map<string, CatalogueChampion>()
  for (const champion of champions) {
    const key = normaliseName(champion.name)
    if (!index.has(key)) index.set(key, champion)
  }
  return index
}

export function findChampion(index: ChampionIndex, name: string): CatalogueChampion | undefined {
  return index.get(normaliseName(name))
}
