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
 * The state and journal that the parts of a store in memory share. A record is applied at once and then made durable,
 * in order: a caller that awaits its own record knows that all before it are durable too. An impossible change throws
 * before anything is written.
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
    /** @throws RiftlineError `account_not_found` */
    account(idOrName: string): AccountState {
      const account = accounts.get(idOrName) ?? accounts.get(names.get(idOrName) ?? '')
      if (account === undefined)
        throw new RiftlineError('account_not_found', `unknown account ${JSON.stringify(idOrName)}`)
      return account
    },
    /**
     * Grants this month's free credits, unless a clock that was ahead did. A grant lost with a crash is made again
     * identically.
     */
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
    /** Resolves when the record is durable. @throws Error at once for an impossible change */
    write(record: LedgerRecord): Promise<void> {
      if (journal.isSound()) applyRecord(state, record)
      return journal.append(record)
    },
    writeLazily,
  }
}

/** The place of records: files, or for the memory store nothing that lasts. */
export interface Journal {
  /** Resolves when the record is durable; rejects with `StorageError`, and from then on always. */
  append(record: LedgerRecord): Promise<void>
  /** A record that nobody waits for. It is written with the next batch, at the latest a moment later. */
  appendLazily(record: LedgerRecord): void
  /** Resolves when all records so far are durable; rejects with `StorageError` when they cannot be. */
  flush(): Promise<void>
  /** Every record that is still kept, oldest first: those of the current and the previous three UTC months at least. */
  records(): AsyncIterable<LedgerRecord>
  /** The durable lines of an account's month, in the reverse of their order. */
  linesBack(wanted: LinesWanted): AsyncIterable<PlacedLine>
  /** False after the first error: nothing can be recorded any more. */
  isSound(): boolean
  /** Whether there is room for what comes next, so that a full disk is known before it stops charging. */
  hasRoom(): Promise<boolean>
  /** Resolves once, when the journal has failed; never while it is sound. */
  readonly failed: Promise<unknown>
  close(): Promise<void>
}

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
