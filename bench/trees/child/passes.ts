import { median } from 'simple-statistics'
import type { Scorer } from '../contestants/contestant.ts'
import type { Rows } from '../float-file.ts'
import type { Problem } from '../problem.ts'
import { latencyNumbers, type Mode, type Passes } from './serve.ts'

interface Call {
  readonly rows: Rows
  readonly scores: Float64Array
}

/** Creates passes of a scorer over `problem.count` rows. Views and buffers exist beforehand, so only calls are timed. */
export function createPasses(scorer: Scorer<Rows>, rows: Rows, { count, features, outputs }: Problem): Passes {
  const scores = new Float64Array(count * outputs)
  const single = Array.from({ length: count }, (_, r) => slice(rows, r, r + 1, features))
  const callsBySize = new Map<number, readonly Call[]>()

  function callsOf(size: number): readonly Call[] {
    const known = callsBySize.get(size)
    if (known !== undefined) return known
    const calls = Array.from({ length: Math.ceil(count / size) }, (_, c) => ({
      rows: slice(rows, c * size, Math.min(count, (c + 1) * size), features),
      scores: scores.subarray(c * size * outputs, Math.min(count, (c + 1) * size) * outputs),
    }))
    callsBySize.set(size, calls)
    return calls
  }

  function batch(calls: readonly Call[]): void {
    for (const call of calls) scorer.scoreBatch(call.rows, call.scores)
  }

  function row(): void {
    for (let r = 0; r < count; r++) scorer.scoreRow(single[r]!, scores, r * outputs)
  }

  function repeated(): void {
    const only = single[0]!
    for (let r = 0; r < count; r++) scorer.scoreRow(only, scores, 0)
  }

  function latency(): readonly number[] {
    const times = new Float64Array(count)
    for (let r = 0; r < count; r++) {
      const start = performance.now()
      scorer.scoreRow(single[r]!, scores, r * outputs)
      times[r] = (performance.now() - start) * 1e6
    }
    return latencyNumbers(times)
  }

  /** Bytes per row on the JavaScript heap: with one row per call, then in batches; each a median over ten times 100,000 rows. */
  function allocation(size: number): number[] {
    const calls = callsOf(size)
    const byRow = heapBytes(() => {
      for (let i = 0; i < 100_000; i++) scorer.scoreRow(single[i % count]!, scores, 0)
    })
    const byBatch = heapBytes(() => {
      for (let i = 0; i < 100_000 / size; i++) {
        const call = calls[i % calls.length]!
        scorer.scoreBatch(call.rows, call.scores)
      }
    })
    return [byRow / 100_000, byBatch / 100_000]
  }

  const passes: Record<Exclude<Mode, 'latency' | 'allocation'>, (size: number) => void> = {
    batch: (size) => batch(callsOf(size)),
    row,
    repeated,
  }
  return {
    scores,
    run(mode, size) {
      if (mode === 'latency') return latency()
      if (mode === 'allocation') return allocation(size)
      if (mode === 'batch') callsOf(size)
      const start = process.hrtime.bigint()
      passes[mode](size)
      return [Number(process.hrtime.bigint() - start)]
    },
  }
}

/** Rows `from` ≤ r < `to`. */
function slice(rows: Rows, from: number, to: number, features: number): Rows {
  if (rows instanceof Float64Array) return rows.subarray(from * features, to * features)
  const first = rows.offsets[from]!
  const last = rows.offsets[to]!
  return {
    offsets: rows.offsets.slice(from, to + 1).map((offset) => offset - first),
    indices: rows.indices.subarray(first, last),
    values: rows.values.subarray(first, last),
  }
}

/** Bytes by which the heap grows in one run of `work`: the median of ten, since a collection may fall into one. */
function heapBytes(work: () => void): number {
  const growth = Array.from({ length: 10 }, () => {
    const before = process.memoryUsage().heapUsed
    work()
    return process.memoryUsage().heapUsed - before
  })
  return median(growth)
}
