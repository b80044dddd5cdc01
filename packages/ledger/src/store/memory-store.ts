import { requireOptions } from '@riftline/base'
import type { Clock, RandomBytes } from '@riftline/base/node'
import type { CreditStore } from '../credit-store.ts'
import { createLedgerState } from '../rules/ledger-state.ts'
import { createLedgerStore } from './ledger-store.ts'
import { createMemoryJournal } from './memory-journal.ts'

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
