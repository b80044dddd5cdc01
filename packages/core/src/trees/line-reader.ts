import { RiftlineError } from '@riftline/base'
import { placesIn } from './form/hashed-cells.ts'
import type { TreeEnsemble } from './form/tree-ensemble.ts'

/**
 * Reads the lines of a table of text, such as a CSV file. Names of the first line find the features, and further columns are ignored; a model
 * without names takes the columns in order, and a first line that is not of numbers is then a heading. An empty cell is missing; categories
 * have their names. A line gives its cells for `encode`, or null if it is a heading.
 * The reader throws RiftlineError `invalid_argument` for a first line that lacks features; `encode` refuses cells.
 * @example
 * const read = createLineReader(ensemble) // the one-feature model in the example of parseLightgbm
 * read(['gold', 'team']) // null
 * read(['2', 'T1']) // [2]
 */
export function createLineReader(ensemble: TreeEnsemble): (words: readonly string[]) => unknown[] | null {
  const { featureNames, categories, hashedFeatures, numberOfFeatures } = ensemble
  const texts = new Set(hashedFeatures.map(({ feature }) => feature))
  let columns: readonly number[] | undefined
  return (words) => {
    if (columns === undefined) {
      columns = columnsOf(words, featureNames, numberOfFeatures)
      if (featureNames !== null || words.some((word) => word !== '' && Number.isNaN(Number(word)))) return null
    }
    return columns.map((column, feature) => cellOf(words[column] ?? '', texts.has(feature), categories[feature]))
  }
}

/** Column of each feature. */
function columnsOf(header: readonly string[], names: readonly string[] | null, features: number): readonly number[] {
  const columns = names?.map((name) => header.indexOf(name)) ?? [...header.keys()]
  const missing = names?.filter((_, i) => columns[i] === -1) ?? []
  if (missing.length === 0 && columns.length === features) return columns
  const shown = `${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ', …' : ''}`
  const lack = `a column for each feature; there is none for ${shown}`
  const message = `expected ${names === null ? `${features} columns, got ${header.length}` : lack}`
  throw new RiftlineError('invalid_argument', message)
}

/**
 * Cell of `encode`: the text itself for a feature of which CatBoost hashes the texts, so that 007 is not 7; else null for an empty cell, a
 * category of the feature, or a number. `encode` refuses other text.
 */
function cellOf(word: string, isText: boolean, names: readonly unknown[] | null = null): unknown {
  if (isText || (names !== null && placesIn(names).has(word))) return word
  if (word === '') return null
  const number = Number(word)
  return Number.isNaN(number) && word !== 'NaN' ? word : number
}
