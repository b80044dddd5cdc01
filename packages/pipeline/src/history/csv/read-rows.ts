import { RiftlineError } from '@riftline/base'
import type { SkippedRow } from '../types.ts'
import { BadRow } from './cells.ts'
import { type OnRecord, readCsv } from './read-csv.ts'

/** One file of a history folder. */
export interface HistoryFile {
  readonly path: string
  /** Its name in the folder, for messages. */
  readonly name: string
}

/** Progress of reading a file. */
export interface ReadProgress {
  readonly stage: 'read'
  readonly file: string
  /** Rows of this file so far. */
  readonly rows: number
}

/** Context that all readers of one history share. */
export interface ReadContext {
  readonly skipped: SkippedRow[]
  readonly onProgress: ((progress: ReadProgress) => void) | undefined
  /** No game begins later; undefined: nobody knows. */
  readonly nowMs?: number | undefined
}

const rowsBetweenReports = 20_000

/** Reads a file row by row; skips and reports rows with a wrong number of cells or a BadRow. */
export async function readRows(
  file: HistoryFile,
  context: ReadContext,
  onHeader: (header: readonly string[]) => OnRecord,
): Promise<void> {
  let rows = 0
  await readCsv(file.path, file.name, (header) => {
    const onRecord = onHeader(header)
    return (cells, line) => {
      rows += 1
      if (rows % rowsBetweenReports === 0) context.onProgress?.({ stage: 'read', file: file.name, rows })
      try {
        if (cells.length !== header.length) {
          throw new BadRow(`cells: expected ${header.length} as in the header, got ${cells.length}`)
        }
        onRecord(cells, line)
      } catch (error) {
        if (!(error instanceof BadRow)) throw error
        context.skipped.push({ file: file.name, line, reason: error.message })
      }
    }
  })
  context.onProgress?.({ stage: 'read', file: file.name, rows })
}

/** The position of every named column in the records of one file; -1 where the file lacks it, so that its cells read as empty. */
export type Columns<Name extends string> = Readonly<Record<Name, number>>

/**
 * Finds columns by name, in any order, among any others.
 *
 * @throws RiftlineError `history_invalid` that names every missing required column, or every named one that occurs twice.
 */
export function findColumns<Required extends string, Optional extends string>(
  file: string,
  header: readonly string[],
  required: readonly Required[],
  optional: readonly Optional[],
): Columns<Required | Optional> {
  const names = header.map((name) => name.trim())
  const missing = required.filter((name) => !names.includes(name))
  if (missing.length > 0) {
    throw new RiftlineError(
      'history_invalid',
      `${file}, line 1: missing required column${missing.length > 1 ? 's' : ''} ${missing.join(', ')}`,
    )
  }
  const wanted: readonly (Required | Optional)[] = [...required, ...optional]
  const twice = wanted.filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (twice.length > 0) {
    throw new RiftlineError(
      'history_invalid',
      `${file}, line 1: expected every column once, got ${twice.join(', ')} twice`,
    )
  }
  return Object.fromEntries(wanted.map((name) => [name, names.indexOf(name)])) as Columns<Required | Optional>
}

/** Returns the first of equal strings, so that a name that occurs a million times is held once. */
export type Intern = <Text extends string | null>(text: Text) => Text

export function createIntern(): Intern {
  const seen = new Map<string, string>()
  return <Text extends string | null>(text: Text): Text => {
    if (text === null) return text
    const known = seen.get(text)
    if (known !== undefined) return known as Text
    // A cell may be a slice that keeps its whole chunk alive; a copy does not.
    const copy = Buffer.from(text, 'utf8').toString('utf8')
    seen.set(copy, copy)
    return copy as Text
  }
}
