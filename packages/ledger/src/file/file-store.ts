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
  /** Data folder; its subfolder `ledger` holds journal and snapshots. */
  readonly dataFolder: string
  readonly log: Log
  readonly metrics?: LedgerMetrics
  /** Dependencies that tests replace. */
  readonly fs?: Fs
  readonly timers?: Timers
  readonly takeLock?: typeof takeLock
  readonly makeSnapshot?: MakeSnapshot
  readonly limits?: JournalLimits
}

/**
 * Opens the store in files: a journal, replayed at the start from the newest snapshot on. Before the first call, every charge
 * without a recorded delivery is refunded, because a crash cut its call off.
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

/** Opens a ledger and returns its parts. @param unfinished handles an import that was cut off */
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
    // After a takeover any error is possible; the lost lock is then the real cause.
    const isLost = await lock.look().then(
      () => false,
      (cause) => cause instanceof LockLost,
    )
    // An error during closing is caused by the first one, or matters less.
    await close().catch(() => {})
    throw isLost ? takenOver(dataFolder, error) : error
  }
}

/** Open ledger with its parts; callers use only the store. */
export type FileLedger = Awaited<ReturnType<typeof openFileLedger>>

async function refundOpen(store: CreditStore, state: LedgerState, metrics: LedgerMetrics = noMetrics): Promise<void> {
  const unproved = [...state.open.values()]
  await Promise.all(unproved.map(({ requestId }) => store.refund(requestId, 'crash')))
  for (const { credits } of unproved) metrics.count('credits_refunded_total', { reason: 'crash' }, credits)
}

/**
 * Logs a failed snapshot and goes on, because the previous snapshot and the segments since hold the same data. The next start
 * would refuse a damaged segment, so the log warns the operator now.
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
 * Imports a document into the empty ledger of a data folder, completely or not at all. Charges with unknown delivery stay
 * unchanged until the next start, so that the two ledgers can be compared, and are then refunded as after a crash.
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
    // Nothing, such as a snapshot, may be written after the folder is cleared. If clearing fails too, the next import does it.
    await journal.close().catch(() => {})
    await beginImport(fs, folder).catch(() => {})
    await discardUnfinishedImport(fs, folder).catch(() => {})
    throw error
  }
}
