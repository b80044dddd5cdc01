import { hash } from 'node:crypto'
import { nullIfThrows } from '@riftline/base'
import { crc32, crc32OfUint32 } from '@riftline/base/node'
import type { LedgerRecord } from '../rules/ledger-record.ts'
import { encodeRecord, type StoredRecord } from './record-codec.ts'

type Numbered = StoredRecord & { readonly q: number }

export interface BatchTrailer {
  readonly q: number
  readonly t: 'batch'
  readonly b: number
  readonly c: number
  readonly h: string
}

/** Complete batches of a segment, up to `end`, and the fault found there; null if the data ends cleanly. */
export interface BatchScan {
  readonly end: number
  readonly position: JournalPosition
  readonly fault: BatchFault | null
}

export interface BatchFault {
  readonly offset: number
  readonly invariant: 'crc' | 'sequence' | 'trailer' | 'chain'
  readonly message: string
}

/** Reads complete batches from `start` on. A record counts only after its batch's trailer, which proves number, count and chain hash. */
export function scanBatches(
  bytes: Buffer,
  start: number,
  after: JournalPosition,
  take: (record: StoredRecord, offset: number) => void,
): BatchScan {
  let position = after
  let end = start
  let batch: { readonly record: Numbered; readonly offset: number }[] = []
  const stop = (offset: number, invariant: BatchFault['invariant'], message: string): BatchScan => ({
    end,
    position,
    fault: { offset, invariant, message },
  })

  for (let offset = start; ; ) {
    if (batch.length === 0 && isZero(bytes, offset)) return { end, position, fault: null }
    const next = endOfFrame(bytes, offset)
    if (typeof next === 'string') return stop(offset, 'crc', next)
    const record = parsePayload(bytes, offset, next)
    if (record === null) return stop(offset, 'crc', 'a record is not a JSON object')
    const expected = position.q + batch.length + 1
    if (record.q !== expected) return stop(offset, 'sequence', `expected record ${expected}, got ${record.q}`)
    if (record.t !== 'batch') {
      batch.push({ record, offset })
    } else {
      const h = hash('sha256', Buffer.concat([position.h, bytes.subarray(end, offset)]), 'buffer')
      const fault = checkTrailer(record, position.b + 1, batch.length, h)
      if (fault !== null) return stop(offset, ...fault)
      for (const { record, offset } of batch) take(record, offset)
      position = { q: record.q, b: record.b, h }
      batch = []
      end = next
    }
    offset = next
  }
}

function checkTrailer(
  { b, c, h }: BatchTrailer,
  number: number,
  count: number,
  expected: Buffer,
): [BatchFault['invariant'], string] | null {
  if (b !== number) return ['trailer', `expected batch ${number}, got ${b}`]
  if (c !== count || count === 0) return ['trailer', `batch ${b} has ${count} records, its trailer says ${c}`]
  if (h !== expected.toString('hex')) return ['chain', `the chain hash of batch ${b} does not fit`]
  return null
}

/** Finds the trailer of a batch later than `number` after `from`: proof that the broken data before it was acknowledged. */
export function findLaterTrailer(bytes: Buffer, from: number, number: number): BatchTrailer | null {
  // A frame's length contains a zero byte, which JSON never does, so no text of a caller can imitate a trailer.
  for (let at = bytes.indexOf(payloadStart, from); at !== -1; at = bytes.indexOf(payloadStart, at + 1)) {
    const offset = at - frameHead
    const end = offset < from ? 'before' : endOfFrame(bytes, offset)
    const record = typeof end === 'string' ? null : parsePayload(bytes, offset, end)
    if (record?.t === 'batch' && record.b > number) return record
  }
  return null
}

const payloadStart = Buffer.from('{"')

function parsePayload(bytes: Buffer, offset: number, end: number): Numbered | BatchTrailer | null {
  const record: unknown = nullIfThrows(() => JSON.parse(bytes.toString('utf8', offset + frameHead, end)))
  return typeof record === 'object' && record !== null ? (record as Numbered | BatchTrailer) : null
}

const zeros = Buffer.alloc(65_536)

function isZero(bytes: Buffer, from: number): boolean {
  if (from < bytes.length && bytes[from] !== 0) return false
  for (let start = from; start < bytes.length; start += zeros.length) {
    const part = bytes.subarray(start, start + zeros.length)
    if (zeros.compare(part, 0, part.length, 0, part.length) !== 0) return false
  }
  return true
}

const maxBatchRecords = 512
const maxBatchBytes = 1_048_576
/** Upper bound for the bytes of a trailer with its frame. */
const trailerRoom = 256
const hashBytes = 32

/** Record as JSON without its sequence number, and its time. */
export interface EncodedRecord {
  readonly json: string
  readonly at: number
}

/** Encodes a record. @throws RangeError for a record that does not fit a frame together with `q` */
export function toEncoded(record: LedgerRecord): EncodedRecord {
  const json = encodeRecord(record)
  const room = maxPayload - 32
  if (json.length > room / 3 && Buffer.byteLength(json) > room)
    throw new RangeError(`a ${record.type} record of ${Buffer.byteLength(json)} bytes, at most ${room} are allowed`)
  return { json, at: record.at }
}

/**
 * Creates the encoder of batches. It writes into one buffer, reused by the next batch, and puts the previous chain hash
 * first, so that one call hashes both.
 */
