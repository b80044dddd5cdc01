import type { Problem } from '../problem.ts'

/** One way to score. Each contestant runs in its own process, so that none affects another's caches or code. */
export type Contestant = JavaScriptContestant | NativeContestant

interface AnyContestant {
  readonly name: string
  /** Whether it promises the bits of the answer; if so, a single difference stops the bench. */
  isExact(problem: Problem): boolean
  /** Whether its code is compiled while it runs, so that it must run for a while before it is timed. */
  readonly warmsUp: boolean
  /** Whether it takes sparse rows. */
  readonly takesSparse?: true
  /** Reason, in a few words, for which it does not take part, or null. */
  reasonToSkip(problem: Problem): string | null
}

export interface JavaScriptContestant extends AnyContestant {
  readonly language: 'javascript'
  /** Prepares the scorer in the contestant's process. @throws Absent if it cannot take part after all */
  prepare(problem: Problem): Promise<Scorer | AsyncScorer>
}

export interface NativeContestant extends AnyContestant {
  readonly language: 'native'
  /** Program and arguments of a process that serves the commands of `child/serve.ts`. */
  command(problem: Problem): readonly string[]
}

/** Scorer of dense rows, or of more kinds of rows. */
export interface Scorer<Rows = Float64Array> {
  readonly isAsync: false
  /** Writes raw scores of a batch; dense rows are row-major. */
  scoreBatch(rows: Rows, scores: Float64Array): void
  /** Writes raw scores of one row to `scores` from index `at` on, by the call that a user would make. */
  scoreRow(row: Rows, scores: Float64Array, at: number): void
  /** Facts for the report. */
  readonly facts?: Facts
}

/** Scorer that answers by promises; it keeps a copy of the rows in its own form. */
export interface AsyncScorer {
  readonly isAsync: true
  /** Scores the rows `from` ≤ r < `to`. */
  scoreBatch(from: number, to: number, scores: Float64Array): Promise<void>
}

export interface Facts {
  readonly shape?: Shape
  /** Kernels by call size and the memory of their tables. */
  readonly kernels?: readonly { readonly fromRows: number; readonly kernel: string; readonly sizeBytes: number }[]
}

export interface Shape {
  readonly trees: number
  readonly splits: number
  /** Share of splits that test categories. */
  readonly categoricalShare: number
  readonly features: number
  readonly outputs: number
}

/** Error of `prepare` if the contestant cannot take part; the message gives the reason. */
export class Absent extends Error {}
