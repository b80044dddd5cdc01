import type { ModelName } from '@riftline/core'
import type { AddressUse, BanEvidence, RefundReason } from './credit-store.ts'
import type { Operation } from './prices.ts'

/**
 * What happened to accounts, keys and credits, in order. The state is nothing but these records applied one after the
 * other, live and at a restart alike. Short field names: a journal holds millions of captures. `at` is in milliseconds.
 */
export type LedgerRecord =
  | { readonly t: 'account'; readonly at: number; readonly a: string; readonly name: string }
  | KeyRecord
  | { readonly t: 'key-revoked'; readonly at: number; readonly k: string }
  | GrantRecord
  | ReverseRecord
  | FoldedRecord
  | CaptureRecord
  | DeliveredRecord
  | { readonly t: 'refund'; readonly at: number; readonly r: string; readonly why: RefundReason }
  | BanRecord
  | UnbanRecord
  | SeenRecord

export interface KeyRecord {
  readonly t: 'key'
  readonly at: number
  readonly k: string
  readonly a: string
  readonly name: string
  /** SHA-256 of the key in hex. */
  readonly sha: string
}

export interface GrantRecord {
  readonly t: 'grant'
  readonly at: number
  readonly a: string
  /** Grant id: unique in the ledger, ascending. */
  readonly g: number
  /** Source of the credits: unique in the account. */
  readonly ref: string
  readonly kind: 'free' | 'plan' | 'topup'
  readonly n: number
  readonly exp: number | null
  /** A plan's name. */
  readonly name?: string
}

/** Takes back what is left of a grant: `n` credits of it. */
export interface ReverseRecord {
  readonly t: 'reverse'
  readonly at: number
  readonly a: string
  readonly g: number
  readonly n: number
  readonly why: string
}

/** Sums of a grant's captures and refunds that came without their charges: an import of what is older than the kept ones. */
export interface FoldedRecord {
  readonly t: 'folded'
  readonly at: number
  readonly a: string
  readonly g: number
  readonly captured: number
  readonly refunded: number
}

export interface CaptureRecord {
  readonly t: 'capture'
  readonly at: number
  readonly a: string
  /** Request id. */
  readonly r: string
  readonly op: Operation
  readonly model: ModelName | null
  readonly n: number
  /** Credits per grant, by grant id. */
  readonly lines: readonly (readonly [grantId: number, credits: number])[]
  /** The answer, kept for a retry with the same Idempotency-Key. */
  readonly idem?: {
    readonly path: string
    readonly key: string
    /** SHA-256 of the request's body in hex. */
    readonly fingerprint: string
    readonly status: number
    readonly body: string
  }
}

/** Closes charges: they stay. */
export interface DeliveredRecord {
  readonly t: 'delivered'
  readonly at: number
  /** Request ids. */
  readonly rs: readonly string[]
  /** There where the answer did not get through whole. */
  readonly why?: 'undelivered'
  /**
   * The records before this one may be of a clock that was ahead: ledger time goes on from here. A mark of this kind, on
   * no charges, because version 0.1.0 refuses kinds of records that it does not know and looks over fields.
   */
  readonly back?: true
}

/** `evidence` is absent where an operator banned by hand. */
export interface BanRecord {
  readonly t: 'ban'
  readonly at: number
  readonly a: string
  readonly evidence?: BanEvidence
}

/** Lifts a ban and forgets the address records it was based on; `allow` exempts these addresses from the rule from now on. */
export interface UnbanRecord {
  readonly t: 'unban'
  readonly at: number
  readonly a: string
  readonly by: string
  readonly allow?: readonly string[]
}

/** An account used an address (IPv4, or IPv6 /64); nobody waits for it. */
export interface SeenRecord {
  readonly t: 'seen'
  readonly at: number
  readonly a: AddressUse['accountId']
  readonly ip: AddressUse['address']
  readonly r: AddressUse['requestId']
  /** Addresses of the account that gave way to it, because it had too many. */
  readonly drop?: readonly string[]
}
