import type { Evaluator } from '@riftline/core/trees'
import type { RowTable } from './read-table.ts'

/** Scores of a table, row-major. */
export interface Scores {
  readonly count: number
  readonly predictions: Float64Array
  readonly rawScores: Float64Array
  /** Place of the class of each row; null if the model does not tell classes apart. */
  readonly labels: Int32Array | null
  /** Seconds that the predictions took, without reading the rows. */
  readonly seconds: number
}

/** Rows between two reports of progress. */
const rowsAtOnce = 8192

/** Shortest time, in seconds, that a clock of a page measures well, and that after which an engine is warm. */
const shortest = 0.02
const warm = 0.3

/** Rows that take little beside what the first call prepares. */
const few = 1000

/** Scores all rows. What takes a short time is done again and again, until the time can be measured. */
export function scoreTable(evaluator: Evaluator, { count, rows }: RowTable, onRows: (count: number) => void): Scores {
  const width = evaluator.numberOfFeatures
  const predictions = new Float64Array(count * evaluator.numberOfPredictions)
  let seconds = 0
  for (let first = 0; first < count; first += rowsAtOnce) {
    const last = Math.min(count, first + rowsAtOnce)
    const part = rows.subarray(first * width, last * width)
    const out = predictions.subarray(first * evaluator.numberOfPredictions, last * evaluator.numberOfPredictions)
    seconds += secondsOf(() => evaluator.predictions(part, { out }))
    onRows(last)
  }
  // The first calls prepare the engine, which would count for much in a short time.
  if (seconds < warm || count < few) seconds = meanSecondsOf(() => evaluator.predictions(rows, { out: predictions }))
  return {
    count,
    predictions,
    rawScores: evaluator.rawScores(rows),
    labels: evaluator.ensemble.classifies ? evaluator.labels(rows) : null,
    seconds,
  }
}

function secondsOf(work: () => void): number {
  const start = performance.now()
  work()
  return (performance.now() - start) / 1000
}

function meanSecondsOf(work: () => void): number {
  const start = performance.now()
  let times = 0
  do {
    work()
    times++
  } while (performance.now() - start < shortest * 1000)
  return (performance.now() - start) / 1000 / times
}

/** Writes scores with all their digits as a CSV file, a line for each row. */
export function scoresToCsv(
  { count, predictions, rawScores, labels }: Scores,
  names: { readonly predictions: readonly string[]; readonly rawScores: readonly string[] },
  nameOfClass: (label: number) => string,
): string {
  const heading = ['row', ...(labels === null ? [] : ['class']), ...names.predictions, ...names.rawScores]
  const lines = [heading.map(quoted).join(',')]
  for (let row = 0; row < count; row++) {
    const cells = [
      row + 1,
      ...(labels === null ? [] : [quoted(nameOfClass(labels[row]!))]),
      ...rowOf(predictions, row, names.predictions.length),
      ...rowOf(rawScores, row, names.rawScores.length),
    ]
    lines.push(cells.join(','))
  }
  return `${lines.join('\n')}\n`
}

/** Numbers of one row of a row-major array. */
export function rowOf(numbers: Float64Array, row: number, width: number): Float64Array {
  return numbers.subarray(row * width, (row + 1) * width)
}

/** Writes a cell of a CSV file, in quotes if it needs them. */
export function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
