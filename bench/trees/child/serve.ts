import { createInterface } from 'node:readline'
import { writeFloats } from '../float-file.ts'

/** Way in which a pass over all rows calls the contestant. */
export type Mode = 'batch' | 'row' | 'repeated' | 'latency' | 'allocation'

/** Passes that a process makes on command. */
export interface Passes {
  /** Scores, which every pass fills. */
  readonly scores: Float64Array
  /**
   * Makes one pass; `size` is the number of rows per call in mode `batch`. Returns the nanoseconds of the pass; for `latency` the
   * median and 99th percentile of its calls, and the 99.9th for riftline's engines; for `allocation` bytes per row with one row and
   * with `size` rows per call.
   */
  run(mode: Mode, size: number): Promise<readonly number[]> | readonly number[]
}

/**
 * Answers commands, one per line, until the input ends. A command is `MODE SIZE` or `MODE SIZE PATH`, which also writes the scores to a
 * file; the answer is the pass's numbers, separated by spaces. Native contestants do the same.
 */
export async function serve(passes: Passes): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const [mode, size, path] = line.split(' ')
    // Old scores are erased, so that they cannot hide a pass that writes none.
    if (path !== undefined) passes.scores.fill(NaN)
    const numbers = await passes.run(mode as Mode, Number(size))
    if (path !== undefined) writeFloats(path, passes.scores)
    process.stdout.write(`${numbers.join(' ')}\n`)
  }
}

/** Median, 99th and 99.9th percentile of the nanoseconds of calls; native/passes.h takes the first two at the same ranks. */
export function latencyNumbers(times: Float64Array): readonly number[] {
  times.sort()
  return [0.5, 0.99, 0.999].map((share) => times[Math.floor(share * times.length)]!)
}
