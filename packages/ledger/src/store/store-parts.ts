import type { CreditStore } from '../credit-store.ts'
import type { MovableLedger } from '../document/ledger-content.ts'

/* The parts of every store, in memory and in a database. No function uses `this`. */

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
export type AccountStatements = Pick<CreditStore, 'balance' | 'usage' | 'usageByDay' | 'statement' | 'statementPage'>
export type MovableStore = CreditStore & MovableLedger
