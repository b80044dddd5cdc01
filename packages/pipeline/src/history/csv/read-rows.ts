import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { RiftlineError } from '@riftline/base'
import { CsvError, parse } from 'csv-parse'
import type { SkippedRow } from '../types.ts'
import { BadRow, createCells, type RowCells, shorten } from './cells.ts'

export interface HistoryFile {
  readonly path: string
  readonly name: string
}

/** Progress of reading one file. */
export interface ReadProgress {
  readonly stage: 'read'
  readonly file: string
  /** Number of rows read from this file so far. */
  readonly rows: number
}

export interface ReadContext {
  readonly skipped: SkippedRow[]
  readonly onProgress: ((progress: ReadProgress) => void) | undefined
  /** Latest possible start of a game; undefined: unknown. */
  readonly nowMs?: number | undefined
}

const rowsBetweenReports = 20_000

/** Columns of a file by name; their order and other columns do not matter. */
export interface Columns<Column extends string> {
  readonly required: readonly Column[]
  readonly optional: readonly Column[]
  /** Former column names, each with its present name. */
  readonly earlier?: Readonly<Record<string, Column>>
}

/** Reads a file row by row; skips and reports bad rows. An absent file has no rows. @throws RiftlineError `history_invalid` */
export async function readRows<Column extends string>(
  file: HistoryFile | undefined,
  context: ReadContext,
  columns: Columns<Column>,
  onRow: (cells: RowCells<Column>, line: number) => void,
): Promise<void> {
  if (file === undefined) return
  let rows = 0
  await readCsv(file.path, file.name, (header) => {
    const at = findColumns(file.name, header, columns)
    let present: readonly string[] = []
    const cells = createCells<Column>((column) => present[at[column]])
    return (record, line) => {
      present = record
      rows += 1
      if (rows % rowsBetweenReports === 0) context.onProgress?.({ stage: 'read', file: file.name, rows })
      try {
        if (record.length !== header.length) {
          throw new BadRow(`cells: expected ${header.length} as in the header, got ${record.length}`)
        }
        onRow(cells, line)
      } catch (error) {
        if (!(error instanceof BadRow)) throw error
        context.skipped.push({ file: file.name, line, reason: error.message })
      }
    }
  })
  context.onProgress?.({ stage: 'read', file: file.name, rows })
}

/** The position of every named column; -1 if the file lacks it. @throws RiftlineError `history_invalid` */
function findColumns<Column extends string>(
  file: string,
  header: readonly string[],
  { required, optional, earlier = {} }: Columns<Column>,
) {
  const stated = header.map((name) => name.trim())
  const names = stated.map((name) => {
    const later = earlier[name]
    return later !== undefined && !stated.includes(later) ? later : name
  })
  const missing = required.filter((name) => !names.includes(name))
  if (missing.length > 0) {
    const what = `missing required column${missing.length > 1 ? 's' : ''} ${missing.join(', ')}`
    throw new RiftlineError('history_invalid', `${file}, line 1: ${what}`)
  }
  const wanted = [...required, ...optional]
  const twice = wanted.filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (twice.length > 0) {
    const what = `expected every column once, got ${twice.join(', ')} twice`
    throw new RiftlineError('history_invalid', `${file}, line 1: ${what}`)
  }
  return Object.fromEntries(wanted.map((name) => [name, names.indexOf(name)])) as Record<Column, number>
}

/** Called for every record after the header; `line` is the record's first line in the file, the header being line 1. */
type OnRecord = (cells: readonly string[], line: number) => void

/** Streams a CSV file, unpacked if its name ends in `.gz`. @throws RiftlineError `history_invalid` */
async function readCsv(path: string, file: string, onHeader: (cells: readonly string[]) => OnRecord): Promise<void> {
  const parser = parse({ bom: true, relax_column_count: true, relax_quotes: true, record_delimiter: ['\r\n', '\n'] })
  let line = 1
  let onRecord: OnRecord | undefined

  // A pipeline sometimes replaces the error of its last stage by an AbortError, so the error is kept here.
  let fault: { readonly error: unknown } | undefined
  const take = async (records: AsyncIterable<string[]>): Promise<void> => {
    for await (const cells of records) {
      try {
        if (onRecord === undefined) onRecord = onHeader(cells)
        else if (cells.some((cell) => cell.trim() !== '')) onRecord(cells, line)
      } catch (error) {
        fault = { error }
        throw error
      }
      line += 1
      for (let i = 0; i < cells.length; i++) {
        // Only quoted cells can hold a line feed, and few do.
        if (cells[i]!.includes('\n')) line += cells[i]!.split('\n').length - 1
      }
    }
  }
  try {
    const bytes = createReadStream(path, { highWaterMark: 1 << 18 })
    const decode = (chunks: AsyncIterable<Buffer>): AsyncIterable<string> => decodeUtf8(chunks, file)
    if (path.endsWith('.gz')) await pipeline(bytes, createGunzip({ chunkSize: 1 << 18 }), decode, parser, take)
    else await pipeline(bytes, decode, parser, take)
  } catch (error) {
    throw fault === undefined ? unreadable(file, line, error) : fault.error
  }
  if (onRecord === undefined)
    throw new RiftlineError('history_invalid', `${file}, line 1: expected a header, got an empty file`)
}

/** Another encoding would turn known teams into new ones. @throws RiftlineError `history_invalid` with the line that is not UTF-8 */
async function* decodeUtf8(chunks: AsyncIterable<Buffer>, file: string): AsyncGenerator<string> {
  let line = 1
  let open = Buffer.alloc(0)
  const decode = (bytes: Buffer): string => {
    const lines = linesOf(bytes)
    if (!isUtf8(bytes)) {
      const at = line + lines.findIndex((one) => !isUtf8(one))
      throw invalid(`${file}, line ${at}: expected UTF-8, got another encoding; save the file as UTF-8`)
    }
    line += lines.length - 1
    return bytes.toString('utf8')
  }
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([open, chunk])
    const end = bytes.lastIndexOf(0x0a) + 1
    open = bytes.subarray(end)
    yield decode(bytes.subarray(0, end))
  }
  yield decode(open)
}

function linesOf(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = []
  let from = 0
  for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, from)) {
    lines.push(bytes.subarray(from, end))
    from = end + 1
  }
  return [...lines, bytes.subarray(from)]
}

export async function readCsvHeader(path: string, file: string): Promise<readonly string[]> {
  let header: readonly string[] = []
  try {
    await readCsv(path, file, (cells) => {
      header = cells
      throw enough
    })
  } catch (error) {
    if (error !== enough) throw error
  }
  return header
}

const enough = new Error('the header is all that was wanted')

function unreadable(file: string, line: number, error: unknown): unknown {
  if (error instanceof CsvError)
    return invalid(`${file}, after line ${line}: not CSV, ${shorten(error.message)}`, error)
  if (error instanceof RiftlineError) return error
  const { code } = error as NodeJS.ErrnoException
  if (typeof code !== 'string') return error
  if (code.startsWith('Z_')) return invalid(`${file}, after line ${line}: damaged gzip data (${code})`, error)
  return invalid(`${file}: cannot be read (${code})`, error)
}

function invalid(message: string, cause?: unknown): RiftlineError {
  return new RiftlineError('history_invalid', message, { cause })
}
