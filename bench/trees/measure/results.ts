import type { Facts } from '../contestants/contestant.ts'
import type { Agreement } from './compare-scores.ts'

/** Results of a run, from which the report is written. */
export interface RunResults {
  readonly problems: readonly ProblemResult[]
  /** Details of the first problem; null if they were not measured. */
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
  /** Nanoseconds per row, by round. */
  readonly rounds: readonly number[]
  readonly agreement: Agreement
}

/** Measurements made for one model only. */
export interface DetailResult {
  readonly problem: string
  readonly sizes: readonly number[]
  readonly contestants: readonly {
    readonly contestant: string
    /** Nanoseconds per row in calls of `sizes[i]` rows. */
    readonly bySize: readonly number[]
    /** Nanoseconds per row when every call has the same row. */
    readonly repeated: number
    /** Nanoseconds of a call with one row, the clock included. */
    readonly median: number
    readonly percentile99: number
    /** Bytes per row on the JavaScript heap; null for other languages. */
    readonly heapByRow: number | null
    readonly heapByBatch: number | null
  }[]
}

/** Latency of single rows on a riftline engine, in nanoseconds with the clock included. */
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

/** Times of start-up in milliseconds. */
export interface StartUpTimes {
  readonly parseJson: number
  readonly readModel: number
  readonly compile: number
  readonly firstRow: number
  /** Time to load the binary file; null if there is none. */
  readonly loadBinary: number | null
}
