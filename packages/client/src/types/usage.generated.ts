// Written from packages/server/openapi.json by npm run client-types; do not edit.

import type { Model } from './prediction.generated.ts'

/** Credits of the account and calls of this month. */
export interface Usage {
  /** The sum of free, plan and topUp; equals X-Credits-Remaining. */
  readonly creditsRemaining: number
  readonly free: {
    readonly monthly: number
    readonly remaining: number
    /** UTC, without a suffix. */
    readonly periodStartUtc: string
    /** UTC, without a suffix. */
    readonly resetsAtUtc: string
  }
  readonly plan: {
    readonly name: string
    readonly perPeriod: number
    readonly remaining: number
    /** UTC, without a suffix. */
    readonly resetsAtUtc: string
  } | null
  readonly topUp: {
    readonly remaining: number
  }
  /**
   * Credits by UTC day and month, refunds subtracted. A broken line is refunded; where a part of the answer may
   * have been read, ten times an hour.
   */
  readonly used: {
    readonly today: number
    readonly thisMonth: number
  }
  /** This month. */
  readonly calls: readonly OperationCalls[]
  /** Of the key that asked. */
  readonly rateLimit: {
    readonly limit: number
    readonly windowSeconds: number
    readonly remaining: number
    readonly resetSeconds: number
  }
  /** The data date: start of the last game learned. UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Which models and tables answer; as the header `X-Artifacts`. */
  readonly artifacts: string
  /** The key that asked. */
  readonly key: {
    readonly id: string
    readonly name: string
    readonly prefix: string
    /** UTC, without a suffix. */
    readonly createdAtUtc: string
  }
}

/** What is charged for. */
export type Operation = 'team' | 'player' | 'tournament' | 'odds' | 'predict' | 'predict-draft' | 'markets'

/** Calls of one operation this month. */
export interface OperationCalls {
  readonly operation: Operation
  readonly model: Model | null
  readonly calls: number
  readonly credits: number
}
