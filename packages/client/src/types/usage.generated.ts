// Written from packages/server/openapi.json by npm run client-types; do not edit.

import type { Model } from './prediction.generated.ts'

/** Credits of the account and calls of this month. */
export interface Usage {
  /** The sum of free, plan and topUp; equals X-Credits-Remaining. */
  readonly creditsRemaining: number
  /** Free credits of the UTC month. */
  readonly free: {
    /** Credits given each month. */
    readonly monthly: number
    /** Credits left of them. */
    readonly remaining: number
    /** When the month began. UTC, without a suffix. */
    readonly periodStartUtc: string
    /** When the next one begins. UTC, without a suffix. */
    readonly resetsAtUtc: string
  }
  /** Credits of a plan; null without one. */
  readonly plan: {
    /** What the plan is called. */
    readonly name: string
    /** Credits given each period. */
    readonly perPeriod: number
    /** Credits left of them. */
    readonly remaining: number
    /** When the next period begins. UTC, without a suffix. */
    readonly resetsAtUtc: string
  } | null
  /** Credits that were bought or granted and stay until they are spent. */
  readonly topUp: {
    /** Credits left. */
    readonly remaining: number
  }
  /**
   * Credits by UTC day and month, refunds subtracted. A broken line is refunded; where a part of the answer may
   * have been read, ten times an hour.
   */
  readonly used: {
    /** Since midnight UTC. */
    readonly today: number
    /** Since its first day. */
    readonly thisMonth: number
  }
  /** Calls of this month, by what was asked for. */
  readonly calls: readonly OperationCalls[]
  /** Rate of the key that asked. */
  readonly rateLimit: {
    /** Requests allowed in a window. */
    readonly limit: number
    /** Length of the window, in seconds. */
    readonly windowSeconds: number
    /** Requests left now. */
    readonly remaining: number
    /** Seconds until the oldest request leaves the window. */
    readonly resetSeconds: number
  }
  /** The data date: start of the last game learned. UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Which models and tables answer; as the header `X-Artifacts`. */
  readonly artifacts: string
  /** The key that asked. */
  readonly key: {
    /** Its public part, as logs and statements show it. */
    readonly id: string
    /** What its owner calls it. */
    readonly name: string
    /** How it begins. */
    readonly prefix: string
    /** When it was made. UTC, without a suffix. */
    readonly createdAtUtc: string
  }
}

/** What is charged for. */
export type Operation = 'team' | 'player' | 'tournament' | 'odds' | 'predict' | 'predict-draft' | 'markets'

/** Calls of one operation this month. */
export interface OperationCalls {
  /** What was charged for. */
  readonly operation: Operation
  /** The model asked for; null where there is no choice. */
  readonly model: Model | null
  /** Charged calls. */
  readonly calls: number
  /** Credits that they cost. */
  readonly credits: number
}