export function createBatchEncoder() {
  let buffer = Buffer.allocUnsafe(4000)

  function makeRoom(used: number, more: number): void {
    if (used + more + trailerRoom <= buffer.length) return
    const larger = Buffer.allocUnsafe(2 * (used + more + trailerRoom))
    buffer.copy(larger, 0, 0, used)
    buffer = larger
  }

  /** Encodes a batch with its trailer. The returned bytes are valid until the next call. */
  return (records: readonly EncodedRecord[], after: JournalPosition) => {
    let { q } = after
    let count = 0
    let end = hashBytes
    for (const { json } of records) {
      if (count === maxBatchRecords) break
      makeRoom(end, frameHead + 32 + 3 * json.length)
      const next = writeFrame(buffer, end, `{"q":${q + 1},`, json.slice(1))
      if (next - hashBytes > maxBatchBytes && count > 0) break
      end = next
      q += 1
      count += 1
    }
    after.h.copy(buffer)
    const h = hash('sha256', buffer.subarray(0, end), 'buffer')
    const position = { q: q + 1, b: after.b + 1, h }
    const { at } = records[count - 1]!
    const trailer = { q: position.q, t: 'batch', at, b: position.b, c: count, h: h.toString('hex') }
    end = writeFrame(buffer, end, JSON.stringify(trailer))
    return { bytes: buffer.subarray(hashBytes, end), count, position }
  }
}

/*
 * Header of a segment, 72 bytes, little endian:
 *
 *   0  magic RIFTLJ01        20  sequence number of the first record
 *   8  format version, u32   28  number of the first batch
 *   12 epoch, u64            36  chain hash at the end of the previous segment, 32 bytes
 *                            68  CRC-32 of the bytes before
 */

export const headerBytes = 72
const magic = Buffer.from('RIFTLJ01')
const formatVersion = 1

interface SegmentHeader {
  readonly epoch: number
  /** Journal position at the end of the previous segment. */
  readonly after: JournalPosition
}

export function encodeHeader({ epoch, after }: SegmentHeader): Buffer {
  const bytes = Buffer.alloc(headerBytes)
  magic.copy(bytes)
  bytes.writeUInt32LE(formatVersion, 8)
  bytes.writeBigUInt64LE(BigInt(epoch), 12)
  bytes.writeBigUInt64LE(BigInt(after.q + 1), 20)
  bytes.writeBigUInt64LE(BigInt(after.b + 1), 28)
  after.h.copy(bytes, 36)
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 68)), 68)
  return bytes
}

/** Decodes a header; returns the reason as text when it is unreadable. */
export function decodeHeader(bytes: Buffer): SegmentHeader | string {
  if (bytes.length < headerBytes) return 'the segment header is cut off'
  if (!bytes.subarray(0, 8).equals(magic)) return 'not a journal segment'
  if (bytes.readUInt32LE(68) !== crc32(bytes.subarray(0, 68))) return 'the CRC of the segment header does not fit'
  const version = bytes.readUInt32LE(8)
  if (version !== formatVersion) return `journal format ${version} is not known, expected ${formatVersion}`
  const numberAt = (offset: number): number => Number(bytes.readBigUInt64LE(offset))
  const after = { q: numberAt(20) - 1, b: numberAt(28) - 1, h: Buffer.from(bytes.subarray(36, 68)) }
  return { epoch: numberAt(12), after }
}

/** Position in a journal after which the next batch follows. */
export interface JournalPosition {
  /** Sequence number of the last payload; trailers count too. */
  readonly q: number
  readonly b: number
  /** Chain hash of the last batch, 32 bytes. */
  readonly h: Buffer
}

export const journalStart: JournalPosition = { q: 0, b: 0, h: Buffer.alloc(32) }

export function samePosition(a: JournalPosition, b: JournalPosition): boolean {
  return a.q === b.q && a.b === b.b && a.h.equals(b.h)
}

/*
 * Record on disk, little endian:
 *
 *   0         4         8                8 + n
 *   | n, u32  | CRC-32  | n bytes of JSON |
 *
 * The CRC covers length and payload. A length of 0 is the clean end, because segments are extended with zeros.
 */

export const frameHead = 8
export const maxPayload = 1_048_576

/** Writes a payload, given in two parts to avoid a copy, as a frame. The buffer must have room. @returns the end of the frame */
function writeFrame(into: Buffer, offset: number, start: string, rest = ''): number {
  const rests = offset + frameHead + into.write(start, offset + frameHead)
  const end = rest === '' ? rests : rests + into.write(rest, rests)
  const length = end - offset - frameHead
  into.writeUInt32LE(length, offset)
  into.writeUInt32LE(crc32(rest, crc32(start, crc32OfUint32(length))), offset + 4)
  return end
}

/** Returns the end of the frame at `offset`, or the reason why it is unreadable. */
export function endOfFrame(bytes: Buffer, offset: number): number | string {
  if (offset + frameHead > bytes.length) return 'a record is cut off'
  const length = bytes.readUInt32LE(offset)
  const end = offset + frameHead + length
  if (length < 2 || length > maxPayload) return `a record cannot have ${length} bytes`
  if (end > bytes.length) return 'a record is cut off'
  const crc = crc32(bytes.subarray(offset + frameHead, end), crc32OfUint32(length))
  if (bytes.readUInt32LE(offset + 4) !== crc) return 'the CRC of a record does not fit'
  return end
}
