import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { dayMs } from '@riftline/base'
import { systemClock } from '@riftline/base/node'
import { openOddsStore } from '@riftline/odds'
import type { CapturedOdds } from '@riftline/predictor'
import type { CommandIo } from '../io/output.ts'

/** As far back as graded series are kept. */
const readBackMs = 720 * dayMs

/** The stored odds of series that were to begin by now, from two years before the data date on; nothing is written. */
export async function readCapturedOdds(
  dataFolder: string,
  dataMs: number,
  { stderr }: Pick<CommandIo, 'stderr'>,
): Promise<readonly CapturedOdds[]> {
  // Opening a store makes its folder.
  if (!existsSync(join(dataFolder, 'odds'))) return []
  const log = (entry: object): void => stderr(`${JSON.stringify(entry)}\n`)
  const store = await openOddsStore({ dataFolder, clock: systemClock, log })
  try {
    const now = systemClock.now()
    return await store.winnerPrices(dataMs - readBackMs, now, now)
  } finally {
    await store.close()
  }
}
