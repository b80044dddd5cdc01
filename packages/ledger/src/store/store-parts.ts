import type { CreditStore } from '../credit-store.ts'
import type { MovableLedger } from '../document/ledger-content.ts'

export type Accounts = Pick<
  CreditStore,
  'createAccount' | 'accounts' | 'findAccount' | 'grant' | 'grants' | 'reverseGrant'
>
export type Keys = Pick<CreditStore, 'addKey' | 'keys' | 'revokeKey' | 'findKey' | 'keyUses'>
/** Bans, and the uses of addresses that lead to them. */
export type Bans = Pick<
  CreditStore,
  'ban' | 'banOf' | 'unban' | 'useAddress' | 'otherAccountsAt' | 'firstUse' | 'droppedAddresses'
>
export type Charges = Pick<
  CreditStore,
  'hold' | 'capture' | 'voidHold' | 'delivered' | 'keep' | 'refund' | 'heldCredits' | 'evictedAnswers'
>
export type Claims = Pick<CreditStore, 'claim' | 'dropClaim'>
/** Reports of accounts: balance, usage and the lines of a month. */
export type AccountStatements = Pick<CreditStore, 'balance' | 'usage' | 'usageByDay' | 'statement' | 'statementPage'>
/** Whether and since when records are kept. */
export type Storage = Pick<CreditStore, 'now' | 'isSound' | 'hasRoom' | 'failed' | 'close'>

/** Parts of every store, in memory and in a database. No function uses `this`. */
export interface StoreParts {
  readonly accounts: Accounts
  readonly keys: Keys
  readonly bans: Bans
  readonly charges: Charges
  readonly claims: Claims
  readonly statements: AccountStatements
  readonly document: MovableLedger
  readonly storage: Storage
}

export type MovableStore = CreditStore & MovableLedger

/** The parts as the one flat store that callers use. */
export function toStore(parts: StoreParts): MovableStore {
  const { accounts, keys, bans, charges, claims, statements, document, storage } = parts
  const { hold, capture, voidHold, delivered, keep, refund, heldCredits, evictedAnswers } = charges
  const { claim, dropClaim } = claims
  return {
    ...accounts,
    ...keys,
    ...bans,
    ...statements,
    ...document,
    ...storage,
    ...{ hold, capture, voidHold, delivered, keep, refund, heldCredits, evictedAnswers },
    ...{ claim, dropClaim },
  }
}
