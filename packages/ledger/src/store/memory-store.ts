import { requireOptions } from '@riftline/base'
import type { Clock, RandomBytes } from '@riftline/base/node'
import type { CreditStore } from '../credit-store.ts'
import { utcMonth } from '../rules/free-month.ts'
import type { LedgerRecord } from '../rules/ledger-record.ts'
import { createLedgerState } from '../rules/ledger-state.ts'
import { linesBack, startOfStatements } from '../rules/statement.ts'
import { createLedgerStore } from './ledger-store.ts'
import type { Journal } from './live-ledger.ts'

/** Options of every store. */
export interface StoreOptions {
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  /** Credits that each account is granted for a UTC month, at its first use in it; 0 for none. */
  readonly freeCredits: number
}

/** Their names. */
export const storeOptions: readonly string[] = ['clock', 'randomBytes', 'freeCredits']

/**
 * A store without a disk, for tests and for embedding: everything is forgotten with the process.
 *
 * @example
 * const credits = createMemoryStore({ clock: systemClock, randomBytes: systemRandomBytes, freeCredits: 20 })
 * const { id } = await credits.createAccount('example')
 * await credits.grant(id, { kind: 'topup', ref: 'payment 1', credits: 100 })
 * await credits.balance(id) // => 120
 * await credits.close()
 */
export function createMemoryStore(options: StoreOptions): CreditStore {
  requireOptions(options, storeOptions)
  return createLedgerStore({ ...options, state: createLedgerState(), journal: createMemoryJournal() })
}

/** Records in memory, as far back as statements go. */
export function createMemoryJournal(): Journal {
  let records: LedgerRecord[] = []
  let monthEnd = 0
  let forgotten = 0
  const keep = (record: LedgerRecord): void => {
    if (record.at >= monthEnd) {
      monthEnd = utcMonth(record.at).to
      const oldest = startOfStatements(record.at)
      const kept = records.filter(({ at }) => at >= oldest)
      forgotten += records.length - kept.length
      records = kept
    }
    records.push(record)
  }
  return {
    append: async (record) => keep(record),
    appendLazily: keep,
    flush: async () => {},
    records: async function* () {
      yield* [...records]
    },
    linesBack: (wanted) => linesBack([...records], wanted, forgotten + 1),
    isSound: () => true,
    hasRoom: async () => true,
    failed: new Promise(() => {}),
    close: async () => {},
  }
}
