import { endOfFrame, frameHead, maxPayload } from './frame.ts'
import { type Fs, unlinkIfThere } from './fs.ts'
import { readSegment } from './read-segment.ts'
import { headerBytes } from './segment-header.ts'
import type { SegmentName } from './segment-name.ts'
import { snapshotsAmong } from './snapshot-file.ts'

/**
 * What may be deleted. Lines for statements are kept neither in memory nor in snapshots, which would grow with every
 * charge. The segments themselves are kept instead until all their records are older than the previous three UTC months,
 * and statements are read from them.
 */
export async function firstToKeep(
  fs: Fs,
  folder: string,
  segments: readonly SegmentName[],
  /** The last record of the older of the two snapshots that stay. */
  coveredTo: number,
  now: number,
): Promise<number> {
  const cutoff = startOfStatements(now)
  let keep = segments[0]?.first ?? 1
  for (const [index, next] of segments.slice(1).entries()) {
    const segment = segments[index]!
    if (next.first > coveredTo + 1 || !(await isOlder(fs, folder, segment, cutoff))) break
    keep = next.first
  }
  return keep
}

/** The start of the UTC month that is three before the one of `now`. */
export function startOfStatements(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 3, 1)
}

/** Imported records need not be in order of time, so all are looked at, unless the first already is too young. */
async function isOlder(fs: Fs, folder: string, segment: SegmentName, cutoff: number): Promise<boolean> {
  const bytes = await fs.read(`${folder}/${segment.name}`, headerBytes, frameHead + maxPayload)
  const end = endOfFrame(bytes, 0)
  if (typeof end === 'number') {
    const first = JSON.parse(bytes.toString('utf8', frameHead, end)) as { readonly at: number }
    if (first.at >= cutoff) return false
  }
  let newest = Number.NEGATIVE_INFINITY
  await readSegment({ fs, folder, segment, after: null, isLast: false }, ({ at }) => {
    newest = Math.max(newest, at)
  })
  return newest < cutoff
}

/**
 * Deletes old segments and all older snapshots but those to keep. A newer one is that of a server that has taken over. Call it only when the newest snapshot and its name are synced.
 * Oldest first and each for good before the next: a crash must not leave a hole between segments.
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
