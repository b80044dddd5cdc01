import type { AddressUse, BanEvidence, RefundReason, StoredAnswer } from '../credit-store.ts'
import type { SomeLimits } from '../key-limits.ts'

/** Fields of each type of record, besides `type` and `at`. */
interface RecordFields {
  account: { accountId: string; name: string }
  key: {
    keyId: string
    accountId: string
    name: string
    /** SHA-256 of the key in hex. */
    sha256: string
    /** Time of the last charge of an imported key. */
    lastUsedAt?: number | undefined
  } & SomeLimits
  /** Limits of a key from now on; absent ones are none. */
  'key-limits': { keyId: string } & SomeLimits
  /** Revokes a key; `from` is the start of the revocation if it differs from `at`. */
  'key-revoked': { keyId: string; from?: number | undefined }
  grant: {
    accountId: string
    /** Id of the grant, unique in the ledger and ascending. */
    grantId: number
    /** Source of the credits, unique in the account. */
    ref: string
    kind: 'free' | 'plan' | 'topup'
    credits: number
    expiresAt: number | null
    /** Name of a plan. */
    name?: string | undefined
  }
  /** Takes back the remaining credits of a grant. */
  reverse: { accountId: string; grantId: number; credits: number; reason: string }
  /** Sums of a grant's imported captures and refunds whose charges are too old to be kept. */
  folded: { accountId: string; grantId: number; captured: number; refunded: number }
  capture: {
    accountId: string
    requestId: string
    operation: string
    model: string | null
    /** Key that paid; null when the caller knew none, absent in a record of an earlier release. */
    keyId?: string | null | undefined
    credits: number
    /** Number of calls that the charge pays for; only above 1. */
    calls?: number | undefined
    /** Credits per grant, by grant id. */
    lines: readonly (readonly [grantId: number, credits: number])[]
    /** Answer stored for retries with the same Idempotency-Key. */
    answer?: CapturedAnswer | undefined
  }
  /** Closes charges that stay. */
  delivered: {
    requestIds: readonly string[]
    /** Set when the caller got only a part of the answer. */
    reason?: 'undelivered' | undefined
    /**
     * Marks that earlier records may come from a clock that was ahead; ledger time continues from here. It is a flag on an empty
     * list, not a type of its own, because version 0.1.0 refuses unknown types but ignores unknown fields.
     */
    turnsBack?: true | undefined
  }
  refund: { requestId: string; reason: RefundReason }
  /** Bans an account, with evidence by the IP rule, or with an optional reason by an operator. */
  ban: { accountId: string; evidence?: BanEvidence | undefined; reason?: string | undefined }
  /** Lifts a ban and forgets the address uses it was based on; `allow` exempts these addresses from the rule. */
  unban: { accountId: string; by: string; allow?: readonly string[] | undefined }
  /** Records a use of an address; nobody awaits it. `dropped`: addresses that the account loses to it, because it had too many. */
  seen: Omit<AddressUse, 'firstAt' | 'lastAt'> & { dropped?: readonly string[] | undefined }
}

export type RecordType = keyof RecordFields
export type RecordOf<Type extends RecordType> = Readonly<{ type: Type; at: number } & RecordFields[Type]>

/**
 * Change of accounts, keys or credits. The state is the result of applying these records in order, live as well as at a
 * restart. `at` is in milliseconds since 1970.
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
