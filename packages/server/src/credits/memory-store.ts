import type { RandomBytes } from '../auth/base62.ts'
import type { Clock } from '../clock.ts'
import type { CreditStore } from './credit-store.ts'
import { createLedgerState } from './ledger-state.ts'
import { LedgerStore } from './ledger-store.ts'
import { createMemoryJournal } from './memory-journal.ts'

export interface StoreOptions {
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly freeCredits: number
}

/** A store without a disk, for tests and for embedding: everything is forgotten with the process. */
export function createMemoryStore(options: StoreOptions): CreditStore {
  return new LedgerStore({ ...options, state: createLedgerState(), journal: createMemoryJournal() })
}
