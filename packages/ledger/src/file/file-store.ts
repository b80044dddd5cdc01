import { requireOptions } from '@riftline/base'
import { errorFields, type Fs, type Log, nodeFs, systemTimers, type Timers } from '@riftline/base/node'
import type { CreditStore } from '../credit-store.ts'
import { importBatches } from '../document/import-records.ts'
import { isAhead, type LedgerImport, refuseAccounts } from '../document/ledger-import.ts'
import { type LedgerMetrics, noMetrics } from '../ledger-metrics.ts'
import { applyRecord } from '../rules/apply-record.ts'
import type { LedgerState } from '../rules/ledger-state.ts'
import { firstOfState, hasToTurnBack, newestTimeOf, type StartingClock, turnBackRecord } from '../rules/turn-back.ts'
import type { Journal } from '../store/live-ledger.ts'
import { createLedgerStore, type StoreOptions, storeOptions } from '../store/memory-store.ts'
import { type FileJournalOptions, type JournalLimits, journalLimits, openFileJournal } from './file-journal.ts'
import {
  beginImport,
  discardUnfinishedImport,
  endImport,
  ledgerFolder,
  makeLedgerFolder,
  refuseOpenFolder,
  refuseUnfinishedImport,
} from './folder.ts'
import { takeLock, takenOver } from './lock.ts'
import { clearUnfinished, fence, LockLost } from './lock-file.ts'
import { type MakeSnapshot, makeSnapshot, snapshotInThread } from './make-snapshot.ts'
import { recover } from './read-journal.ts'
import { JournalDamage } from './read-segment.ts'
import { raiseEpoch } from './segment-writer.ts'

export interface FileStoreOptions extends StoreOptions, StartingClock {
  /** Its folder `ledger` has journal and snapshots. */
  readonly dataFolder: string
  readonly log: Log
  readonly metrics?: LedgerMetrics
  /** Everything that a test replaces. */
  readonly fs?: Fs
  readonly timers?: Timers
  readonly takeLock?: typeof takeLock
  readonly makeSnapshot?: MakeSnapshot
  readonly limits?: JournalLimits
}

/**
 * The store in files: a journal, replayed at the start from the newest snapshot on. Before the first call, every charge
 * whose delivery is not on record is refunded: a call that a crash cut off has failed.
 *
 * @throws RiftlineError `data_folder_locked`, `ledger_of_another_user`, `ledger_exposed`, `journal_damaged`, `import_unfinished`,
 * `clock_behind_ledger`
 */
export async function openFileStore(options: FileStoreOptions): Promise<CreditStore> {
  requireOptions(options, fileStoreOptions)
  return (await openFileLedger(options)).store
}

const injected = ['log', 'metrics', 'fs', 'timers', 'takeLock', 'makeSnapshot', 'limits']
const fileStoreOptions: readonly string[] = [...storeOptions, 'acceptClock', 'dataFolder', ...injected]

/** Opens a ledger and gives its parts. @param unfinished what becomes of an import that was cut off */
export async function openFileLedger(
  options: FileStoreOptions,
  unfinished: (fs: Fs, folder: string) => Promise<void> = refuseUnfinishedImport,
) {
  const { dataFolder, randomBytes, timers = systemTimers } = options
  const disk = options.fs ?? nodeFs
  const folder = await makeLedgerFolder(disk, dataFolder)
  const parts = { fs: disk, folder, dataFolder, timers, randomBytes }
  const lock = await (options.takeLock ?? takeLock)(parts)
  const fs = fence(disk, lock.look)
  let close = lock.release
  try {
    await clearUnfinished(fs, folder)
    const epoch = await raiseEpoch(fs, folder, lock.token)
    await lock.note(epoch)
    await lock.settle()
    await refuseOpenFolder(fs, folder)
    await unfinished(fs, folder)
    const { state, position, records, bytes } = await recover(fs, folder, options.log, lock.token)
    const turnsBack = await hasToTurnBack(options, newestTimeOf(state), () => firstOfState(state))
    const journal = await openFileJournal({
      fs,
      folder,
      lock,
      epoch,
      position,
      unsnapshotted: { records, bytes },
      limits: options.limits ?? journalLimits,
      clock: options.clock,
      timers,
      metrics: options.metrics ?? noMetrics,
      snapshot: toSnapshot(options, folder, lock.token),
    })
    close = () => journal.close().finally(lock.release)
    void journal.failed.then((cause) => {
      options.log({ level: 'error', event: 'journal_failed', folder, ...errorFields(cause) })
    })
    if (turnsBack) {
      const record = turnBackRecord(options.clock.now())
      applyRecord(state, record)
      await journal.append(record)
    }
    const store = createLedgerStore({ ...options, state, journal: { ...journal, close } })
    await refundOpen(store, state, options.metrics)
    return { fs, store, state, journal }
  } catch (error) {
    // A process that was taken over meanwhile may have met any error; the lost lock is its cause.
    const isLost = await lock.look().then(
      () => false,
      (cause) => cause instanceof LockLost,
    )
    // An error of closing follows from the first one, or matters less.
    await close().catch(() => {})
    throw isLost ? takenOver(dataFolder, error) : error
  }
}

