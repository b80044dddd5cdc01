import type { Mode } from '../child/serve.ts'
import type { Child } from '../child/start-child.ts'

/** Measurement that is taken in every round. */
export interface Lane {
  readonly child: Child
  readonly mode: Mode
  /** Rows per call. */
  readonly size: number
}

/** A lane is left out after this many rounds and this many milliseconds; only the slowest lanes are. */
export const fewestRounds = 3
const longestMs = 15_000

/**
 * Takes turns over all lanes in each round and returns each lane's numbers by round. Each round begins with another lane, so that a
 * slow spell of the machine does not hit one lane alone.
 */
export async function runRounds(lanes: readonly Lane[], rounds: number): Promise<readonly (readonly number[])[][]> {
  const results = lanes.map((): (readonly number[])[] => [])
  const spentMs = lanes.map(() => 0)
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < lanes.length; turn++) {
      const lane = (round + turn) % lanes.length
      const { child, mode, size } = lanes[lane]!
      if (round >= fewestRounds && spentMs[lane]! > longestMs) continue
      const start = performance.now()
      results[lane]!.push(await child.pass(mode, size))
      spentMs[lane]! += performance.now() - start
    }
  }
  return results
}
