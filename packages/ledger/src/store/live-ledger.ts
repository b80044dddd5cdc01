import { RiftlineError } from '@riftline/base'
import type { Clock, Log, RandomBytes } from '@riftline/base/node'
import type { CreditStore } from '../credit-store.ts'
import type { MovableLedger } from '../document/ledger-content.ts'
import { applyRecord } from '../rules/apply-record.ts'
import type { LedgerRecord } from '../rules/ledger-record.ts'
import type { AccountState, LedgerState } from '../rules/ledger-state.ts'
import { createLedgerTime, freeRef, utcMonth } from '../rules/ledger-time.ts'
import { enterFreeMonth } from '../rules/spending.ts'
import type { LinesWanted, PlacedLine } from '../rules/statement.ts'

export interface LiveLedgerOptions {
  readonly state: LedgerState
  readonly journal: Journal
  readonly clock: Clock
  readonly log?: Log
  readonly randomBytes: RandomBytes
  readonly freeCredits: number
}

export type LiveLedger = ReturnType<typeof createLiveLedger>

/**
 * State and journal that the parts of a store in memory share. A record is applied immediately and then made durable, in order, so a caller
 * that awaits its own record knows that all earlier ones are durable. An impossible change throws before anything is written.
 */
export function createLiveLedger(options: LiveLedgerOptions) {
  const { state, journal, freeCredits } = options
  const { accounts, names } = state
  const { now } = createLedgerTime({ ...options, newestAt: state.lastAt })

  function writeLazily(record: LedgerRecord): void {
    applyRecord(state, record)
    journal.appendLazily(record)
  }

  return {
    ...options,
    now,
    /** Returns an account by id or name. @throws RiftlineError `account_not_found` */
    account(idOrName: string): AccountState {
      const account = accounts.get(idOrName) ?? accounts.get(names.get(idOrName) ?? '')
      if (account === undefined)
        throw new RiftlineError('account_not_found', `unknown account ${JSON.stringify(idOrName)}`)
      return account
    },
    /** Grants this month's free credits, unless a clock that was ahead already did. A grant lost in a crash is made again identically. */
    touch(account: AccountState, at: number): void {
      if (at < account.freeUntil || freeCredits === 0) return
      const ref = freeRef(at)
      const granted = account.grants.get(ref)
      if (granted !== undefined) {
        enterFreeMonth(account, granted)
      } else if (account.ban === null) {
        const [accountId, grantId, expiresAt] = [account.account.id, state.nextGrant, utcMonth(at).to]
        writeLazily({ type: 'grant', at, accountId, grantId, ref, kind: 'free', credits: freeCredits, expiresAt })
      }
    },
    /** Applies and writes a record. Resolves when it is durable. @throws Error immediately for an impossible change */
    write(record: LedgerRecord): Promise<void> {
      if (journal.isSound()) applyRecord(state, record)
      return journal.append(record)
    },
    writeLazily,
  }
}

/** Storage of records: files, or memory without durability. */
export interface Journal {
  /** Appends a record. Resolves when it is durable; rejects with `StorageError`, and from then on always. */
  append(record: LedgerRecord): Promise<void>
  /** Appends a record that nobody awaits. It is written with the next batch, within milliseconds. */
  appendLazily(record: LedgerRecord): void
  /** Resolves when all records so far are durable; rejects with `StorageError` when that is impossible. */
  flush(): Promise<void>
  /** Reads every kept record, oldest first: at least those of the current and the previous three UTC months. */
  records(): AsyncIterable<LedgerRecord>
  /** Reads the durable lines of an account's month, in reverse order. */
  linesBack(wanted: LinesWanted): AsyncIterable<PlacedLine>
  /** Returns false after the first error, when nothing can be recorded any more. */
  isSound(): boolean
  /** Tells whether there is room for coming records, so that a nearly full disk is known before it stops charges. */
  hasRoom(): Promise<boolean>
  /** Resolves when the journal has failed; pending while it is sound. */
  readonly failed: Promise<unknown>
  close(): Promise<void>
}

/* Parts of every store, in memory and in a database. No function uses `this`. */

export type Accounts = Pick<
  CreditStore,
  'createAccount' | 'accounts' | 'findAccount' | 'grant' | 'grants' | 'reverseGrant'
>
export type Keys = Pick<CreditStore, 'addKey' | 'setKey' | 'keys' | 'revokeKey' | 'findKey' | 'findKeys' | 'keyUses'>
/** Bans, and the uses of addresses that lead to them. */
export type Bans = Pick<
  CreditStore,
  'ban' | 'banOf' | 'unban' | 'useAddress' | 'otherAccountsAt' | 'firstUse' | 'droppedAddresses'
>
export type Charges = Pick<
  CreditStore,
  'hold' | 'capture' | 'voidHold' | 'delivered' | 'keep' | 'refund' | 'usedByKey' | 'heldCredits' | 'evictedAnswers'
>
export type AccountStatements = Pick<CreditStore, 'balance' | 'usage' | 'usageByDay' | 'statement' | 'statementPage'>
export type MovableStore = CreditStore & MovableLedger
