import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { SourceError } from '../source-error.ts'

// Columns that every game needs, with their former names.
const required = [
  ['gameid'],
  ['league'],
  ['date'],
  ['participantid'],
  ['side'],
  ['position'],
  ['playername', 'player'],
  ['teamname', 'team'],
  ['champion'],
  ['gamelength'],
  ['result'],
] as const
const rowsOfGame = 12

/** Counts the games of a complete yearly file. @throws SourceError `html`, `not_csv`, `shape`, `truncated`, `encoding` */
export async function checkFile(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, place: string) {
  const rows = new Map<string, number>()
  let header: readonly string[] | null = null
  let last: readonly string[] = []
  let idColumn = -1
  for await (const cells of readRecords(chunks, place)) {
    if (header === null) {
      header = cells.map((name) => name.trim())
      checkHeader(header, place)
      idColumn = header.indexOf('gameid')
      continue
    }
    // Spreadsheets may leave blank rows at the end.
    if (cells.every((cell) => cell.trim() === '')) continue
    last = cells
    const id = cells[idColumn] ?? ''
    if (id !== '') rows.set(id, (rows.get(id) ?? 0) + 1)
  }
  if (header === null) throw new SourceError('not_csv', `${place}: expected a header, got an empty file`)
  if (rows.size === 0) throw new SourceError('truncated', `${place}: the file ends after its header`)
  if (last.length !== header.length) {
    throw new SourceError('truncated', `${place}: the last record has ${last.length} cells of ${header.length}`)
  }
  const lastRows = rows.get(last[idColumn] ?? '') ?? 0
  // A repeated game is complete too; the reader of the rows takes it once.
  if (lastRows % rowsOfGame !== 0) {
    throw new SourceError('truncated', `${place}: the last game has ${lastRows} rows of ${rowsOfGame}`)
  }
  return rows.size
}

function checkHeader(header: readonly string[], place: string): void {
  const [first = ''] = header
  if (first.startsWith('<')) throw new SourceError('html', `${place}: expected CSV, got a page`)
  if (header.length === 1 || /^[{[]/.test(first))
    throw new SourceError('not_csv', `${place}: expected CSV with a header`)
  const missing = required.filter((names) => !names.some((name) => header.includes(name))).map(([name]) => name)
  if (missing.length > 0) {
    throw new SourceError('shape', `${place}: missing the column${missing.length > 1 ? 's' : ''} ${missing.join(', ')}`)
  }
}

/** Longer than any record; an unclosed quote would otherwise include the rest of the file. */
const maxRecordChars = 1_000_000

const options = {
  max_record_size: maxRecordChars,
  record_delimiter: ['\r\n', '\n'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
}

/** Records of a CSV file, without empty lines. @throws SourceError `encoding`, `not_csv`, or `truncated` for an end within quotes */
async function* readRecords(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  place: string,
): AsyncGenerator<readonly string[]> {
  // Iterating the parser throws the error of the whole pipeline.
  const records: AsyncIterable<string[]> = pipeline(decode(chunks, place), parse(options), () => {})
  try {
    yield* records
  } catch (error) {
    throw error instanceof CsvError ? toFault(error, place) : error
  }
}

function toFault({ code }: CsvError, place: string): SourceError {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return new SourceError('truncated', `${place}: the file ends inside of quotes`)
  const got = code === 'CSV_MAX_RECORD_SIZE' ? `a record of over ${maxRecordChars} characters` : code
  return new SourceError('not_csv', `${place}: expected CSV, got ${got}`)
}

async function* decode(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  place: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    throw error instanceof TypeError ? new SourceError('encoding', `${place}: expected UTF-8`) : error
  }
}
