import { requireOptions } from '@riftline/base'
import type { AccountAdministration } from '../credit-store.ts'
import { firstOfState, hasToTurnBack, newestOf, type StartingClock } from '../rules/starting-clock.ts'
import { linesBack } from '../rules/statement.ts'
import { turnBack } from '../rules/turn-back.ts'
import { createLedgerStore } from '../store/ledger-store.ts'
import { createMemoryJournal } from '../store/memory-journal.ts'
import { type StoreOptions, storeOptions } from '../store/memory-store.ts'
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
  requireOptions(options, [...storeOptions, 'acceptClock', 'dataFolder', 'log'])
  const { state, records } = await readLedger(options.dataFolder)
  const turnsBack = await hasToTurnBack(options, newestOf(state), () => firstOfState(state))
  if (turnsBack) turnBack(state, options.clock.now())
  return createLedgerStore({
    ...options,
    state,
    journal: { ...createMemoryJournal(), records, linesBack: (wanted) => linesBack(records(), wanted) },
  })
}
