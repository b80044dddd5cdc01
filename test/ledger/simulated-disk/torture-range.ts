import { expect } from 'vitest'
import { failedSeeds, runSeed } from '../../support/seeds.ts'
import { type TortureCounts, torture } from './torture.ts'

/** Offset of a run's first seed in its range, so that the ranges of a suite do not overlap. */
export const seedOffset: number = (runSeed % 900) * 1000

/** Runs `count` seeds of this run, counted from `first`. */
export async function expectSound(first: number, count: number): Promise<TortureCounts> {
  const counts = { crashes: 0, snapshots: 0, deletions: 0 }
  const replay = (seed: number): string => `LEDGER_SEED=${seed} npm test -- simulated-disk/torture-a`
  const run = (seed: number) => torture(seed, counts)
  await expectSeeds(first + seedOffset, count, failedSeeds.torture, replay, run)
  return counts
}

/** Runs the seeds of a range and some others, and lists failed ones, each with the command that replays it. */
export async function expectSeeds(
  from: number,
  count: number,
  others: readonly number[],
  replay: (seed: number) => string,
  run: (seed: number) => Promise<void>,
): Promise<void> {
  const failures: string[] = []
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    for (const seed of [...others, ...Array.from({ length: count }, (_, i) => from + i)]) {
      if (failures.length === 5) break
      await run(seed).catch((error: unknown) => {
        failures.push(`${replay(seed)}: ${error}`)
      })
    }
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
  expect(failures).toEqual([])
}
