import type { Candidate } from '@riftline/base'
import type { CatalogueChampion } from '../catalogue/catalogue.ts'
import { fold } from './fold.ts'
import { addTo, type Groups } from './groups.ts'
import { knownName, nearestNames } from './nearest-names.ts'

/** Champions by every name, folded for comparison. */
export type ChampionIndex = ReadonlyMap<string, CatalogueChampion>

/** Indexes champions by name, Riot's id and players' names; names take precedence, and of two equal ones the first counts. */
export function createChampionIndex(champions: readonly CatalogueChampion[]): ChampionIndex {
  const index = new Map<string, CatalogueChampion>()
  const add = (name: string, champion: CatalogueChampion): void => {
    const key = championKey(name)
    if (key !== '' && !index.has(key)) index.set(key, champion)
  }
  for (const champion of champions) add(champion.name, champion)
  for (const champion of champions) for (const name of riotIds(champion)) add(name, champion)
  for (const champion of champions) for (const name of champion.aliases ?? []) add(name, champion)
  return index
}

/**
 * The champion that a name means, or undefined.
 *
 * @example
 * const index = createChampionIndex([{ id: 59, name: 'Jarvan IV', aliases: ['J4'], imageUrl: null }])
 * findChampion(index, 'jarvan iv')?.id // => 59
 * findChampion(index, 'j4')?.id // => 59
 */
export function findChampion(index: ChampionIndex, name: string): CatalogueChampion | undefined {
  return index.get(championKey(name))
}

/** Suggests champions for an unknown name, best first. */
export function nearestChampions(index: ChampionIndex, name: string): readonly Candidate[] {
  const keys: Groups<string> = new Map()
  for (const [key, { id }] of index) addTo(keys, String(id), key)
  const known = [...new Set(index.values())].map(({ id, name }) =>
    knownName({ id, name }, [name, ...keys.get(String(id))!]),
  )
  return nearestNames(name, known)
}

function championKey(name: string): string {
  return fold(name.replace(/&|\band\b/gi, ' '))
}

/** The ids in Data Dragon's image names: `.../champion/MonkeyKing.png`. */
function riotIds({ imageUrl }: CatalogueChampion): readonly string[] {
  return (/\/([^/]+)\.png$/.exec(imageUrl ?? '') ?? []).slice(1)
}
