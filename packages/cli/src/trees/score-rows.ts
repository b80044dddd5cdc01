import { createReadStream } from 'node:fs'
import { createLineReader, type Evaluator } from '@riftline/core/trees'
import { CsvError, parse } from 'csv-parse'

/** Rows that are scored together. */
const rowsAtOnce = 1024

/** Scores the rows of a CSV file, in parts. */
export async function* scoreRows(evaluator: Evaluator, file: string, isRaw: boolean): AsyncGenerator<number[][]> {
  const read = createLineReader(evaluator.ensemble)
  let cells: unknown[][] = []
  let line = 0
  try {
    for await (const record of createReadStream(file).pipe(parse({ bom: true, relax_column_count: true }))) {
      line++
      const row = read(record as readonly string[])
      if (row === null) continue
      cells.push(row)
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

function score(evaluator: Evaluator, cells: readonly unknown[][], isRaw: boolean): number[][] {
  const rows = evaluator.encode(cells)
  const scores = isRaw ? evaluator.rawScores(rows) : evaluator.predictions(rows)
  const width = scores.length / cells.length
  return cells.map((_, r) => Array.from(scores.subarray(r * width, (r + 1) * width)))
}
