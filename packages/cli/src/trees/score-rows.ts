import { createReadStream } from 'node:fs'
import type { Evaluator } from '@riftline/core/trees'
import { CsvError, parse } from 'csv-parse'

/** Rows that are scored together. */
const rowsAtOnce = 1024

/**
 * Scores the rows of a CSV file, in parts. Names of the first line find the features; a model without names takes the columns in order, and
 * a first line that is not of numbers is then a heading.
 */
export async function* scoreRows(evaluator: Evaluator, file: string, isRaw: boolean): AsyncGenerator<number[][]> {
  const { featureNames: names, categories, hashedFeatures } = evaluator.ensemble
  const texts = new Set(hashedFeatures.map(({ feature }) => feature))
  let columns: readonly number[] | undefined
  let cells: unknown[][] = []
  let line = 0
  try {
    for await (const record of createReadStream(file).pipe(parse({ bom: true, relax_column_count: true }))) {
      line++
      const words = record as readonly string[]
      if (columns === undefined) {
        columns = columnsOf(words, names, evaluator.numberOfFeatures)
        if (names !== null || words.some((word) => word !== '' && Number.isNaN(Number(word)))) continue
      }
      cells.push(columns.map((column, feature) => cellOf(words[column] ?? '', texts.has(feature), categories[feature])))
      if (cells.length < rowsAtOnce) continue
      yield score(evaluator, cells, isRaw)
      cells = []
    }
    if (cells.length > 0) yield score(evaluator, cells, isRaw)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    const place = cause instanceof CsvError || line === 0 ? file : `${file}, up to line ${line}`
    throw new Error(`${place}: ${message}`, { cause })
  }
}

/** Column of each feature. */
function columnsOf(header: readonly string[], names: readonly string[] | null, features: number): readonly number[] {
  if (names === null) {
    if (header.length !== features) throw new Error(`expected ${features} columns, got ${header.length}`)
    return Array.from(header.keys())
  }
  const columns = names.map((name) => header.indexOf(name))
  const missing = names.filter((_, i) => columns[i] === -1)
  if (missing.length === 0) return columns
  const shown = missing.slice(0, 3).join(', ')
  throw new Error(`expected a column for each feature; there is none for ${shown}${missing.length > 3 ? ', …' : ''}`)
}

/**
 * Cell of `encode`: the text itself for a feature of which CatBoost hashes the texts, so that 007 is not 7; else null for an empty cell, a
 * category of the feature, or a number. `encode` refuses other text.
 */
function cellOf(word: string, isText: boolean, names: readonly unknown[] | null = null): unknown {
  if (isText || names?.includes(word)) return word
  if (word === '') return null
  const number = Number(word)
  return Number.isNaN(number) && word !== 'NaN' ? word : number
}

function score(evaluator: Evaluator, cells: readonly unknown[][], isRaw: boolean): number[][] {
  const rows = evaluator.encode(cells)
  const scores = isRaw ? evaluator.rawScores(rows) : evaluator.predictions(rows)
  const width = scores.length / cells.length
  return cells.map((_, r) => Array.from(scores.subarray(r * width, (r + 1) * width)))
}
