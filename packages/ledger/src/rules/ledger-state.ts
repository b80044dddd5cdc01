import type { KeyHolder } from '../credit-store.ts'
import type { AccountState, GrantState } from './account-state.ts'
import type { AddressUses } from './address-uses.ts'
import type { CaptureRecord } from './ledger-record.ts'

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
