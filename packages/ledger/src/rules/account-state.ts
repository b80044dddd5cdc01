import type { Account } from '../credit-store.ts'
import type { UsesOfAccount } from './address-uses.ts'
import type { KeyUses } from './key-uses.ts'
import type { BanRecord, GrantRecord, ReverseRecord } from './ledger-record.ts'
import type { StoredAnswers } from './stored-answers.ts'
import { createUsageSums, type UsageSums } from './usage-sums.ts'

export interface GrantState {
  readonly grant: GrantRecord
  remaining: number
  /** Set aside for running calls; lives in memory only. */
  held: number
  /** Sums over all charges that ever drew on the grant. */
  captured: number
  refunded: number
  reversed: ReverseRecord | null
}

export interface AccountState {
  /** Replaced when the status changes. */
  account: Account
  /** The ban in force. */
  ban: BanRecord | null
  /** SHA-256 of its keys, oldest first. */
  readonly keys: string[]
  /** By `ref`, oldest first. */
  readonly grants: Map<string, GrantState>
  /** Grants with something left, in spending order; expired ones leave when the list is read. */
  readonly spendable: GrantState[]
  /** End of the latest month whose free credits were granted, of those that have begun. */
  freeUntil: number
  readonly usage: UsageSums
  readonly keyUses: KeyUses
  readonly answers: StoredAnswers
  readonly uses: UsesOfAccount
}

export function createAccountState(account: Account): AccountState {
  return {
    account,
    ban: null,
    keys: [],
    grants: new Map(),
    spendable: [],
    freeUntil: 0,
    usage: createUsageSums(),
    keyUses: new Map(),
    answers: new Map(),
    uses: new Map(),
  }
}
