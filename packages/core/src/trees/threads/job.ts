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

/**
 * Shared memory for one kind of array that is reused from batch to batch, so that its pages are touched once. Arrays of the
 * caller that already are shared are taken as they are.
 */
export interface SharedArrays<A extends Float64Array | Int32Array> {
  /** Shared memory of the length of `array`, its contents not yet copied. */
  over(array: A): A
  /** The same with the contents. */
  filled(array: A): A
}

export const sharedFloats = (): SharedArrays<Float64Array> => sharedArrays((buffer) => new Float64Array(buffer))
export const sharedIntegers = (): SharedArrays<Int32Array> => sharedArrays((buffer) => new Int32Array(buffer))

/** The bytes in shared memory, which threads read without a copy each. */
export function sharedCopy(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}

function sharedArrays<A extends Float64Array | Int32Array>(view: (buffer: SharedArrayBuffer) => A): SharedArrays<A> {
  let memory = view(new SharedArrayBuffer(0))

  function over(array: A): A {
    if (array.buffer instanceof SharedArrayBuffer) return array
    if (memory.length < array.length) memory = view(new SharedArrayBuffer(array.byteLength))
    return memory.subarray(0, array.length) as A
  }

  return {
    over,
    filled(array) {
      const shared = over(array)
      if (shared !== array) shared.set(array)
      return shared
    },
  }
}
