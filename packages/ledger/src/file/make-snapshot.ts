import type { Fs } from '@riftline/base/node'
import { applyRecord } from '../rules/apply-record.ts'
import { fence } from './fence.ts'
import { assertInvariants } from './journal-damage.ts'
import { loadSnapshot } from './load-snapshot.ts'
import { assertHolder } from './lock-file.ts'
import { checkFirst } from './read-journal.ts'
import { readSegment } from './read-segment.ts'
import { deleteOld, firstToKeep } from './retention.ts'
import { type SegmentName, segmentsAmong } from './segment-name.ts'
import { writeSnapshot } from './snapshot-file.ts'

export interface SnapshotTask {
  readonly folder: string
  /** The last record of a sealed segment. */
  readonly upTo: number
  /** The token of the lock's holder: the thread of a server that was taken over must not go on. */
  readonly holder: string
}

/**
 * Makes a snapshot from the one before it and the sealed segments since, never from live memory: nothing pauses, and the
 * journal is read and checked once more. Then deletes what nobody needs any more.
 *
 * @throws JournalDamage when the journal does not read
 */
export async function makeSnapshot(disk: Fs, { folder, upTo, holder }: SnapshotTask): Promise<void> {
  const fs = fence(disk, () => assertHolder(disk, folder, holder))
  const entries = await fs.list(folder)
  const before = await loadSnapshot(fs, folder, entries)
  if (before.position.q >= upTo) return
  const segments = segmentsAmong(entries)
  checkFirst(folder, segments, before.keepFrom)
  const { state } = before
  let { position } = before
  let sealed: SegmentName | null = null
  for (const segment of segments) {
    if (segment.first <= before.position.q || segment.first > upTo) continue
    const read = await readSegment({ fs, folder, segment, after: position, isLast: false }, (record) =>
      applyRecord(state, record),
    )
    position = read.position
    sealed = segment
  }
  if (sealed === null || position.q !== upTo)
    throw new Error(`sealed segments end at record ${position.q}, expected ${upTo}`)
  assertInvariants(state, `${folder}/${sealed.name}`)
  const coveredTo = before.snapshot === null ? 0 : before.position.q
  const keepFrom = await firstToKeep(fs, folder, segments, coveredTo, state.lastAt)
  const size = await fs.size(`${folder}/${sealed.name}`)
  await writeSnapshot(fs, folder, { position, keepFrom, sealed: { name: sealed.name, size } }, state, holder)
  await deleteOld(fs, folder, segments, keepFrom, [upTo, before.position.q])
}
