import type { Account, ApiKey } from './credit-store.ts'
import type { CaptureRecord, GrantRecord, KeyRecord, LedgerRecord } from './ledger-record.ts'
import { addUsage, createUsageSums, type UsageSums } from './usage-sums.ts'

export interface GrantState {
  readonly grant: GrantRecord
  remaining: number
  /** Set aside for running calls; lives in memory only. */
  held: number
}

export interface AccountState {
  readonly account: Account
  /** By `ref`, oldest first. */
  readonly grants: Map<string, GrantState>
  readonly usage: UsageSums
}

export interface LedgerState {
  readonly accounts: Map<string, AccountState>
  /** By SHA-256. */
  readonly keys: Map<string, ApiKey>
  /** Captures that are neither delivered nor refunded, by request id. */
  readonly open: Map<string, CaptureRecord>
  /** Time of the newest record: the ledger's clock never runs back. */
  lastAt: number
}

export function createLedgerState(): LedgerState {
  return { accounts: new Map(), keys: new Map(), open: new Map(), lastAt: 0 }
}

/**
 * Applies one record. Records that repeat a known fact (an account, a grant's `ref`) change nothing.
 * @throws Error for a move that cannot be: a grant below zero, a charge captured twice, a refund of nothing
 */
export function applyRecord(state: LedgerState, record: LedgerRecord): void {
  state.lastAt = Math.max(state.lastAt, record.at)
  switch (record.t) {
    case 'account':
      applyAccount(state, { id: record.a, name: record.name, createdAt: record.at })
      break
    case 'key':
      applyKey(state, record)
      break
    case 'key-revoked':
      applyRevocation(state, record.k, record.at)
      break
    case 'grant':
      applyGrant(state, record)
      break
    case 'capture':
      applyCapture(state, record)
      break
    case 'delivered':
      state.open.delete(record.r)
      break
    case 'refund':
      applyRefund(state, record.r)
      break
    default:
      throw new Error(`unknown record ${JSON.stringify((record as { readonly t?: unknown }).t)}`)
  }
}

export function accountOf(state: LedgerState, accountId: string): AccountState {
  const account = state.accounts.get(accountId)
  if (account === undefined) throw new Error(`unknown account ${accountId}`)
  return account
}

function applyAccount(state: LedgerState, account: Account): void {
  if (state.accounts.has(account.id)) return
  state.accounts.set(account.id, { account, grants: new Map(), usage: createUsageSums() })
}

function applyKey(state: LedgerState, { k: id, a: accountId, name, sha: sha256, at: createdAt }: KeyRecord): void {
  accountOf(state, accountId)
  state.keys.set(sha256, { id, accountId, name, sha256, createdAt, revokedAt: null })
}

function applyRevocation(state: LedgerState, keyId: string, at: number): void {
  for (const key of state.keys.values()) {
    if (key.id === keyId && key.revokedAt === null) state.keys.set(key.sha256, { ...key, revokedAt: at })
  }
}

function applyGrant(state: LedgerState, grant: GrantRecord): void {
  const { grants } = accountOf(state, grant.a)
  if (!grants.has(grant.ref)) grants.set(grant.ref, { grant, remaining: grant.n, held: 0 })
}

function applyCapture(state: LedgerState, capture: CaptureRecord): void {
  if (state.open.has(capture.r)) throw new Error(`charge ${capture.r} is captured twice`)
  move(state, capture, -1)
  state.open.set(capture.r, capture)
}

function applyRefund(state: LedgerState, requestId: string): void {
  const capture = state.open.get(requestId)
  if (capture === undefined) throw new Error(`charge ${requestId} is not open and cannot be refunded`)
  move(state, capture, +1)
  state.open.delete(requestId)
}

function move(state: LedgerState, capture: CaptureRecord, sign: 1 | -1): void {
  const { grants, usage } = accountOf(state, capture.a)
  for (const [ref, credits] of capture.lines) {
    const grant = grants.get(ref)
    const remaining = (grant?.remaining ?? 0) + sign * credits
    if (grant === undefined || remaining < 0 || remaining > grant.grant.n) {
      throw new Error(`charge ${capture.r} does not fit grant ${ref} of account ${capture.a}`)
    }
    grant.remaining = remaining
  }
  addUsage(usage, capture, -sign)
}
