import type { ModelName } from '@riftline/core'
import type { RefundReason } from './credit-store.ts'
import type { Operation } from './prices.ts'

/**
 * What happened to accounts, keys and credits, in order. The state is nothing but these records applied one after the
 * other, live and at a restart alike. Short field names: a journal holds millions of captures.
 */
export type LedgerRecord =
  | { readonly t: 'account'; readonly at: number; readonly a: string; readonly name: string }
  | KeyRecord
  | { readonly t: 'key-revoked'; readonly at: number; readonly k: string }
  | GrantRecord
  | CaptureRecord
  | { readonly t: 'delivered'; readonly at: number; readonly r: string }
  | { readonly t: 'refund'; readonly at: number; readonly r: string; readonly why: RefundReason }

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
  readonly ref: string
  readonly kind: 'free' | 'plan' | 'topup'
  readonly n: number
  readonly exp: number | null
  readonly name?: string
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
  /** Credits per grant, by the grant's `ref`. */
  readonly lines: readonly (readonly [ref: string, credits: number])[]
}
