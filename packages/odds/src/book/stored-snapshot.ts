import { crc32 } from '@riftline/base/node'
import { type OddsSnapshot, withoutImplausible } from '../snapshot.ts'

/** A snapshot in memory: the fields that look-ups compare, and the whole as JSON text. Times are milliseconds since 1970. */
export interface StoredSnapshot {
  /** The key of a snapshot consists of this, `capturedAt` and `source`. */
  readonly esportsMatchId: string
  readonly capturedAt: number
  /** Empty if unknown. */
  readonly source: string
  readonly scheduledAt: number
  readonly pair: TeamPair
  readonly json: string
}

/** Tolerance for a source's clock. A snapshot captured further ahead is refused, or ignored until its time. */
export const mostAheadMs: number = 5 * 60_000

/** Key of two teams, the same in either order. */
export type TeamPair = `${number}:${number}`

export function teamPair(teamA: number, teamB: number): TeamPair {
  return teamA < teamB ? `${teamA}:${teamB}` : `${teamB}:${teamA}`
}

export function toStored(snapshot: OddsSnapshot): StoredSnapshot {
  const { match, capturedAtUtc, source = '' } = snapshot
  return {
    esportsMatchId: match.esportsMatchId,
    capturedAt: Date.parse(`${capturedAtUtc}Z`),
    source,
    scheduledAt: Date.parse(`${match.scheduledUtc}Z`),
    pair: teamPair(match.team1.id, match.team2.id),
    json: JSON.stringify(snapshot),
  }
}

/** Parses a stored snapshot, without prices that today's rules refuse. */
export function fromStored(stored: StoredSnapshot): OddsSnapshot {
  return withoutImplausible(JSON.parse(stored.json) as OddsSnapshot)
}

/**
 * A segment holds the snapshots of one import as JSON lines. The first element of a line is the CRC-32 of the second:
 *
 *     ["1f6c2a90",{"snapshot":{...}}]
 *     ["90ab11c4",{"dropped":{"esportsMatchId":"...","capturedAt":[...]}}]     after compaction; with "source"
 *                                                                              behind if the snapshots had one
 *     ["77e0d3b2",{"end":2}]
 *
 * A segment without its last line was never finished and is ignored.
 */
export type SegmentRecord = { readonly snapshot: StoredSnapshot } | { readonly dropped: DroppedSnapshots }

/** Keys of snapshots that were thinned out. */
export interface DroppedSnapshots {
  readonly esportsMatchId: string
  readonly capturedAt: readonly number[]
  readonly source?: string
}

export function* segmentLines(records: Iterable<SegmentRecord>): Generator<string> {
  let count = 0
  for (const record of records) {
    count += 1
    yield toLine('snapshot' in record ? `{"snapshot":${record.snapshot.json}}` : JSON.stringify(record))
  }
  yield toLine(JSON.stringify({ end: count }))
}

/** Whether a segment has its last line, which is written after all others. */
export function isWholeSegment(bytes: Buffer): boolean {
  const last = readLine(bytes, startOfLastLine(bytes), bytes.length)
  return last !== null && 'end' in last
}

/** Yields the records of a whole segment; a line with a wrong checksum yields its number, from 1. */
export function* readOddsSegment(bytes: Buffer): Generator<SegmentRecord | { readonly damaged: number }> {
  const stop = startOfLastLine(bytes)
  let number = 0
  for (let start = 0; start < stop; ) {
    number += 1
    const end = bytes.indexOf(lineFeed, start) + 1
    const line = readLine(bytes, start, end)
    if (line !== null && 'snapshot' in line) yield { snapshot: toStored(line.snapshot) }
    else if (line !== null && 'dropped' in line) yield line
    else yield { damaged: number }
    start = end
  }
}

type Line =
  | { readonly snapshot: OddsSnapshot }
  | Extract<SegmentRecord, { dropped: unknown }>
  | { readonly end: number }

const lineFeed = 0x0a
const prefixLength = '["00000000",'.length
const suffix = ']\n'

function toLine(json: string): string {
  return `["${sumOf(Buffer.from(json))}",${json}${suffix}`
}

/** Parses the second element of a line; null if the checksum is wrong. */
function readLine(bytes: Buffer, start: number, end: number): Line | null {
  const json = bytes.subarray(start + prefixLength, end - suffix.length)
  const isIntact = bytes.toString('latin1', start, start + prefixLength) === `["${sumOf(json)}",`
  return isIntact && bytes.toString('latin1', end - suffix.length, end) === suffix
    ? (JSON.parse(json.toString()) as Line)
    : null
}

function sumOf(bytes: Uint8Array): string {
  return crc32(bytes).toString(16).padStart(8, '0')
}

function startOfLastLine(bytes: Buffer): number {
  return bytes.length < 2 ? 0 : bytes.lastIndexOf(lineFeed, bytes.length - 2) + 1
}
