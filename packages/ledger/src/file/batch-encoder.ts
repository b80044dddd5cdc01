import { hash } from 'node:crypto'
import type { LedgerRecord } from '../rules/ledger-record.ts'
import { encodeRecord } from './record-codec.ts'
import { frameHead, type JournalPosition, maxPayload, writeFrame } from './segment-header.ts'

const maxBatchRecords = 512
const maxBatchBytes = 1_048_576
/** More than any trailer takes, with its frame. */
const trailerRoom = 256
const hashBytes = 32

/** A record as JSON without its sequence number, and its time. */
export interface EncodedRecord {
  readonly json: string
  readonly at: number
}

export interface EncodedBatch {
  /** The batch with its trailer; valid until the next one is encoded. */
  readonly bytes: Buffer
  /** Number of records that it took. */
  readonly count: number
  readonly position: JournalPosition
}

/** @throws RangeError for a record that would not fit a frame, `q` and all */
export function toEncoded(record: LedgerRecord): EncodedRecord {
  const json = encodeRecord(record)
  const room = maxPayload - 32
  if (json.length > room / 3 && Buffer.byteLength(json) > room)
    throw new RangeError(`a ${record.type} record of ${Buffer.byteLength(json)} bytes, at most ${room} are allowed`)
  return { json, at: record.at }
}

/**
 * Writes records straight into one buffer that is used again for each batch. The previous chain hash is kept right before
 * the records, so that one call hashes both.
 */
export function createBatchEncoder(): (records: readonly EncodedRecord[], after: JournalPosition) => EncodedBatch {
  let buffer = Buffer.allocUnsafe(4000)

  function makeRoom(used: number, more: number): void {
    if (used + more + trailerRoom <= buffer.length) return
    const larger = Buffer.allocUnsafe(2 * (used + more + trailerRoom))
    buffer.copy(larger, 0, 0, used)
    buffer = larger
  }

  return (records, after) => {
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
    const trailer = {
      q: position.q,
      t: 'batch',
      at: records[count - 1]!.at,
      b: position.b,
      c: count,
      h: h.toString('hex'),
    }
    end = writeFrame(buffer, end, JSON.stringify(trailer))
    return { bytes: buffer.subarray(hashBytes, end), count, position }
  }
}
