import type { SeededRandom } from '@riftline/core'
import {
  type FileLedger,
  type FileStoreOptions,
  openFileLedger,
} from '../../../packages/server/src/credits/file/file-store.ts'
import { makeSnapshot } from '../../../packages/server/src/credits/file/make-snapshot.ts'
import { createManualClock } from '../../support/clock.ts'
import type { Session } from './disk.ts'
import { createFakeTimers } from './timers.ts'

export const folder = '/data/ledger'

/** The file store on a simulated disk, with snapshots made on the spot. */
export function openSimulated(
  session: Session,
  random: SeededRandom,
  options: Partial<FileStoreOptions> = {},
): Promise<FileLedger> {
  return openFileLedger(simulated(session, random, options))
}

export function simulated(
  session: Session,
  random: SeededRandom,
  options: Partial<FileStoreOptions> = {},
): FileStoreOptions {
  return {
    fs: session.fs,
    timers: createFakeTimers(),
    clock: createManualClock(),
    dataFolder: '/data',
    freeCredits: 20,
    limits: { segmentBytes: 16_384, snapshotRecords: 100_000 },
    randomBytes: (size) => Buffer.from(Array.from({ length: size }, () => random.below(256))),
    log: () => {},
    takeLock: async () => ({ note: async () => {}, release: async () => {} }),
    makeSnapshot: (task) => makeSnapshot(session.fs, task),
    ...options,
  }
}
