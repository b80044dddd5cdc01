import type { Facts } from '../contestants/contestant.ts'
import type { Agreement } from './compare-scores.ts'

/** The results of a run, from which the report is written. */
export interface RunResults {
  readonly problems: readonly ProblemResult[]
  /** Of the first problem only. */
  readonly details: DetailResult | null
  readonly tails: readonly TailResult[]
  readonly startUps: readonly StartUpResult[]
  readonly rounds: number
}

export interface ProblemResult {
  readonly name: string
  readonly rows: number
  readonly answeredBy: string
  readonly contestants: readonly ContestantResult[]
  readonly skipped: readonly { readonly contestant: string; readonly reason: string }[]
}

export interface ContestantResult {
  readonly contestant: string
  readonly facts: Facts
  readonly row: Timing
  readonly batch: Timing
}

export interface Timing {
  /** Nanoseconds a row, by round. */
  readonly rounds: readonly number[]
  readonly agreement: Agreement
}

/** Measurements of one model only. */
export interface DetailResult {
  readonly problem: string
  readonly sizes: readonly number[]
  readonly contestants: readonly {
    readonly contestant: string
    /** Nanoseconds a row in calls of `sizes[i]` rows. */
    readonly bySize: readonly number[]
    /** Nanoseconds a row when every call has the same row. */
    readonly repeated: number
    /** Nanoseconds of a call with one row, the clock included. */
    readonly median: number
    readonly percentile99: number
    /** Bytes a row on the JavaScript heap; null for other languages. */
    readonly heapByRow: number | null
    readonly heapByBatch: number | null
  }[]
}

/** One row a call by one of our engines, nanoseconds with the clock included. */
export interface TailResult {
  readonly name: string
  readonly engine: string
  readonly median: number
  readonly percentile99: number
  readonly percentile999: number
}

export interface StartUpResult {
  readonly name: string
  readonly jsonBytes: number
  readonly engine: string
  readonly cold: StartUpTimes
  readonly warm: StartUpTimes
  readonly binaryBytes: number | null
}

/** Milliseconds. */
export interface StartUpTimes {
  readonly parseJson: number
  readonly readModel: number
  readonly compile: number
  readonly firstRow: number
  /** Null until there is a binary file. */
  readonly loadBinary: number | null
}
