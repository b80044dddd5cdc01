import { createInterface } from 'node:readline'
import { writeFloats } from '../float-file.ts'

/** Way in which a pass over all rows calls the contestant. */
export type Mode = 'batch' | 'row' | 'repeated' | 'latency' | 'allocation'

/** The passes that a process makes on command. */
export interface Passes {
  /** Every pass fills it. */
  readonly scores: Float64Array
  /**
   * Makes one pass; `size` is rows a call in mode `batch`. It gives the nanoseconds of the pass; `latency` the median and
   * 99th percentile of its calls, ours also the 99.9th; `allocation` bytes a row with one row a call and with `size` rows a call.
   */
  run(mode: Mode, size: number): Promise<readonly number[]> | readonly number[]
}

/**
 * Answers one line a command until the input ends. A command is `MODE SIZE` or `MODE SIZE PATH`, which also writes the
 * scores to a file; the answer is the pass's numbers, separated by spaces. Native contestants do the same.
 */
export async function serve(passes: Passes): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const [mode, size, path] = line.split(' ')
    // Scores of an earlier pass must not hide that this one wrote none.
    if (path !== undefined) passes.scores.fill(NaN)
    const numbers = await passes.run(mode as Mode, Number(size))
    if (path !== undefined) writeFloats(path, passes.scores)
    process.stdout.write(`${numbers.join(' ')}\n`)
  }
}

/** Median, 99th and 99.9th percentile of the nanoseconds of calls, the first two at the ranks that native/passes.h takes. */
export function latencyNumbers(times: Float64Array): readonly number[] {
  times.sort()
  return [0.5, 0.99, 0.999].map((share) => times[Math.floor(share * times.length)]!)
}
