import type { SkippedRow } from '../types.ts'
import { BadRow } from './bad-row.ts'
import { type OnRecord, readCsv } from './read-csv.ts'

/** One file of a history folder. */
export interface HistoryFile {
  readonly path: string
  /** Its name in the folder, for messages. */
  readonly name: string
}

/** How far the reading of a file is. */
export interface ReadProgress {
  readonly stage: 'read'
  readonly file: string
  /** Rows of this file so far. */
  readonly rows: number
}

/** What all readers of one history share. */
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
