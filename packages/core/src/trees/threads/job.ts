import type { BatchOptions } from '../evaluator.ts'

/** What a worker thread is started with: the model in `saveEnsemble`'s form, in shared memory, and the engine to run. */
export interface WorkerModel {
  readonly model: Uint8Array
  readonly engine: 'js' | 'wasm'
}

export type JobKind = 'rawScores' | 'predictions' | 'leafIndices' | 'contributions'

/**
 * One batch, sent to every thread. Rows and results are shared memory; `taken[0]` is the next row that no thread has taken,
 * and a thread takes `step` rows at a time until all are.
 */
export interface Job {
  readonly kind: JobKind
  readonly count: number
  readonly step: number
  readonly taken: Int32Array
  readonly rows: Float64Array
  readonly results: Float64Array | Int32Array
  readonly options: Omit<BatchOptions, 'out'>
}

/** A thread's answer: ready after start-up, done with a job, or its error. */
export type Report =
  | { readonly kind: 'ready' | 'done' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
