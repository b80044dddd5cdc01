import { SourceError } from '../source-error.ts'

/** No record of a table is longer: an open quote would take in the rest of the file. */
const maxRecordChars = 1_000_000

/**
 * The records of a CSV file, cell by cell; an empty line is none.
 *
 * @throws SourceError `encoding` for bytes that are not UTF-8, `not_csv` for a record without an end, `truncated` for a file that
 * ends inside of quotes
 */
export async function* readRecords(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  place: string,
): AsyncGenerator<readonly string[]> {
  let open = ''
  for await (const line of readLines(chunks, place)) {
    const record = open === '' ? line : `${open}\n${line}`
    if (record.length > maxRecordChars) {
      throw new SourceError('not_csv', `${place}: expected CSV, got a record of over ${maxRecordChars} characters`)
    }
    const cells = toCells(record)
    open = cells === null ? record : ''
    if (cells !== null && record !== '') yield cells
  }
  if (open !== '') throw new SourceError('truncated', `${place}: the file ends inside of quotes`)
}

async function* readLines(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  place: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
    } catch {
      throw new SourceError('encoding', `${place}: expected UTF-8`)
    }
  }
  const isTooLong = (): SourceError => new SourceError('not_csv', `${place}: expected CSV, got a line without an end`)
  for await (const chunk of chunks) {
    const lines = (rest + decode(chunk)).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxRecordChars) throw isTooLong()
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
  }
  rest += decode()
  if (rest !== '') yield rest
}

/** Null: a quote is still open. */
function toCells(record: string): readonly string[] | null {
  if (!record.includes('"')) return record.split(',')
  const cells: string[] = []
  for (let at = 0; ; ) {
    const isQuoted = record[at] === '"'
    let end = isQuoted ? at + 1 : at
    while (isQuoted) {
      end = record.indexOf('"', end)
      if (end === -1) return null
      if (record[end + 1] !== '"') break
      end += 2
    }
    const comma = record.indexOf(',', end)
    const cell = record.slice(isQuoted ? at + 1 : at, isQuoted ? end : comma === -1 ? record.length : comma)
    cells.push(isQuoted ? cell.replaceAll('""', '"') : cell)
    if (comma === -1) return cells
    at = comma + 1
  }
}
