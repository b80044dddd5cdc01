import { type Fs, unlinkIfThere } from '@riftline/base/node'
import { utcMonth } from '../rules/free-month.ts'
import { startOfStatements } from '../rules/statement.ts'
import { readSegment } from './read-segment.ts'
import { endOfFrame, frameHead, headerBytes, maxPayload } from './segment-header.ts'
import type { SegmentName } from './segment-writer.ts'
import { snapshotsAmong } from './snapshot-file.ts'

/**
 * The first record to keep. Statements are read from the segments, which stay until all their records are older than
 * the previous three UTC months. A clock that is ahead ends no month: the last four in which a segment was begun are
 * kept too.
 */
export async function firstToKeep(
  fs: Fs,
  folder: string,
  segments: readonly SegmentName[],
  /** The last record of the older of the two snapshots that stay. */
  coveredTo: number,
  /** Ledger time; records after it are of a clock that was ahead. */
  now: number,
): Promise<number> {
  const statements = startOfStatements(now)
  const [oldest] = segments
  if (oldest === undefined) return 1
  const oldestAt = await firstAt(fs, folder, oldest)
  let keep = oldest.first
  if (oldestAt !== null && oldestAt >= statements && oldestAt <= now) return keep
  const cutoff = Math.min(statements, await startOfMonthsUsed(fs, folder, segments, now))
  for (const [index, next] of segments.slice(1).entries()) {
    const segment = segments[index]!
    if (next.first > coveredTo + 1 || !(await isOlder(fs, folder, segment, next, cutoff, now))) break
    keep = next.first
  }
  return keep
}

const monthsKept = 4

/** The start of the fourth last UTC month in which a segment was begun; before all time where there are fewer. */
async function startOfMonthsUsed(
  fs: Fs,
  folder: string,
  segments: readonly SegmentName[],
  now: number,
): Promise<number> {
  const months = new Set<number>()
  for (const segment of segments.toReversed()) {
    const at = await firstAt(fs, folder, segment)
    if (at !== null && at <= now) months.add(utcMonth(at).from)
    if (months.size === monthsKept) return Math.min(...months)
  }
  return Number.NEGATIVE_INFINITY
}

/**
 * Looks at all records unless the first is too young: imported ones need not be in order of time. Records of a clock
 * that was ahead do not say how old they are; they are older than what follows.
 */
async function isOlder(
  fs: Fs,
  folder: string,
  segment: SegmentName,
  next: SegmentName,
  cutoff: number,
  now: number,
): Promise<boolean> {
  const first = await firstAt(fs, folder, segment)
  if (first !== null && first >= cutoff && first <= now) return false
  let newest = Number.NEGATIVE_INFINITY
  let ahead = false
  await readSegment({ fs, folder, segment, after: null, isLast: false }, ({ at }) => {
    if (at > now) ahead = true
    else newest = Math.max(newest, at)
  })
  if (ahead) newest = Math.max(newest, (await firstAt(fs, folder, next)) ?? now)
  return newest < cutoff
}

/** Most first records are short; one that carries an answer need not be. */
const firstReads = [4096, frameHead + maxPayload]

/** Time of a segment's first record; null when it has none that reads. */
async function firstAt(fs: Fs, folder: string, { name }: SegmentName): Promise<number | null> {
  for (const length of firstReads) {
    const bytes = await fs.read(`${folder}/${name}`, headerBytes, length)
    const end = endOfFrame(bytes, 0)
    if (typeof end === 'number') return (JSON.parse(bytes.toString('utf8', frameHead, end)) as { at: number }).at
  }
  return null
}

/**
 * Deletes old segments, and all snapshots older than the newest but those to keep. Call it only when the newest
 * snapshot and its name are synced. Oldest first and each for good before the next: a crash must not leave a hole
 * between segments.
 */
export async function deleteOld(
  fs: Fs,
  folder: string,
  segments: readonly SegmentName[],
  keepFrom: number,
  keptSnapshots: readonly number[],
): Promise<void> {
  for (const { name, first } of segments) {
    if (first >= keepFrom) break
    await unlinkIfThere(fs, `${folder}/${name}`)
    await fs.syncFolder(folder)
  }
  const newest = Math.max(...keptSnapshots)
  for (const { name, q } of snapshotsAmong(await fs.list(folder))) {
    if (q < newest && !keptSnapshots.includes(q)) await unlinkIfThere(fs, `${folder}/${name}`)
  }
}

/** The earliest and the latest time of a segment's records; `from` is after `to` where it has none. */
export interface SegmentTimes {
  readonly from: number
  readonly to: number
}

/**
 * Of all records, since imported ones and uses of addresses are in no order of time. Without parsing, in a few
 * milliseconds for 16 MiB.
 */
export function timesOf(bytes: Buffer): SegmentTimes {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let offset = headerBytes; offset + frameHead < bytes.length; ) {
    const length = bytes.readUInt32LE(offset)
    if (length === 0) break
    const at = timeAt(bytes, offset + frameHead)
    if (at < from) from = at
    if (at > to) to = at
    offset += frameHead + length
  }
  return { from, to }
}

const [comma, quote, a, t, minus, zero] = [0x2c, 0x22, 0x61, 0x74, 0x2d, 0x30]

/** Every payload begins `{"q":1,"t":"type","at":2,`: no text of a caller comes before the time. */
function timeAt(bytes: Buffer, start: number): number {
  let place = start
  while (bytes[place] !== comma || bytes[place + 1] !== quote || bytes[place + 2] !== a || bytes[place + 3] !== t) {
    if (place >= bytes.length) return Number.NaN
    place += 1
  }
  place += 6
  const sign = bytes[place] === minus ? -1 : 1
  if (sign === -1) place += 1
  let value = 0
  for (let digit = bytes[place]! - zero; digit >= 0 && digit <= 9; digit = bytes[place]! - zero) {
    value = value * 10 + digit
    place += 1
  }
  return sign * value
}
