import type { BatchOptions } from '../evaluator.ts'

/** Start data of a worker thread: the model in `saveEnsemble`'s form, in shared memory, and the engine. */
export interface WorkerModel {
  readonly model: Uint8Array
  readonly engine: 'js' | 'wasm'
}

export type JobKind = 'rawScores' | 'predictions' | 'leafIndices' | 'contributions'

/**
 * Batch, sent to every thread. Rows and results are shared memory. `taken[0]` is the next free row; each thread takes `step` rows at
 * a time until none are left.
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

/** Answer of a thread: ready after start-up, done with a job, or an error. */
export type Report =
  | { readonly kind: 'ready' | 'done' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }

/**
 * Shared memory for one kind of array, reused from batch to batch. Arrays of the caller that are already shared are used directly.
 */
export interface SharedArrays<A extends Float64Array | Int32Array> {
  /** Shared memory of the length of `array`, without its contents. */
  over(array: A): A
  /** Shared memory with the contents of `array`. */
  filled(array: A): A
}

export const sharedFloats = (): SharedArrays<Float64Array> => sharedArrays((buffer) => new Float64Array(buffer))
export const sharedIntegers = (): SharedArrays<Int32Array> => sharedArrays((buffer) => new Int32Array(buffer))

/** Copies bytes into shared memory, so that threads need no copies. */
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
