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

/** An account pays for calls. All times here are milliseconds since 1970 (UTC), all credits whole numbers. */
export interface Account {
  readonly id: string
  /** Unique in the store; 1 to 80 visible characters. */
  readonly name: string
  readonly status: 'active' | 'banned'
  /** Ledger time, milliseconds since 1970. */
  readonly createdAt: number
}

/** A key as it is stored: its hash, never the key. */
export interface ApiKey {
  readonly id: string
  readonly accountId: string
  readonly name: string
  /** 64 hex digits; unique in the store. */
  readonly sha256: string
  readonly createdAt: number
  /** From when on it is refused, which may be to come; null: not revoked. */
  readonly revokedAt: number | null
}

/** A key and the state of its account: all that authentication needs. */
export interface KeyHolder {
  readonly key: ApiKey
  readonly banned: boolean
}

/** 1 to 2,147,483,647 credits given to an account. `ref` names the source (a payment, a period) and counts once per account. */
export type NewGrant =
  | { readonly kind: 'topup'; readonly ref: string; readonly credits: number }
  | {
      readonly kind: 'plan'
      readonly ref: string
      readonly credits: number
      readonly name: string
      /** End of the period, exclusive. */
      readonly expiresAt: number
    }

/** A call that is about to be computed. `operation` and `model` are 1 to 64 characters of a-z, 0-9 and -. */
export interface CallToCharge {
  /** Unique in the ledger. */
  readonly requestId: string
  readonly accountId: string
  readonly operation: string
  readonly model: string | null
  /** The key that pays; null: none is known. */
  readonly keyId: string | null
  /** From 1 on. */
  readonly credits: number
}

/** Credits set aside, grant by grant, for a running call. The capture takes these lines even after the month has ended. */
export interface Hold extends CallToCharge {
  readonly lines: readonly (readonly [grantId: number, credits: number])[]
}

/** `available` is the captured balance, `held` what running calls hold of it. */
export type HoldResult =
  | { readonly kind: 'held'; readonly hold: Hold }
  | { readonly kind: 'insufficient'; readonly available: number; readonly held: number }
  | { readonly kind: 'banned' }

/** Why a charge was given back. */
export type RefundReason = 'disconnect' | 'crash' | 'operator'

/** One `Idempotency-Key` of an account on a path, and the call that wants to be the first under it. */
export interface IdempotencyClaim {
  readonly accountId: string
  readonly path: string
  readonly key: string
  /** SHA-256 of the validated body with sorted keys, in hex. */
  readonly fingerprint: string
  readonly requestId: string
}

/** An answer as a retry gets it again. */
export interface StoredAnswer {
  /** HTTP status, such as 200. */
  readonly status: number
  readonly body: string
}

/** An answer and the claim it is stored under. */
export interface AnswerToStore extends StoredAnswer {
  readonly claim: IdempotencyClaim
}

export type ClaimResult =
  /** This call may run. */
  | { readonly kind: 'claimed' }
  /** The first call under this key is still running, or its answer is on the way: whether it is paid for is not known yet. */
  | { readonly kind: 'in_progress' }
  /** The key was used with another body. */
  | { readonly kind: 'reused' }
  | { readonly kind: 'stored'; readonly answer: StoredAnswer }

/** An account's latest use of an address (IPv4, an IPv6 network in text, or either as an unknown proxy forwards it). */
export interface AddressUse {
  readonly accountId: string
  readonly address: string
  readonly requestId: string
  readonly firstAt: number
  readonly lastAt: number
}

/** Why the IP rule banned an account: the two uses of one address that met. */
export interface BanEvidence {
  readonly otherAccountId: string
  readonly address: string
  readonly requestId: string
  readonly otherRequestId: string
  readonly at: number
  readonly otherAt: number
}

/** Why an operator bans an account: a text for its owner, 1 to 200 visible characters. */
export interface BanReason {
  readonly reason?: string | undefined
}

/** The ban in force. */
export interface Ban {
  readonly at: number
  readonly by: 'ip-rule' | 'operator'
  /** An operator's, if one was given. */
  readonly reason: string | null
  /** Evidence of the IP rule. */
  readonly evidence: BanEvidence | null
}

/**
 * Commands of operators, in the process that holds the store or through it. An account is named by its id or its unique
 * name.
 * Errors are `RiftlineError`: `account_not_found`, `account_exists`, `key_not_found`, `too_many_keys`,
 * `grant_not_found`, `validation_error`; `StorageError` once nothing can be recorded.
 */
