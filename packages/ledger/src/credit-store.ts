import type {
  AccountGrant,
  DayUse,
  KeyUse,
  StandingGrant,
  StatementLine,
  StatementPage,
  StatementQuery,
  Usage,
} from './account-reports.ts'
import type { KeyLimits, SomeLimits } from './key-limits.ts'

/** Account that pays for calls. All times here are milliseconds since 1970 (UTC), all credits whole numbers. */
export interface Account {
  readonly id: string
  /** Name, unique in the store; 1 to 80 visible characters. */
  readonly name: string
  readonly status: 'active' | 'banned'
  /** Ledger time, milliseconds since 1970. */
  readonly createdAt: number
}

/** API key as stored: its hash, never the key. */
export interface ApiKey extends KeyLimits {
  readonly id: string
  readonly accountId: string
  readonly name: string
  /** SHA-256 of the key, 64 hex digits; unique in the store. */
  readonly sha256: string
  readonly createdAt: number
  /** Time from which the key is refused, possibly in the future; null when it is not revoked. */
  readonly revokedAt: number | null
}

/** Key to add. It has no limits by default. */
export type KeyToAdd = Pick<ApiKey, 'id' | 'accountId' | 'name' | 'sha256'> & SomeLimits

/** Key and the ban state of its account, which is all that authentication needs. */
export interface KeyHolder {
  readonly key: ApiKey
  readonly banned: boolean
}

/** Grant of 1 to 2,147,483,647 credits. `ref` names the source (a payment, a period) and counts once per account. */
export type NewGrant =
  | { readonly kind: 'topup'; readonly ref: string; readonly credits: number }
  | {
      readonly kind: 'plan'
      readonly ref: string
      readonly credits: number
      readonly name: string
      /** End of the period; exclusive. */
      readonly expiresAt: number
    }

/** Call that is about to be computed. `operation` and `model` are 1 to 64 characters of a-z, 0-9 and -. */
export interface CallToCharge {
  /** Id of the request, unique in the ledger. */
  readonly requestId: string
  readonly accountId: string
  readonly operation: string
  readonly model: string | null
  /** Key that pays; null when none is known. */
  readonly keyId: string | null
  /** Price of the call, at least 1. */
  readonly credits: number
  /** Number of calls that the charge pays for, at least 1; 1 when absent. */
  readonly calls?: number | undefined
}

/** Credits set aside for a running call, grant by grant. The capture uses these lines even after the month has ended. */
export interface Hold extends CallToCharge {
  readonly lines: readonly (readonly [grantId: number, credits: number])[]
}

/**
 * Result of a hold. `available` is the captured balance, `held` the part of it that running calls hold. `key_limit`: the call would
 * pass the monthly limit of its key, whose use counts anew from `resetsAt` on.
 */
export type HoldResult =
  | { readonly kind: 'held'; readonly hold: Hold }
  | { readonly kind: 'insufficient'; readonly available: number; readonly held: number }
  | { readonly kind: 'key_limit'; readonly limit: number; readonly used: number; readonly resetsAt: number }
  | { readonly kind: 'banned' }

/** Reason for giving a charge back. */
export type RefundReason = 'disconnect' | 'crash' | 'operator'

/** Claim of a call to be the first under an `Idempotency-Key` of an account and path. */
export interface IdempotencyClaim {
  readonly accountId: string
  readonly path: string
  readonly key: string
  /** SHA-256 of the validated body with sorted keys, in hex. */
  readonly fingerprint: string
  readonly requestId: string
}

/** Answer stored for retries, for 24 hours. An account keeps the newest 10,000; in files and memory, of at most 64 MiB. */
export interface StoredAnswer {
  /** HTTP status, such as 200. */
  readonly status: number
  readonly body: string
}

/** Answer and the claim under which it is stored. */
export interface AnswerToStore extends StoredAnswer {
  readonly claim: IdempotencyClaim
}

export type ClaimResult =
  /** This call may run. */
  | { readonly kind: 'claimed' }
  /** The first call under this key is still running, or its answer is on its way, so the charge may still be refunded. */
  | { readonly kind: 'in_progress' }
  /** The key was used with another body. */
  | { readonly kind: 'reused' }
  | { readonly kind: 'stored'; readonly answer: StoredAnswer }

