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
export type Statements = Pick<CreditStore, 'balance' | 'usage' | 'usageByDay' | 'statement' | 'statementPage'>
/** Whether and since when records are kept. */
export type Storage = Pick<CreditStore, 'now' | 'isSound' | 'hasRoom' | 'failed' | 'close'>

/** Parts of every store, in memory and in a database. No function uses `this`. */
export interface StoreParts {
  readonly accounts: Accounts
  readonly keys: Keys
  readonly bans: Bans
  readonly charges: Charges
  readonly claims: Claims
  readonly statements: Statements
  readonly document: MovableLedger
  readonly storage: Storage
}

export type MovableStore = CreditStore & MovableLedger

/** The parts as the one flat store that callers use. */
export function toStore(parts: StoreParts): MovableStore {
  const { accounts, keys, bans, charges, claims, statements, document, storage } = parts
  return {
    createAccount: accounts.createAccount,
    accounts: accounts.accounts,
    findAccount: accounts.findAccount,
    grant: accounts.grant,
    grants: accounts.grants,
    reverseGrant: accounts.reverseGrant,

    addKey: keys.addKey,
    keys: keys.keys,
    revokeKey: keys.revokeKey,
    findKey: keys.findKey,
    keyUses: keys.keyUses,

    ban: bans.ban,
    banOf: bans.banOf,
    unban: bans.unban,
    useAddress: bans.useAddress,
    otherAccountsAt: bans.otherAccountsAt,
    firstUse: bans.firstUse,
    droppedAddresses: bans.droppedAddresses,

    hold: charges.hold,
    capture: charges.capture,
    voidHold: charges.voidHold,
    delivered: charges.delivered,
    keep: charges.keep,
    refund: charges.refund,
    heldCredits: charges.heldCredits,
    evictedAnswers: charges.evictedAnswers,

    claim: claims.claim,
    dropClaim: claims.dropClaim,

    balance: statements.balance,
    usage: statements.usage,
    usageByDay: statements.usageByDay,
    statement: statements.statement,
    statementPage: statements.statementPage,

    exportLedger: document.exportLedger,
    importLedger: document.importLedger,

    now: storage.now,
    isSound: storage.isSound,
    hasRoom: storage.hasRoom,
    failed: storage.failed,
    close: storage.close,
  }
}
