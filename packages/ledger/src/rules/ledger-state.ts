import type { Account, KeyHolder } from '../credit-store.ts'
import type { AddressUses, UsesOfAccount } from './address-uses.ts'
import type { BanRecord, CaptureRecord, GrantRecord, ReverseRecord } from './ledger-record.ts'
import type { KeyUses, UsageSums } from './usage-sums.ts'

/** Capture that is neither delivered nor refunded. Of its answer it keeps only the storage key. */
export type OpenCapture = Omit<CaptureRecord, 'type' | 'answer'> & { readonly answerScope: string | null }

/** State after all records. Closed charges leave only sums, so that memory does not grow with them. */
export interface LedgerState {
  readonly accounts: Map<string, AccountState>
  readonly names: Map<string, string>
  /** Keys by SHA-256. An entry is replaced when its key is revoked or its account's status changes. */
  readonly keys: Map<string, KeyHolder>
  readonly keyHashes: Map<string, string>
  readonly grants: Map<number, GrantState>
  readonly open: Map<string, OpenCapture>
  readonly addresses: AddressUses
  /** Addresses exempt from the rule of one account per address. */
  readonly exempt: Set<string>
  nextGrant: number
  /** Time of the newest record; ledger time never runs back. */
  lastAt: number
  /** Number of stored answers dropped because an account had too many, since this state was created. */
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
  /** Credits held for running calls; only in memory. */
  held: number
  /** Sums over all charges that ever drew on the grant. */
  captured: number
  refunded: number
  reversed: ReverseRecord | null
}

export interface AccountState {
  account: Account
  ban: BanRecord | null
  /** SHA-256 of the account's keys, oldest first. */
  readonly keys: string[]
  /** Grants by `ref`, oldest first. */
  readonly grants: Map<string, GrantState>
  /** Grants with credits left, in spending order; expired ones leave when the list is read. */
  readonly spendable: GrantState[]
  /** End of the latest free month that was granted and has begun. */
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
    answers: new StoredAnswers(),
    uses: new Map(),
  }
}

/** Answer stored for retries with the same `Idempotency-Key`. */
export interface KeptAnswer {
  readonly at: number
  readonly requestId: string
  readonly fingerprint: string
  readonly status: number
  readonly body: string
}

/** Answers of one account by `answerScope`, oldest first, with the length of their bodies. */
class StoredAnswers extends Map<string, KeptAnswer> {
  bodyLength = 0

  override set(scope: string, answer: KeptAnswer): this {
    this.bodyLength += answer.body.length - (this.get(scope)?.body.length ?? 0)
    return super.set(scope, answer)
  }

  override delete(scope: string): boolean {
    this.bodyLength -= this.get(scope)?.body.length ?? 0
    return super.delete(scope)
  }
}

export const keptMs: number = 24 * 3_600_000
const mostPerAccount = 10_000
/** Limit of an account's answers together: 64 MiB of mostly ASCII text. */
const mostBodyLength = 64 * 1_048_576

/** Key of a stored answer: path and `Idempotency-Key`, neither of which contains a space. */
export function answerScope(path: string, key: string): string {
  return `${path} ${key}`
}

export function splitScope(scope: string): { readonly path: string; readonly key: string } {
  const space = scope.indexOf(' ')
  return { path: scope.slice(0, space), key: scope.slice(space + 1) }
}

/** Returns a stored answer, unless it is too old. */
export function findAnswer(answers: StoredAnswers, scope: string, at: number): KeptAnswer | null {
  const answer = answers.get(scope)
  return answer !== undefined && at - answer.at < keptMs ? answer : null
}

/** Stores an answer. @returns the number of answers younger than a day that it replaced */
export function storeAnswer(answers: StoredAnswers, scope: string, answer: KeptAnswer): number {
  pruneAnswers(answers, answer.at)
  answers.delete(scope)
  answers.set(scope, answer)
  let evicted = 0
  for (const oldest of answers.keys()) {
    if (answers.size <= mostPerAccount && answers.bodyLength <= mostBodyLength) break
    answers.delete(oldest)
    evicted += 1
  }
  return evicted
}

/** Drops the answer of a refunded charge, but not one that a later charge stored in its place. */
export function dropAnswer(answers: StoredAnswers, scope: string, requestId: string): void {
  if (answers.get(scope)?.requestId === requestId) answers.delete(scope)
}

/** Redates answers from a clock that was ahead to `at`. */
export function redateAnswers(answers: StoredAnswers, at: number): void {
  for (const [scope, answer] of answers) if (answer.at > at) answers.set(scope, { ...answer, at })
}

export function pruneAnswers(answers: StoredAnswers, at: number): void {
  for (const [scope, answer] of answers) {
    if (at - answer.at < keptMs) break
    answers.delete(scope)
  }
}
