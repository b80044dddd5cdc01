import type { Account, KeyHolder } from '../credit-store.ts'
import type { AddressUses, UsesOfAccount } from './address-uses.ts'
import type { BanRecord, CaptureRecord, GrantRecord, ReverseRecord } from './ledger-record.ts'
import type { KeyUses, UsageSums } from './usage-sums.ts'

/** A capture that is neither delivered nor refunded; of its answer only where that is stored. */
export type OpenCapture = Omit<CaptureRecord, 'type' | 'answer'> & { readonly answerScope: string | null }

/** State after all records. Closed charges leave only sums, so that memory stays flat. */
export interface LedgerState {
  readonly accounts: Map<string, AccountState>
  readonly names: Map<string, string>
  /** By SHA-256. Replaced when a key is revoked or its account's status changes. */
  readonly keys: Map<string, KeyHolder>
  readonly keyHashes: Map<string, string>
  readonly grants: Map<number, GrantState>
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

/** @throws Error for an unknown grant */
export function grantOf({ grants }: LedgerState, grantId: number): GrantState {
  const entry = grants.get(grantId)
  if (entry === undefined) throw new Error(`unknown grant ${grantId}`)
  return entry
}

export interface AccountState {
  account: Account
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
    usage: [],
    keyUses: new Map(),
    answers: new Map(),
    uses: new Map(),
  }
}

/** An answer kept for a retry with the same `Idempotency-Key`. */
export interface KeptAnswer {
  readonly at: number
  readonly requestId: string
  readonly fingerprint: string
  readonly status: number
  readonly body: string
}

/** One account's answers by `answerScope`, oldest first. */
type StoredAnswers = Map<string, KeptAnswer>

export const keptMs: number = 24 * 3_600_000
const mostPerAccount = 10_000

/** An account's answers are told apart by path and key; neither has a space. */
export function answerScope(path: string, key: string): string {
  return `${path} ${key}`
}

export function splitScope(scope: string): { readonly path: string; readonly key: string } {
  const space = scope.indexOf(' ')
  return { path: scope.slice(0, space), key: scope.slice(space + 1) }
}

/** The answer, unless it is too old. */
export function findAnswer(answers: StoredAnswers, scope: string, at: number): KeptAnswer | null {
  const answer = answers.get(scope)
  return answer !== undefined && at - answer.at < keptMs ? answer : null
}

/** Keeps an answer. Returns how many answers younger than a day were dropped for it. */
export function storeAnswer(answers: StoredAnswers, scope: string, answer: KeptAnswer): number {
  pruneAnswers(answers, answer.at)
  answers.delete(scope)
  answers.set(scope, answer)
  let evicted = 0
  for (const oldest of answers.keys()) {
    if (answers.size <= mostPerAccount) break
    answers.delete(oldest)
    evicted += 1
  }
  return evicted
}

/** Forgets the answer of a refunded charge; one that a later charge stored in its place stays. */
export function dropAnswer(answers: StoredAnswers, scope: string, requestId: string): void {
  if (answers.get(scope)?.requestId === requestId) answers.delete(scope)
}

/** Answers of a clock that was ahead are as old as `at` from now on. */
export function redateAnswers(answers: StoredAnswers, at: number): void {
  for (const [scope, answer] of answers) if (answer.at > at) answers.set(scope, { ...answer, at })
}

export function pruneAnswers(answers: StoredAnswers, at: number): void {
  for (const [scope, answer] of answers) {
    if (at - answer.at < keptMs) break
    answers.delete(scope)
  }
}
