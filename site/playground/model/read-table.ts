import './byte-buffer.ts'
import { RiftlineError } from '@riftline/base'
import { createLineReader, type Evaluator } from '@riftline/core/trees'
import { CsvError, type InfoRecord, parse } from 'csv-parse/sync'

/** Rows of a table, encoded for a model. */
export interface RowTable {
  readonly count: number
  /** Row-major, NaN for missing. */
  readonly rows: Float64Array
  /** Words of the features of which the model knows hashes alone, by feature. */
  readonly words: ReadonlyMap<number, readonly string[]>
}

/** Most cells of a table, 160 MB of numbers. */
export const mostCells = 20_000_000

/** Rows that are encoded together. */
const rowsAtOnce = 1024

/** Calls a function with each record of a CSV file. */
export function readRecords(csv: Uint8Array, onRecord: (record: readonly string[], info: InfoRecord) => null): void {
  parse(globalThis.Buffer.from(csv), { bom: true, relax_column_count: true, on_record: onRecord })
}

/**
 * Reads a CSV file by the rules of `riftline trees score`.
 *
 * @throws RiftlineError `invalid_argument` with the line of what does not fit, also for more than `mostCells` cells
 */
export function readTable(csv: Uint8Array, evaluator: Evaluator, onRows: (count: number) => void): RowTable {
  const read = createLineReader(evaluator.ensemble)
  const parts = createParts(evaluator, onRows)
  let line = 1
  const onRecord = (record: readonly string[], { lines }: InfoRecord): null => {
    const row = read(record)
    if (row !== null) parts.add(row, line)
    line = lines + 1
    return null
  }
  try {
    readRecords(csv, onRecord)
    return parts.finish()
  } catch (error) {
    if (error instanceof CsvError) throw new RiftlineError('invalid_argument', `rows: ${error.message}`)
    if (error instanceof RiftlineError && !/^(?:line|rows)\b/.test(error.message)) {
      throw new RiftlineError(error.code, `line ${line}: ${error.message}`)
    }
    throw error
  }
}

function createParts(evaluator: Evaluator, onRows: (count: number) => void) {
  const width = evaluator.numberOfFeatures
  const most = Math.floor(mostCells / Math.max(1, width))
  const words = new Map<number, string[]>(evaluator.ensemble.hashedFeatures.map(({ feature }) => [feature, []]))
  const parts: Float64Array[] = []
  let pending: { readonly row: unknown[]; readonly line: number }[] = []
  let count = 0

  function encode(): void {
    try {
      parts.push(evaluator.encode(pending.map(({ row }) => row)))
    } catch (error) {
      for (const { row, line } of pending) requireEncodable(evaluator, row, line)
      throw error
    }
    pending = []
    onRows(count)
  }

  return {
    add(row: unknown[], line: number): void {
      if (++count > most) {
        throw new RiftlineError(
          'invalid_argument',
          `rows: at most ${most} rows of ${width} features at once; use \`riftline trees score\``,
        )
      }
      for (const [feature, texts] of words) texts.push(String(row[feature]))
      pending.push({ row, line })
      if (pending.length === rowsAtOnce) encode()
    },
    finish(): RowTable {
      if (pending.length > 0) encode()
      const rows = new Float64Array(count * width)
      parts.forEach((part, i) => {
        rows.set(part, i * rowsAtOnce * width)
      })
      return { count, rows, words }
    },
  }
}

/** Throws the error of `encode` for this row alone, with its line and the name of the column. */
function requireEncodable(evaluator: Evaluator, row: unknown[], line: number): void {
  try {
    evaluator.encode([row])
  } catch (error) {
    if (!(error instanceof RiftlineError)) throw error
    const names = evaluator.ensemble.featureNames
    const message = error.message.replace(/^records\[0\](?:\[(\d+)\]|\.([^:]*))?/, (_, place, name) => {
      return `line ${line}${place === undefined && name === undefined ? '' : `, ${name ?? names?.[place] ?? `column ${Number(place) + 1}`}`}`
    })
    throw new RiftlineError(error.code, message)
  }
}
