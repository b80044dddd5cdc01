import type { AccountAdministration } from '../credit-store.ts'
import { LedgerAccounts } from '../ledger-accounts.ts'
import { createMemoryJournal } from '../memory-journal.ts'
import type { StoreOptions } from '../memory-store.ts'
import { firstOfState, hasToTurnBack, newestOf, type StartingClock } from '../starting-clock.ts'
import { turnBack } from '../turn-back.ts'
import { readLedger } from './read-ledger.ts'

/**
 * The accounts of a ledger for those who only read, beside the server that writes it or alone. What a method would write is
 * forgotten: the free month that a balance counts from its first day on is written by the first call that uses it.
 *
 * @throws RiftlineError `ledger_not_found`, `import_unfinished`, `journal_damaged`, `clock_behind_ledger`
 */
export async function readAccounts(
  options: StoreOptions & StartingClock & { readonly dataFolder: string },
): Promise<AccountAdministration> {
  const { state, records } = await readLedger(options.dataFolder)
  if (hasToTurnBack(options, newestOf(state), firstOfState(state))) turnBack(state, options.clock.now())
  return new LedgerAccounts({ ...options, state, journal: { ...createMemoryJournal(), records } })
}
