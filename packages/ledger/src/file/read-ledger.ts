import { setImmediate } from 'node:timers/promises'
import { RiftlineError, requireOptions } from '@riftline/base'
import { type Fs, isMissing, nodeFs } from '@riftline/base/node'
import type { AccountAdministration } from '../credit-store.ts'
import type { LedgerRecord } from '../rules/ledger-record.ts'
import type { LedgerState } from '../rules/ledger-state.ts'
import { firstOfState, hasToTurnBack, newestTimeOf, type StartingClock } from '../rules/starting-clock.ts'
import { linesBack } from '../rules/statement.ts'
import { turnBack } from '../rules/turn-back.ts'
import { createLedgerStore } from '../store/ledger-store.ts'
import { createMemoryJournal, type StoreOptions, storeOptions } from '../store/memory-store.ts'
import { ledgerFolder, refuseUnfinishedImport } from './folder.ts'
import { JournalDamage } from './journal-damage.ts'
import { type DurableEnd, readRecords, replay } from './read-journal.ts'
import { segmentsAmong } from './segment-writer.ts'

/** A ledger as it was when it was read. */
export interface LedgerView {
  readonly state: LedgerState
  /** Bytes of a last batch that is not whole: one that is being written, or one that a start would cut. */
  readonly tornBytes: number
  /** Every record that is still kept, oldest first. */
  records(): AsyncIterable<LedgerRecord>
}

/** Segments come and go while a server writes, and a read is not atomic: what looks wrong is looked at again. */
const attempts = 5

/**
 * Reads a ledger without its lock, also beside the server that writes it.
 * @throws RiftlineError `ledger_not_found`, `journal_damaged`, `import_unfinished`
 */
export async function readLedger(dataFolder: string, fs: Fs = nodeFs): Promise<LedgerView> {
  await assertLedger(fs, dataFolder)
  return withAttempts(() => readOnce(fs, ledgerFolder(dataFolder)))
}

/** @throws RiftlineError `ledger_not_found`, `import_unfinished` */
export async function assertLedger(fs: Fs, dataFolder: string): Promise<void> {
  try {
    await refuseUnfinishedImport(fs, ledgerFolder(dataFolder))
  } catch (cause) {
    if (!isMissing(cause)) throw cause
    throw new RiftlineError('ledger_not_found', `there is no ledger in the data folder ${dataFolder}`, { cause })
  }
}

async function withAttempts<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      if (attempt === attempts || !(error instanceof JournalDamage || isMissing(error))) throw error
      await setImmediate()
    }
  }
}

async function readOnce(fs: Fs, folder: string): Promise<LedgerView> {
  const { state, sealed, last } = await replay(fs, folder)
  const [before] = segmentsAmong(sealed === null ? [] : [sealed.name])
  const until: DurableEnd | undefined =
    last ?? (before === undefined || sealed === null ? undefined : { segment: before, end: sealed.size })
  return { state, tornBytes: last?.tornBytes ?? 0, records: () => readRecords(fs, folder, until) }
}

/**
 * The accounts of a ledger for those who only read, beside the server that writes it or alone. What a method would write is
 * forgotten: the free month that a balance counts from its first day on is written by the first call that uses it.
 *
 * @throws RiftlineError `ledger_not_found`, `import_unfinished`, `journal_damaged`, `clock_behind_ledger`
 */
export async function readAccounts(
  options: StoreOptions & StartingClock & { readonly dataFolder: string },
): Promise<AccountAdministration> {
  requireOptions(options, [...storeOptions, 'acceptClock', 'dataFolder', 'log'])
  const { state, records } = await readLedger(options.dataFolder)
  const turnsBack = await hasToTurnBack(options, newestTimeOf(state), () => firstOfState(state))
  if (turnsBack) turnBack(state, options.clock.now())
  return createLedgerStore({
    ...options,
    state,
    journal: { ...createMemoryJournal(), records, linesBack: (wanted) => linesBack(records(), wanted) },
  })
}
