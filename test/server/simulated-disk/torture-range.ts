import { expect } from 'vitest'
import { type TortureCounts, torture } from './torture.ts'

/** Runs the seeds of a range and names those that fail, each with the command that replays it alone. */
export async function expectSound(from: number, count: number): Promise<TortureCounts> {
  const counts = { crashes: 0, snapshots: 0, deletions: 0 }
  const failures: string[] = []
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    for (let seed = from; seed < from + count && failures.length < 5; seed += 1) {
      await torture(seed, counts).catch((error: unknown) => {
        failures.push(`LEDGER_SEED=${seed} npm test -- simulated-disk/torture-a: ${error}`)
      })
    }
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
  expect(failures).toEqual([])
  return counts
}
