import { type CatalogueChampion, fold } from '@riftline/predictor'

/** Champion ids by any spelling that differs in case, spaces or punctuation only; undefined for an unlisted champion. */
export interface ChampionIds {
  get(name: string): number | undefined
}

export function championIdsOf(champions: readonly Pick<CatalogueChampion, 'id' | 'name'>[]): ChampionIds {
  const exact = new Map(champions.map(({ id, name }) => [name, id]))
  const loose = new Map(champions.map(({ id, name }) => [fold(name), id]))
  return { get: (name) => exact.get(name) ?? loose.get(fold(name)) }
}
