import { expect } from 'vitest'
import { type TortureCounts, torture } from './torture.ts'

export async function expectSound(from: number, count: number): Promise<TortureCounts> {
  const counts = { crashes: 0, snapshots: 0, deletions: 0 }
  const replay = (seed: number): string => `LEDGER_SEED=${seed} npm test -- simulated-disk/torture-a`
  await expectSeeds(from, count, replay, (seed) => torture(seed, counts))
  return counts
}

/** Runs the seeds of a range and names those that fail, each with the command that replays it alone. */
export async function expectSeeds(
  from: number,
  count: number,
  replay: (seed: number) => string,
  run: (seed: number) => Promise<void>,
): Promise<void> {
  const failures: string[] = []
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    for (let seed = from; seed < from + count && failures.length < 5; seed += 1) {
      await run(seed).catch((error: unknown) => {
        failures.push(`${replay(seed)}: ${error}`)
      })
    }
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
  expect(failures).toEqual([])
}
