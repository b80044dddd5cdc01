import { type SeededRandom, seededRandom } from '@riftline/core'
import type { FileLedger } from '#ledger/file/file-store.ts'
import { makeSnapshot } from '#ledger/file/make-snapshot.ts'
import type { LedgerRecord } from '#ledger/rules/ledger-record.ts'
import { createManualClock } from '../../support/clock.ts'
import { createBooks, settle } from './books.ts'
import { type World, work } from './callers.ts'
import { createDisk, type Session, type Trouble } from './disk.ts'
import { openSimulated } from './open-simulated.ts'
import { createFakeTimers } from './timers.ts'

export interface TortureCounts {
  crashes: number
  snapshots: number
  deletions: number
}

/** First seed with a history of months, which has old segments deleted; these seeds take several times as long. */
export const firstOldSeed = 2_000_000
const month = 31 * 86_400_000

/**
 * Runs one ledger through many crashes: calls, snapshots and deletions on a disk that loses power or its process in the middle
 * of any call, also during recovery. After every start the ledger must agree with the outcomes that callers were told.
 *
 * @throws Error at the first difference
 */
export async function torture(seed: number, counts: TortureCounts): Promise<void> {
  const random = seededRandom(seed)
  const disk = createDisk(random)
  const timers = createFakeTimers()
  const clock = createManualClock()
  const books = createBooks()
  let made = 0
  const world: World = { random, clock, books, fireTimers: timers.fire, next: () => ++made }
  const limits = { segmentBytes: 400 + random.below(1600), snapshotRecords: 5 + random.below(30) }

  const open = (session: Session): Promise<FileLedger> =>
    openSimulated(session, random, {
      timers,
      clock,
      limits,
      freeCredits: random.below(4) === 0 ? 0 : 20,
      log: ({ event, error }) => {
        if (event === 'snapshot_failed') throw new Error(`a snapshot failed: ${error}`)
      },
      makeSnapshot: async (task) => {
        await makeSnapshot(session.fs, task)
        counts.snapshots += 1
      },
    })

  const isOld = seed >= firstOldSeed
  const lives = isOld ? 2 + random.below(3) : 1
  for (let life = 0; life <= lives; life += 1) {
    const last = life === lives
    const isQuiet = last || (isOld && life === 0)
    timers.clear()
    const session = disk.start(isQuiet ? {} : troubleOf(random, isOld))
    const before = disk.files()
    const ledger = await untilCrash(session, open(session))
    if (ledger !== null) {
      comparePrefixes(before, disk.files())
      await untilCrash(session, live(world, ledger, last ? 'none' : isOld ? 'months' : 'minutes'))
      const after = disk.files()
      for (const path of before.keys()) if (path.endsWith('.rlj') && !after.has(path)) counts.deletions += 1
    }
    session.end()
    if (last) return
    counts.crashes += 1
    // A kill without a power cut leaves unsynced calls for a later power cut.
    if (random.below(4) > 0) disk.cutPower()
  }
}

async function live(world: World, ledger: FileLedger, length: 'none' | 'minutes' | 'months'): Promise<void> {
  const records: LedgerRecord[] = []
  for await (const record of ledger.journal.records()) records.push(record)
  settle(world.books, ledger.state, records)
  // No call is open here, so records may become so old that their segments are deleted.
  if (length === 'months') world.clock.advance(world.random.below(6) * month)
  if (length !== 'none') await work(world, ledger.store, 2 + world.random.below(length === 'months' ? 40 : 14))
  if (world.random.below(4) === 0) await ledger.store.close()
}

function troubleOf(random: SeededRandom, isOld: boolean): Trouble {
  if (isOld && random.below(3) === 0) return { crashAfterRemoval: random.below(3) }
  return { crashAt: 1 + random.below(random.below(8) === 0 ? 200 : 60), shortWrites: random.below(4) === 0 }
}

/** Returns the result, or null if a crash comes first. An error is a violation, since no call fails on this disk. */
function untilCrash<T>(session: Session, result: Promise<T>): Promise<T | null> {
  return Promise.race([result, session.crashed.then(() => null)])
}

/** Checks that recovery cuts a segment at the end of a batch or removes it, and never changes the rest. */
function comparePrefixes(before: ReadonlyMap<string, Buffer>, after: ReadonlyMap<string, Buffer>): void {
  for (const [path, bytes] of before) {
    const kept = after.get(path)
    if (!path.endsWith('.rlj') || kept === undefined) continue
    if (!bytes.subarray(0, kept.length).equals(kept)) throw new Error(`${path} is no prefix of what it was`)
    else if (kept.length > 72 && !kept.includes('"t":"batch"', -200)) throw new Error(`${path} ends within a batch`)
  }
}