/** An open ledger with its parts; the store is what callers use. */
export type FileLedger = Awaited<ReturnType<typeof openFileLedger>>

async function refundOpen(store: CreditStore, state: LedgerState, metrics: LedgerMetrics = noMetrics): Promise<void> {
  const unproved = [...state.open.values()]
  await Promise.all(unproved.map(({ requestId }) => store.refund(requestId, 'crash')))
  for (const { credits } of unproved) metrics.count('credits_refunded_total', { reason: 'crash' }, credits)
}

/**
 * A failed snapshot is no reason to stop: the one before it and the segments since are the same. But the next start
 * refuses a damaged segment, so the operator is told now.
 */
function toSnapshot(options: FileStoreOptions, folder: string, holder: string): FileJournalOptions['snapshot'] {
  const { fs = nodeFs, clock, log, metrics = noMetrics } = options
  const aside = options.makeSnapshot ?? snapshotInThread()
  const here = options.makeSnapshot ?? ((task) => makeSnapshot(fs, task))
  return async (upTo, closing) => {
    const start = clock.monotonicMs()
    try {
      await (closing ? here : aside)({ folder, upTo, holder })
      metrics.observe('ledger_snapshot_seconds', (clock.monotonicMs() - start) / 1000)
    } catch (error) {
      metrics.count('ledger_snapshots_failed_total')
      log({ level: 'error', event: 'snapshot_failed', upTo, ...errorFields(error), ...damageFields(error) })
    }
  }
}

function damageFields(error: unknown): object {
  if (!(error instanceof JournalDamage)) return {}
  const { file, offset, invariant } = error
  const advice = `the next start will refuse this ledger: put ${file} back from a copy; riftline ledger verify checks it`
  return { file, offset, invariant, advice }
}

/**
 * Fills the empty ledger of a data folder with a document: all of it, or nothing. Charges whose delivery is not known stay
 * as they are until the next start, so that the two ledgers can be compared, and are then given back as after a crash.
 *
 * @throws RiftlineError `ledger_not_empty`, `ledger_document_invalid`, `data_folder_locked`,
 * `clock_behind_ledger`; StorageError
 */
export async function importIntoFiles(options: FileStoreOptions, document: LedgerImport): Promise<void> {
  requireOptions(options, fileStoreOptions)
  const ahead = isAhead(document, options)
  const batches = importBatches(document, ahead ? options.clock.now() : null)
  const folder = ledgerFolder(options.dataFolder)
  const { fs, store, state, journal } = await openFileLedger(options, discardUnfinishedImport)
  try {
    refuseAccounts(state.accounts.size)
    await fill(fs, folder, journal, batches)
  } finally {
    await store.close()
  }
}

type ImportBatches = ReturnType<typeof importBatches>

async function fill(fs: Fs, folder: string, journal: Journal, batches: ImportBatches): Promise<void> {
  try {
    await beginImport(fs, folder)
    for (const batch of batches) await Promise.all(batch.map((record) => journal.append(record)))
    await journal.close()
    await endImport(fs, folder)
  } catch (error) {
    // Nothing may be written after the clearing, such as a snapshot. Where that fails too, the next import does it.
    await journal.close().catch(() => {})
    await beginImport(fs, folder).catch(() => {})
    await discardUnfinishedImport(fs, folder).catch(() => {})
    throw error
  }
}
