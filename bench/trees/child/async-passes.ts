import type { AsyncScorer } from '../contestants/contestant.ts'
import type { Problem } from '../problem.ts'
import { latencyNumbers, type Passes } from './serve.ts'

/** Passes of a scorer that answers by promises: one call after another. */
export function createAsyncPasses(scorer: AsyncScorer, { count, outputs }: Problem): Passes {
  const scores = new Float64Array(count * outputs)
  const views = new Map<number, readonly Float64Array[]>()

  function viewsOf(size: number): readonly Float64Array[] {
    const known = views.get(size)
    if (known !== undefined) return known
    const made = Array.from({ length: Math.ceil(count / size) }, (_, c) =>
      scores.subarray(c * size * outputs, Math.min(count, (c + 1) * size) * outputs),
    )
    views.set(size, made)
    return made
  }

  return {
    scores,
    async run(mode, callSize) {
      const size = mode === 'batch' ? callSize : 1
      const targets = viewsOf(size)
      const times = new Float64Array(mode === 'latency' ? count : 0)
      const start = process.hrtime.bigint()
      for (let from = 0, c = 0; from < count; from += size, c++) {
        const began = mode === 'latency' ? performance.now() : 0
        const first = mode === 'repeated' ? 0 : from
        await scorer.scoreBatch(first, Math.min(count, first + size), targets[c]!)
        if (mode === 'latency') times[from] = (performance.now() - began) * 1e6
      }
      return mode === 'latency' ? latencyNumbers(times) : [Number(process.hrtime.bigint() - start)]
    },
  }
}
