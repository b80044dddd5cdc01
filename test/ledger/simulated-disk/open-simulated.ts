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

/** Opens the file store on a simulated disk; it makes snapshots in the same thread. */
export function openSimulated(
  session: Session,
  random: SeededRandom,
  options: Partial<FileStoreOptions> = {},
): Promise<FileLedger> {
  return openFileLedger(simulated(session, random, options))
}

/** Number of the last token. A seed is used for several stores, whose tokens must differ. */
let tokens = 0

/** Takes the lock as a process of a simulated machine, in a network namespace of its own. */
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
    // The holder before is dead, since sessions of one test follow each other.
    takeLock: (parts) => takeSimulated(parts, createMachine().start()),
    makeSnapshot: (task) => makeSnapshot(session.fs, task),
    ...options,
  }
}
