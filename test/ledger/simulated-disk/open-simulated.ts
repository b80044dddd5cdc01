import type { SeededRandom } from '@riftline/core'
import { type FileLedger, type FileStoreOptions, openFileLedger } from '#ledger/file/file-store.ts'
import { type LockOptions, takeLock } from '#ledger/file/lock.ts'
import type { Lock } from '#ledger/file/lock-file.ts'
import { makeSnapshot } from '#ledger/file/make-snapshot.ts'
import type { Processes } from '#ledger/file/process-identity.ts'
import { createManualClock } from '../../support/clock.ts'
import type { Session } from './disk.ts'
import { createMachine } from './processes.ts'
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

/** Seeds come twice, tokens never. */
let tokens = 0

/** The lock as a process of a simulated machine takes it, in a network namespace of its own. */
export function takeSimulated(parts: LockOptions, processes: Processes): Promise<Lock> {
  tokens += 1
  const token = Buffer.from(String(tokens).padStart(16))
  const randomBytes = () => token
  return takeLock({ ...parts, processes, randomBytes, claim: async () => async () => {} })
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
    // Whoever was there before is dead: sessions of one test come one after the other.
    takeLock: (parts) => takeSimulated(parts, createMachine().start()),
    makeSnapshot: (task) => makeSnapshot(session.fs, task),
    ...options,
  }
}
