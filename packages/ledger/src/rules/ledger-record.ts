import type { AddressUse, BanEvidence, RefundReason, StoredAnswer } from '../credit-store.ts'

/**
 * What happened to accounts, keys and credits, in order. The state is nothing but these records applied one after the
 * other, live and at a restart alike. `at` is in milliseconds since 1970.
 */
export type LedgerRecord =
  | AccountRecord
  | KeyRecord
  | KeyRevokedRecord
  | GrantRecord
  | ReverseRecord
  | FoldedRecord
  | CaptureRecord
  | DeliveredRecord
  | RefundRecord
  | BanRecord
  | UnbanRecord
  | SeenRecord

export interface AccountRecord {
  readonly type: 'account'
  readonly at: number
  readonly accountId: string
  readonly name: string
}

export interface KeyRecord {
  readonly type: 'key'
  readonly at: number
  readonly keyId: string
  readonly accountId: string
  readonly name: string
  /** SHA-256 of the key in hex. */
  readonly sha256: string
  /** When it was last charged, of a key that was imported. */
  readonly lastUsedAt?: number | undefined
}

export interface KeyRevokedRecord {
  readonly type: 'key-revoked'
  readonly at: number
  readonly keyId: string
  /** From when on, where that is not `at`. */
  readonly from?: number | undefined
}

export interface GrantRecord {
  readonly type: 'grant'
  readonly at: number
  readonly accountId: string
  /** Unique in the ledger, ascending. */
  readonly grantId: number
  /** Source of the credits: unique in the account. */
  readonly ref: string
  readonly kind: 'free' | 'plan' | 'topup'
  readonly credits: number
  readonly expiresAt: number | null
  /** A plan's name. */
  readonly name?: string | undefined
}

/** Takes back what is left of a grant: so many credits of it. */
export interface ReverseRecord {
  readonly type: 'reverse'
  readonly at: number
  readonly accountId: string
  readonly grantId: number
  readonly credits: number
  readonly reason: string
}

/** Sums of a grant's captures and refunds that came without their charges: an import of what is older than the kept ones. */
export interface FoldedRecord {
  readonly type: 'folded'
  readonly at: number
  readonly accountId: string
  readonly grantId: number
  readonly captured: number
  readonly refunded: number
}

export interface CaptureRecord {
  readonly type: 'capture'
  readonly at: number
  readonly accountId: string
  readonly requestId: string
  readonly operation: string
  readonly model: string | null
  /** The key that paid; null where the caller knew none, absent in a record of an earlier release. */
  readonly keyId?: string | null | undefined
  readonly credits: number
  /** Credits per grant, by grant id. */
  readonly lines: readonly (readonly [grantId: number, credits: number])[]
  /** The answer, kept for a retry with the same Idempotency-Key. */
  readonly answer?: CapturedAnswer | undefined
}

export interface CapturedAnswer extends StoredAnswer {
  readonly path: string
  readonly key: string
  /** SHA-256 of the request's body in hex. */
  readonly fingerprint: string
}

/** Closes charges: they stay. */
export interface DeliveredRecord {
  readonly type: 'delivered'
  readonly at: number
  readonly requestIds: readonly string[]
  /** There where the answer did not get through whole. */
  readonly reason?: 'undelivered' | undefined
  /**
   * The records before this one may be of a clock that was ahead: ledger time goes on from here. A mark of this kind, on
   * no charges, because version 0.1.0 refuses kinds of records that it does not know and ignores fields.
   */
  readonly turnsBack?: true | undefined
}

export interface RefundRecord {
  readonly type: 'refund'
  readonly at: number
  readonly requestId: string
  readonly reason: RefundReason
}

/** `evidence` is absent where an operator banned by hand, who may have given a reason. */
export interface BanRecord {
  readonly type: 'ban'
  readonly at: number
  readonly accountId: string
  readonly evidence?: BanEvidence | undefined
  readonly reason?: string | undefined
}

/** Lifts a ban and forgets the address records it was based on; `allow` exempts these addresses from the rule from now on. */
export interface UnbanRecord {
  readonly type: 'unban'
  readonly at: number
  readonly accountId: string
  readonly by: string
  readonly allow?: readonly string[] | undefined
}

/** An account used an address (IPv4, or IPv6 /64); nobody waits for it. */
export interface SeenRecord extends Omit<AddressUse, 'firstAt' | 'lastAt'> {
  readonly type: 'seen'
  readonly at: number
  /** Addresses that the account loses to this one, because it had too many. */
  readonly dropped?: readonly string[] | undefined
}
