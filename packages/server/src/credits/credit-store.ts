import type { ModelName } from '@riftline/core'
import type { Operation } from './prices.ts'

export interface Account {
  readonly id: string
  readonly name: string
  readonly createdAt: number
}

/** A key as it is stored: its hash, never the key. */
export interface ApiKey {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly sha256: string
  readonly createdAt: number
  readonly revokedAt: number | null
}

/** Credits given to an account. `ref` names the source (a payment, a period) and counts once per account. */
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

/** A call that is about to be computed. */
export interface CallToCharge {
  readonly requestId: string
  readonly accountId: string
  readonly operation: Operation
  readonly model: ModelName | null
  readonly credits: number
}

/** Credits set aside, grant by grant, for a call that is running. Nothing is written for it. */
export interface Hold extends CallToCharge {
  readonly lines: readonly (readonly [grantRef: string, credits: number])[]
}

export type HoldResult =
  | { readonly kind: 'held'; readonly hold: Hold }
  | { readonly kind: 'insufficient'; readonly available: number; readonly held: number }

export type RefundReason = 'disconnect' | 'crash' | 'operator'

export interface Usage {
  readonly creditsRemaining: number
  readonly free: { readonly monthly: number; readonly remaining: number; readonly from: number; readonly to: number }
  readonly plan: {
    readonly name: string
    readonly perPeriod: number
    readonly remaining: number
    readonly to: number
  } | null
  readonly topUp: { readonly remaining: number }
  /** Credits of the current UTC day and month, refunds subtracted. */
  readonly used: { readonly today: number; readonly thisMonth: number }
  /** This month's calls. */
  readonly calls: readonly UsageLine[]
}

export interface UsageLine {
  readonly operation: Operation
  readonly model: ModelName | null
  readonly calls: number
  readonly credits: number
}

/**
 * Accounts, keys and credits. A charge goes hold -> capture -> delivered or refund, or hold -> void. Whatever a promise
 * here resolves is durable; the store rejects with `StorageError` when that cannot be promised any more.
 */
export interface CreditStore {
  createAccount(name: string): Promise<Account>
  accounts(): Promise<readonly Account[]>
  addKey(key: {
    readonly id: string
    readonly accountId: string
    readonly name: string
    readonly sha256: string
  }): Promise<ApiKey>
  revokeKey(keyId: string): Promise<void>
  findKey(sha256: string): Promise<ApiKey | null>
  /** Once per account and `ref`; again is a no-op. */
  grant(accountId: string, grant: NewGrant): Promise<void>
  /** Sets credits aside in one turn of the event loop, so it is atomic for all keys of the account. */
  hold(call: CallToCharge): Promise<HoldResult>
  /** Resolves when the charge is durable. */
  capture(hold: Hold): Promise<void>
  voidHold(hold: Hold): void
  /** The whole answer was handed to the network. Queued, waits for nobody. */
  delivered(requestId: string): void
  /** Gives a capture back to the grants it came from. */
  refund(requestId: string, reason: RefundReason): Promise<void>
  /** Captured balance: holds are not subtracted. */
  balance(accountId: string): Promise<number>
  usage(accountId: string): Promise<Usage>
  /** False after the first storage error: nothing can be charged any more. */
  isSound(): boolean
  close(): Promise<void>
}

/** The journal or database stopped; calls that cost credits cannot be answered. */
export class StorageError extends Error {}
