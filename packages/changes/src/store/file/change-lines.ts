import { nullIfThrows } from '@riftline/base'
import { crc32 } from '@riftline/base/node'
import type { StoredChange } from '../../change.ts'
import type { ChangeBook, ChangeEntry } from '../change-book.ts'
import { sharedType } from '../change-log.ts'
import { parseSeq, seqText } from '../seq.ts'

const format = 'riftline-changes'
const formatVersion = 1

/** First line of a file: the log, the place before the file's first change, and all marks there. */
export interface FileHead {
  readonly logId: string
  readonly after: number
  readonly marks: ReadonlyMap<string, string>
}

/** Line of a file as bytes with a line feed, and its checksum. */
export interface ChangeLine {
  readonly bytes: Buffer
  readonly crc: number
}

/** First bytes of every line, followed by the checksum in eight hex digits. */
export const lineStart = '{"crc32":"'
const restAt = lineStart.length + 10

/** Writes the first line of a file. */
export function headLine({ log, marks }: ChangeBook): ChangeLine {
  const after = seqText(log.head(), log.id)
  return toLine(JSON.stringify({ format, formatVersion, log: log.id, after, marks: [...marks] }).slice(1), 0)
}

/** Writes the line of an entry. @param before checksum of the line before, from which this one's continues */
export function entryLine({ marks, changes }: ChangeEntry, before: number): ChangeLine {
  return toLine(`"marks":${JSON.stringify(marks)},"changes":[${changes.map(({ json }) => json).join()}]}`, before)
}

function toLine(rest: string, before: number): ChangeLine {
  const crc = crc32(rest, before)
  return { bytes: Buffer.from(`${lineStart}${crc.toString(16).padStart(8, '0')}",${rest}\n`), crc }
}

/** Fault of a line, for the log. */
export class LineFault extends Error {}

/** Reads the first line of a file. @throws LineFault */
export function readHeadLine(bytes: Buffer): { readonly head: FileHead; readonly crc: number } {
  const { crc, value } = readLine(bytes, 0)
  const isOurs = value.format === format && value.formatVersion === formatVersion
  const after = typeof value.after === 'string' ? parseSeq(value.after) : null
  if (!isOurs || after === null || after.logId !== value.log)
    throw new LineFault(`expected the first line of ${format}, version ${formatVersion}, got another one`)
  const marks = new Map<string, string>()
  for (const [key, mark] of marksIn(value.marks)) if (mark !== null) marks.set(key, mark)
  return { head: { logId: after.logId, after: after.place, marks }, crc }
}

/** Reads the line of an entry. @param after place that its first change must follow @throws LineFault */
export function readEntryLine(
  bytes: Buffer,
  before: number,
  logId: string,
  after: number,
): { readonly entry: ChangeEntry; readonly crc: number } {
  const { crc, value } = readLine(bytes, before)
  if (!Array.isArray(value.changes)) throw new LineFault('changes: expected a list')
  let place = after
  const changes = value.changes.map((change: unknown, index): StoredChange => {
    const { seq: text, type } = Object(change) as Readonly<Record<string, unknown>>
    const seq = typeof text === 'string' ? parseSeq(text) : null
    if (seq === null || seq.logId !== logId || seq.place <= place || typeof type !== 'string')
      throw new LineFault(`changes[${index}].seq: expected one of ${logId} after ${seqText(place, logId)}`)
    place = seq.place
    return { seq: String(text), type: sharedType(type), json: JSON.stringify(change) }
  })
  return { entry: { marks: marksIn(value.marks), changes }, crc }
}

function readLine(bytes: Buffer, before: number): { crc: number; value: Readonly<Record<string, unknown>> } {
  const stated = bytes.toString('latin1', lineStart.length, lineStart.length + 8)
  const crc = crc32(bytes.subarray(restAt), before)
  const isWhole = bytes.toString('latin1', 0, lineStart.length) === lineStart && Number.parseInt(stated, 16) === crc
  const value = isWhole ? nullIfThrows(() => JSON.parse(bytes.toString())) : null
  if (value === null) throw new LineFault('crc32: expected the checksum of this line after the one before, got another')
  return { crc, value }
}

function marksIn(list: unknown): ChangeEntry['marks'] {
  const isMark = (mark: unknown): mark is readonly [string, string | null] =>
    Array.isArray(mark) && typeof mark[0] === 'string' && (mark[1] === null || typeof mark[1] === 'string')
  if (Array.isArray(list) && list.every(isMark)) return list
  throw new LineFault('marks: expected a list of keys with a text or null')
}