export interface AccountAdministration {
  createAccount(name: string): Promise<Account>
  accounts(): Promise<readonly Account[]>
  findAccount(idOrName: string): Promise<Account>
  /**
   * @param most keys of the account, the new one included and refused ones not; more are `too_many_keys`, also for two
   * callers at once
   */
  addKey(key: Pick<ApiKey, 'id' | 'accountId' | 'name' | 'sha256'>, most?: number): Promise<ApiKey>
  keys(accountId: string): Promise<readonly ApiKey[]>
  /**
   * Refuses a key from a ledger time on; a time that has passed, as by default, is now. A second call can only make it
   * earlier.
   */
  revokeKey(keyId: string, from?: number): Promise<void>
  /** Once per account and `ref`: gives the grant that has it. A later call changes nothing, whatever it asks for. */
  grant(accountId: string, grant: NewGrant): Promise<StandingGrant>
  /**
   * Takes back the credits of a grant that are left and not held, and gives their number. A repeated call changes
   * nothing and gives the number of the first: ask again if its answer was lost.
   */
  reverseGrant(accountId: string, ref: string, why: string): Promise<number>
  /** Gives a capture that is not delivered back to the grants it came from, once, and drops the answer stored with it. */
  refund(requestId: string, reason: RefundReason): Promise<void>
  /** With evidence it is a ban of the IP rule, else one of an operator. Of an account that is banned nothing changes. */
  ban(accountId: string, why?: BanEvidence | BanReason): Promise<void>
  /** Lifts a ban and forgets the address uses it was based on; `allowAddresses` exempts those addresses from then on. */
  unban(accountId: string, by: string, allowAddresses: boolean): Promise<void>
  /** Captured balance: holds are not subtracted. */
  balance(accountId: string): Promise<number>
  /** @param month `YYYY-MM`, UTC */
  statement(accountId: string, month: string): Promise<readonly StatementLine[]>
}

/**
 * Accounts, keys and credits. A charge goes hold -> capture -> delivered, kept or refund, or hold -> void. Whatever a promise
 * here resolves is durable; the store rejects with `StorageError` when that cannot be promised any more.
 */
export interface CreditStore extends AccountAdministration {
  findKey(sha256: string): Promise<KeyHolder | null>
  /**
   * Sets credits aside, atomically for all keys of the account.
   * @throws RiftlineError `account_not_found`; Error for a request id that holds or paid credits already
   */
  hold(call: CallToCharge): Promise<HoldResult>
  /**
   * Resolves with the captured balance when the charge, and with it the answer for a retry, is durable.
   * @throws StorageError when it is not: the charge is given back
   */
  capture(hold: Hold, answer?: AnswerToStore): Promise<number>
  /** Gives a hold up: nothing is charged. */
  voidHold(hold: Hold): void
  /** The whole answer was handed to the network. Queued: there is nothing to await. */
  delivered(requestId: string): void
  /**
   * Closes a charge as delivered, with the reason `undelivered`: the line broke behind a part of the answer. Queued as
   * well.
   */
  keep(requestId: string): void
  usage(accountId: string): Promise<Usage>

  /**
   * A page of a month's statement, newest line first. The file store keeps no lines in memory: it searches the month's
   * segments backwards for the account's or the key's name (about 20 ms for 16 MiB) until the page is full, one search
   * at a time, with at most three segments (48 MiB) in memory. PostgreSQL reads an index.
   * @throws RiftlineError `account_not_found`, `validation_error`
   */
  statementPage(accountId: string, query: StatementQuery): Promise<StatementPage>
  /**
   * The days of a month (`YYYY-MM`, UTC) with calls, ascending. The file store has the sums of the latest two months
   * with calls, and adds up older ones from the statement.
   */
  usageByDay(accountId: string, month: string): Promise<readonly DayUse[]>
  /** The account's keys that were ever charged, by id. */
  keyUses(accountId: string): Promise<readonly KeyUse[]>
  /** All grants of an account, oldest first, the free month's among them. */
  grants(accountId: string): Promise<readonly AccountGrant[]>
  /** Null: not banned. */
  banOf(accountId: string): Promise<Ban | null>

  /**
   * Asks for an `Idempotency-Key`. One caller gets `claimed`, and ends it with a capture or `dropClaim`. An answer is
   * `stored` for the others once its charge is closed as delivered and cannot be given back any more.
   */
  claim(claim: IdempotencyClaim): Promise<ClaimResult>
  /** The claimed call failed: the key is free again. */
  dropClaim(claim: IdempotencyClaim): void

  /**
   * Notes that an account uses an address and gives the uses by other accounts since `since` that count: not those of
   * banned accounts. Empty for an address that an unban exempted. An account has 256 addresses: for one more the least
   * recently used is forgotten.
   */
  useAddress(use: Omit<AddressUse, 'firstAt' | 'lastAt'>, since: number): Promise<readonly AddressUse[]>

  /**
   * Number of other accounts that used an address since a time, counted as `useAddress` does. Nothing is noted.
   * @throws RiftlineError `account_not_found`
   */
  otherAccountsAt(address: string, accountId: string, since: number): Promise<number>

  /**
   * Time of the account's first use of one of several addresses, among the kept uses; null: none of them.
   * @throws RiftlineError `account_not_found`
   */
  firstUse(addresses: readonly string[], accountId: string): Promise<number | null>

  /** Ledger time, milliseconds since 1970: what accounts are judged by. It follows the wall clock, but believes no jump. */
  now(): number
  /** Credits that calls of this process hold; for the metrics. */
  heldCredits(): number
  /** Stored answers that were dropped because an account had too many; for the metrics. */
  evictedAnswers(): number
  /** Uses of addresses that were forgotten because an account had too many; for the metrics. */
  droppedAddresses(): number
  /** False after the first storage error: nothing can be charged any more. */
  isSound(): boolean
  /** False while the disk behind it is nearly full. */
  hasRoom(): Promise<boolean>
  /** Resolves once, when storage has failed; never while it is sound. */
  readonly failed: Promise<unknown>
  /** Resolves when all that was queued is durable. Nothing can be charged afterwards. */
  close(): Promise<void>
}

/** The journal or database stopped; calls that cost credits cannot be answered. */
export class StorageError extends Error {}
