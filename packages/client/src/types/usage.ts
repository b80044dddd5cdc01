import type { Model } from './prediction.ts'

/** Credits of the account and calls of this month. Times are UTC. */
export interface Usage {
  /** The sum of the three parts. */
  readonly creditsRemaining: number
  readonly free: {
    readonly monthly: number
    readonly remaining: number
    readonly periodStartUtc: string
    readonly resetsAtUtc: string
  }
  readonly plan: {
    readonly name: string
    readonly perPeriod: number
    readonly remaining: number
    readonly resetsAtUtc: string
  } | null
  readonly topUp: { readonly remaining: number }
  /** Credits, refunds subtracted. */
  readonly used: { readonly today: number; readonly thisMonth: number }
  readonly calls: readonly OperationCalls[]
  /** Of this key. */
  readonly rateLimit: {
    readonly limit: number
    readonly windowSeconds: number
    readonly remaining: number
    readonly resetSeconds: number
  }
  /** The key that asked. */
  readonly key: {
    readonly id: string
    readonly name: string
    readonly prefix: string
    readonly createdAtUtc: string
  }
}

export type Operation = 'team' | 'player' | 'tournament' | 'odds' | 'predict' | 'predict-draft'

export interface OperationCalls {
  readonly operation: Operation
  readonly model: Model | null
  readonly calls: number
  readonly credits: number
}