/** Latest use of an address by an account: IPv4, an IPv6 network as text, or either as forwarded by an unknown proxy. */
export interface AddressUse {
  readonly accountId: string
  readonly address: string
  readonly requestId: string
  readonly firstAt: number
  readonly lastAt: number
}

/** Evidence of a ban by the IP rule: the two uses of one address by different accounts. */
export interface BanEvidence {
  readonly otherAccountId: string
  readonly address: string
  readonly requestId: string
  readonly otherRequestId: string
  readonly at: number
  readonly otherAt: number
}

/** Reason of an operator's ban: a text for the account's owner, 1 to 200 visible characters. */
export interface BanReason {
  readonly reason?: string | undefined
}

/** Ban in force. */
export interface Ban {
  readonly at: number
  readonly by: 'ip-rule' | 'operator'
  /** Reason given by the operator, if any. */
  readonly reason: string | null
  /** Evidence of a ban by the IP rule; null for an operator's ban. */
  readonly evidence: BanEvidence | null
}

/**
 * Commands of operators, in the process that holds the store or through it. Accounts are named by id or by unique name. Errors are
 * `RiftlineError`: `account_not_found`, `account_exists`, `key_not_found`, `too_many_keys`, `grant_not_found`, `validation_error`;
 * `StorageError` once nothing can be recorded.
 */
export interface AccountAdministration {
  createAccount(name: string): Promise<Account>
  accounts(): Promise<readonly Account[]>
  findAccount(idOrName: string): Promise<Account>
  /**
   * @param most maximum number of working keys, the new one included; beyond it `too_many_keys`, also for two parallel
   * calls
   */
  addKey(key: KeyToAdd, most?: number): Promise<ApiKey>
  /** Changes limits of a key from now on; absent ones stay. Calls that already hold credits keep them. */
  setKey(keyId: string, limits: SomeLimits): Promise<ApiKey>
  keys(accountId: string): Promise<readonly ApiKey[]>
  /** Refuses a key from a ledger time on; by default, and for a past time, from now on. A second call can only make it earlier. */
  revokeKey(keyId: string, from?: number): Promise<void>
  /** Grants credits once per account and `ref`. A repeat changes nothing, even with other values, and returns the first grant. */
  grant(accountId: string, grant: NewGrant): Promise<StandingGrant>
  /**
   * Takes back the credits of a grant that are neither spent nor held, and returns their number. A repeat changes
   * nothing and returns the first number, so it is safe when an answer was lost.
   */
  reverseGrant(accountId: string, ref: string, why: string): Promise<number>
  /** Refunds a capture that is not marked as delivered, once, to the grants it came from, and drops its stored answer. */
  refund(requestId: string, reason: RefundReason): Promise<void>
  /** Bans an account: by the IP rule if evidence is given, else by an operator. An existing ban stays unchanged. */
  ban(accountId: string, why?: BanEvidence | BanReason): Promise<void>
  /** Lifts a ban and forgets the address uses it was based on; `allowAddresses` also exempts these addresses. */
  unban(accountId: string, by: string, allowAddresses: boolean): Promise<void>
  /** Returns the captured balance; holds are not subtracted. */
  balance(accountId: string): Promise<number>
  /** Returns the statement of a month, oldest line first. @param month `YYYY-MM`, UTC */
  statement(accountId: string, month: string): Promise<readonly StatementLine[]>
}

/**
 * Accounts, keys and credits. A charge goes hold -> capture -> delivered, kept or refund; or hold -> void. A resolved promise
 * means that the change is durable; when durability can no longer be guaranteed, calls reject with `StorageError`.
 */
