import type { AddressUse, BanEvidence, RefundReason, StoredAnswer } from '../credit-store.ts'

/** Fields of each type of record, beside `type` and `at`. */
interface RecordFields {
  account: { accountId: string; name: string }
  key: {
    keyId: string
    accountId: string
    name: string
    /** SHA-256 of the key in hex. */
    sha256: string
    /** Time of the last charge, of an imported key. */
    lastUsedAt?: number | undefined
  }
  /** `from`: the start of the revocation, unless that is `at`. */
  'key-revoked': { keyId: string; from?: number | undefined }
  grant: {
    accountId: string
    /** Unique in the ledger, ascending. */
    grantId: number
    /** Source of the credits: unique in the account. */
    ref: string
    kind: 'free' | 'plan' | 'topup'
    credits: number
    expiresAt: number | null
    /** Name of a plan. */
    name?: string | undefined
  }
  /** Takes back the credits that a grant has left. */
  reverse: { accountId: string; grantId: number; credits: number; reason: string }
  /** Sums of a grant's captures and refunds without their charges: the imported ones that are older than the kept charges. */
  folded: { accountId: string; grantId: number; captured: number; refunded: number }
  capture: {
    accountId: string
    requestId: string
    operation: string
    model: string | null
    /** The key that paid; null: the caller knew none; absent: the record is of an earlier release. */
    keyId?: string | null | undefined
    credits: number
    /** Credits per grant, by grant id. */
    lines: readonly (readonly [grantId: number, credits: number])[]
    /** The answer, kept for a retry with the same Idempotency-Key. */
    answer?: CapturedAnswer | undefined
  }
  /** Closes charges: they stay. */
  delivered: {
    requestIds: readonly string[]
    /** Present if the caller got a part of the answer only. */
    reason?: 'undelivered' | undefined
    /**
     * The records before this one may be of a clock that was ahead: ledger time goes on from here. A mark on no charges and
     * not a type of its own: version 0.1.0 refuses types of records that it does not know, and ignores fields.
     */
    turnsBack?: true | undefined
  }
  refund: { requestId: string; reason: RefundReason }
  /** The IP rule gives evidence; an operator may give a reason. */
  ban: { accountId: string; evidence?: BanEvidence | undefined; reason?: string | undefined }
  /** Lifts a ban and forgets the address uses it was based on; `allow` exempts these addresses from the rule from now on. */
  unban: { accountId: string; by: string; allow?: readonly string[] | undefined }
  /** A use of an address; nobody waits for it. `dropped`: addresses that the account loses to it, because it had too many. */
  seen: Omit<AddressUse, 'firstAt' | 'lastAt'> & { dropped?: readonly string[] | undefined }
}

export type RecordType = keyof RecordFields
export type RecordOf<Type extends RecordType> = Readonly<{ type: Type; at: number } & RecordFields[Type]>

/**
 * A change of accounts, keys or credits. The state is nothing but these records applied one after the other, live and at a
 * restart alike. `at` is in milliseconds since 1970.
 */
export type LedgerRecord = { [Type in RecordType]: RecordOf<Type> }[RecordType]
export type GrantRecord = RecordOf<'grant'>
export type ReverseRecord = RecordOf<'reverse'>
export type CaptureRecord = RecordOf<'capture'>
export type DeliveredRecord = RecordOf<'delivered'>
export type RefundRecord = RecordOf<'refund'>
export type BanRecord = RecordOf<'ban'>
export type SeenRecord = RecordOf<'seen'>

export interface CapturedAnswer extends StoredAnswer {
  readonly path: string
  readonly key: string
  /** SHA-256 of the request's body in hex. */
  readonly fingerprint: string
}
