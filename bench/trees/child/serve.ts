import { createInterface } from 'node:readline'
import { writeFloats } from '../float-file.ts'

/** How a pass over all rows calls the contestant. */
export type Mode = 'batch' | 'row' | 'repeated' | 'latency' | 'allocation'

/** What a process measures on command. */
export interface Passes {
  /** Filled by every pass. */
  readonly scores: Float64Array
  /**
   * One pass. `size`: rows a call in mode `batch`. The answer is the nanoseconds of the pass; of `latency` the median and
   * 99th percentile of its calls, of `allocation` bytes a row, one row a call and `size` rows a call.
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
    // Scores of an earlier pass must not stand in for those that this one does not write.
    if (path !== undefined) passes.scores.fill(NaN)
    const numbers = await passes.run(mode as Mode, Number(size))
    if (path !== undefined) writeFloats(path, passes.scores)
    process.stdout.write(`${numbers.join(' ')}\n`)
  }
}

/** The numbers of a `latency` pass, from the nanoseconds of its calls. */
export function latencyNumbers(times: Float64Array): readonly number[] {
  times.sort()
  return [times[Math.floor(times.length / 2)]!, times[Math.floor(0.99 * times.length)]!]
}