export interface CreditStore extends AccountAdministration {
  findKey(sha256: string): Promise<KeyHolder | null>
  /** Finds several keys by their hashes, in the order of the hashes. */
  findKeys(sha256s: readonly string[]): Promise<readonly (KeyHolder | null)[]>
  /**
   * Returns the credits of a key that count towards its monthly limit: those charged in the current UTC month, refunds subtracted, and
   * those held by running calls.
   * @throws RiftlineError `key_not_found`
   */
  usedByKey(keyId: string): Promise<number>
  /**
   * Sets credits aside, atomically across all keys of the account.
   * @throws RiftlineError `account_not_found`; Error for a request id that already holds or paid credits
   */
  hold(call: CallToCharge): Promise<HoldResult>
  /**
   * Charges a hold. Resolves with the captured balance once the charge, and the answer stored for retries, are durable.
   * @throws StorageError when they are not; the charge is then refunded
   */
  capture(hold: Hold, answer?: AnswerToStore): Promise<number>
  /** Releases a hold without a charge. */
  voidHold(hold: Hold): void
  /** Marks a charge as delivered, once the whole answer was handed to the network. Queued, so there is nothing to await. */
  delivered(requestId: string): void
  /** Closes a charge as delivered, with the reason `undelivered`, when the connection broke after a part of the answer. Queued as well. */
  keep(requestId: string): void
  usage(accountId: string): Promise<Usage>

  /**
   * Returns a page of a month's statement, newest line first. The file store keeps no lines in memory: it searches the month's
   * segments backwards for the account's or the key's name (about 20 ms for 16 MiB) until the page is full, one search
   * at a time, with at most three segments (48 MiB) in memory. PostgreSQL reads an index.
   * @throws RiftlineError `account_not_found`, `validation_error`
   */
  statementPage(accountId: string, query: StatementQuery): Promise<StatementPage>
  /**
   * Lists the days of a month (`YYYY-MM`, UTC) with calls, ascending. The file store has sums for the latest two months
   * with calls and computes older ones from the statement.
   */
  usageByDay(accountId: string, month: string): Promise<readonly DayUse[]>
  /** Lists the account's keys that were ever charged, by id. */
  keyUses(accountId: string): Promise<readonly KeyUse[]>
  /** Lists all grants of an account, oldest first, including the free months. */
  grants(accountId: string): Promise<readonly AccountGrant[]>
  /** Returns the ban in force; null when the account is not banned. */
  banOf(accountId: string): Promise<Ban | null>

  /**
   * Claims an `Idempotency-Key`. One caller gets `claimed`, and ends the claim with a capture or `dropClaim`. The others
   * get the answer as `stored` once its charge is closed as delivered and can no longer be refunded.
   */
  claim(claim: IdempotencyClaim): Promise<ClaimResult>
  /** Frees the key after the claimed call failed. */
  dropClaim(claim: IdempotencyClaim): void

  /**
   * Records that an account uses an address. Returns the uses by other accounts since `since`, except those of banned accounts; empty for
   * an address that an unban exempted. An account keeps 256 addresses; another one replaces the least recently used.
   */
  useAddress(use: Omit<AddressUse, 'firstAt' | 'lastAt'>, since: number): Promise<readonly AddressUse[]>

  /**
   * Counts the other accounts that used an address since a time, by the rules of `useAddress`. Records nothing.
   * @throws RiftlineError `account_not_found`
   */
  otherAccountsAt(address: string, accountId: string, since: number): Promise<number>

  /**
   * Returns the time of the account's first recorded use of one of these addresses; null when there is none.
   * @throws RiftlineError `account_not_found`
   */
  firstUse(addresses: readonly string[], accountId: string): Promise<number | null>

  /** Returns ledger time in milliseconds since 1970, which decides all expiry. It follows the wall clock but ignores jumps. */
  now(): number
  /** Returns the credits held by calls of this process, for the metrics. */
  heldCredits(): number
  /** Returns the number of stored answers dropped because an account had too many, for the metrics. */
  evictedAnswers(): number
  /** Returns the number of address uses forgotten because an account had too many, for the metrics. */
  droppedAddresses(): number
  /** Returns false after the first storage error, when nothing can be charged any more. */
  isSound(): boolean
  /** Returns false while the disk of the store is nearly full. */
  hasRoom(): Promise<boolean>
  /** Resolves when storage has failed; pending while it is sound. */
  readonly failed: Promise<unknown>
  /** Resolves once everything queued is durable. No charge is possible afterwards. */
  close(): Promise<void>
}

/** Error of a stopped journal or database; calls that cost credits cannot be answered. */
export class StorageError extends Error {}
