import { RiftlineError, requireOptions } from '@riftline/base'
import { scriptBeside, startThreads } from '@riftline/base/node'
import { saveEnsemble } from '../binary/ensemble-file.ts'
import type { BatchOptions, Evaluator, NumberOptions, SliceOptions } from '../evaluator.ts'
import { explainedCount } from '../form/tree-ensemble.ts'
import { countRows, takeFloats, takeIntegers } from '../rows.ts'

/**
 * Scores large batches on worker threads. The methods are the evaluator's own, take the same options, give the same bits,
 * and return promises; batches run one after another, each on all threads.
 */
export interface ScoringPool {
  readonly threads: number
  rawScores(rows: Float64Array, options?: BatchOptions): Promise<Float64Array>
  predictions(rows: Float64Array, options?: BatchOptions): Promise<Float64Array>
  leafIndices(rows: Float64Array, options?: NumberOptions): Promise<Int32Array>
  contributions(rows: Float64Array, options?: SliceOptions): Promise<Float64Array>
  interactions(rows: Float64Array, options?: SliceOptions): Promise<Float64Array>
  labels(rows: Float64Array, options?: NumberOptions): Promise<Int32Array>
  /** Ends the threads after the pending batches; later calls are refused with `pool_closed`. */
  close(): Promise<void>
}

/** Number of threads, and their script. */
export interface ScoringPoolOptions {
  /** Number of threads, 1 … 256; default: the machine's parallelism. */
  readonly threads?: number
  /** Script of the worker if a bundler has moved it: this package's `dist/score-worker.js`. */
  readonly worker?: URL
}

/** Approximate number of times that each thread takes rows from a batch, so that a slow thread does not delay the others. */
const turnsPerThread = 8
const rowsPerTurn = { least: 256, most: 8192 }

/**
 * Starts threads that each compile the evaluator's model. Worth it from tens of thousands of rows on: a batch costs about 0.1 ms
 * before any row is scored. Rows and results in a `SharedArrayBuffer` are used in place, others are copied.
 *
 * @throws RiftlineError `invalid_argument` for the number of threads; `worker_failed` when a thread cannot start. Calls
 *   are refused as the evaluator refuses them, and with `pool_closed` or `worker_failed`
 * @example
 * const pool = await createScoringPool(compileEnsemble(ensemble), { threads: 4 })
 * const scores = await pool.rawScores(rows) // the bits of evaluator.rawScores(rows)
 * await pool.close()
 */
export async function createScoringPool(evaluator: Evaluator, options: ScoringPoolOptions = {}): Promise<ScoringPool> {
  requireOptions(options, ['threads', 'worker'])
  const workerData: WorkerModel = { model: shared(saveEnsemble(evaluator.ensemble)), engine: evaluator.engine }
  const script = options.worker ?? scriptBeside(import.meta.url, 'score-worker')
  const threads = await startThreads<Job>(options.threads, { script, workerData, name: 'a scoring thread' })
  const { ensemble, numberOfFeatures, numberOfOutputs, numberOfPredictions, numberOfTrees } = evaluator
  const columns = numberOfFeatures + 1
  const explained = explainedCount(ensemble)
  let last: Promise<unknown> = Promise.resolve()
  let closed = false

  /** Runs a task after the earlier batches, whether they succeeded or not. */
  function enqueue<T>(task: () => Promise<T>): Promise<T> {
    if (closed) throw new RiftlineError('pool_closed', 'the scoring pool is closed')
    const result = last.then(task)
    last = result.catch(() => {})
    return result
  }

  async function run<A extends Float64Array | Int32Array>(
    kind: JobKind,
    rows: Float64Array,
    out: A,
    batchOptions: Omit<BatchOptions, 'out'>,
  ): Promise<A> {
    const count = countRows(rows, ensemble)
    if (count === 0) return out
    const results = sharedLike(out)
    const share = Math.ceil(count / (threads.length * turnsPerThread))
    const job = {
      kind,
      count,
      step: Math.min(Math.max(share, rowsPerTurn.least), rowsPerTurn.most),
      taken: new Int32Array(new SharedArrayBuffer(4)),
      rows: shared(rows),
      results,
      options: batchOptions,
    }
    const outcomes = await Promise.allSettled(threads.map((thread) => thread.run(job)))
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    if (results !== out) out.set(results)
    return out
  }

  function method<A extends Float64Array | Int32Array>(
    kind: JobKind,
    width: number,
    take: (out: A | undefined, length: number) => A,
  ) {
    return async (rows: Float64Array, options: PoolOptions<A> = {}): Promise<A> => {
      const { out, ...rest } = options
      const target = take(out, countRows(rows, ensemble) * width)
      const refuse: (rows: Float64Array, options: object) => unknown = evaluator[kind]
      refuse(new Float64Array(0), rest) // before any thread gets bad options
      return enqueue(() => run(kind, rows, target, rest))
    }
  }

  return {
    threads: threads.length,
    rawScores: method('rawScores', numberOfOutputs, takeFloats),
    predictions: method('predictions', numberOfPredictions, takeFloats),
    contributions: method('contributions', explained * columns, takeFloats),
    interactions: method('interactions', explained * columns * columns, takeFloats),
    leafIndices: method('leafIndices', numberOfTrees, takeIntegers),
    labels: method('labels', 1, takeIntegers),
    async close() {
      closed = true
      await last
      await Promise.all(threads.map((thread) => thread.end()))
    },
  }
}

/** Start data of a worker thread: the model in `saveEnsemble`'s form, in shared memory, and the engine. */
export interface WorkerModel {
  readonly model: Uint8Array
  readonly engine: 'js' | 'wasm'
}

type JobKind = 'rawScores' | 'predictions' | 'contributions' | 'interactions' | 'leafIndices' | 'labels'

type PoolOptions<A> = Omit<BatchOptions, 'out'> & { readonly out?: A }

/** Batch, sent to every thread, in shared memory. `taken[0]` is the next free row; each thread takes `step` rows at a time. */
export interface Job {
  readonly kind: JobKind
  readonly count: number
  readonly step: number
  readonly taken: Int32Array
  readonly rows: Float64Array
  readonly results: Float64Array | Int32Array
  readonly options: Omit<BatchOptions, 'out'>
}

/** Returns the array itself if its memory is shared, else shared memory of the same length, without its contents. */
function sharedLike<A extends Float64Array | Int32Array | Uint8Array>(array: A): A {
  if (array.buffer instanceof SharedArrayBuffer) return array
  return new (array.constructor as new (buffer: SharedArrayBuffer) => A)(new SharedArrayBuffer(array.byteLength))
}

/** Returns the array itself if its memory is shared, else a copy in shared memory. */
function shared<A extends Float64Array | Uint8Array>(array: A): A {
  const copy = sharedLike(array)
  if (copy !== array) copy.set(array)
  return copy
}
