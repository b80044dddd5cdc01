import type { Account, KeyHolder } from '../credit-store.ts'
import type { AddressUses, UsesOfAccount } from './address-uses.ts'
import type { BanRecord, CaptureRecord, GrantRecord, ReverseRecord } from './ledger-record.ts'
import type { StoredAnswers } from './stored-answers.ts'
import { createUsageSums, type KeyUses, type UsageSums } from './usage-sums.ts'

/** A capture that is neither delivered nor refunded; of its answer only where that is stored. */
export type OpenCapture = Omit<CaptureRecord, 'type' | 'answer'> & { readonly answerScope: string | null }

/** State after all records. Closed charges leave only sums, so that memory stays flat. */
export interface LedgerState {
  readonly accounts: Map<string, AccountState>
  /** Account ids by name. */
  readonly names: Map<string, string>
  /** By SHA-256. Replaced when a key is revoked or its account's status changes. */
  readonly keys: Map<string, KeyHolder>
  /** SHA-256 by key id. */
  readonly keyHashes: Map<string, string>
  /** By grant id. */
  readonly grants: Map<number, GrantState>
  /** By request id. */
  readonly open: Map<string, OpenCapture>
  readonly addresses: AddressUses
  /** Addresses that the rule of one account per address leaves out. */
  readonly exempt: Set<string>
  nextGrant: number
  /** Time of the newest record: the ledger's clock never runs back. */
  lastAt: number
  /** Stored answers that were dropped because an account had too many, since this state was made. */
  evictedAnswers: number
}

export function createLedgerState(): LedgerState {
  return {
    accounts: new Map(),
    names: new Map(),
    keys: new Map(),
    keyHashes: new Map(),
    grants: new Map(),
    open: new Map(),
    addresses: new Map(),
    exempt: new Set(),
    nextGrant: 1,
    lastAt: 0,
    evictedAnswers: 0,
  }
}

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
