import { createLedgerTime, type LedgerTime } from '../ledger-time.ts'
import { hasToTurnBack, type StartingClock } from '../starting-clock.ts'
import type { Database } from './database.ts'

/**
 * Ledger time of this process, which begins at what the database had at the start. What an account's free month adds to
 * that, the database knows.
 *
 * @throws RiftlineError `clock_behind_ledger`
 */
export async function openLedgerTime({ read, slow }: Database, options: StartingClock): Promise<LedgerTime> {
  const [row] = await read<{ at: Date | null }>('SELECT ledger_newest() AS at')
  const newestAt = row?.at?.getTime() ?? null
  if (!hasToTurnBack(options, newestAt)) return createLedgerTime({ ...options, newestAt: newestAt ?? 0 })
  const now = options.clock.now()
  // As long as a large ledger takes: nobody calls yet.
  await slow('SELECT ledger_turn_back($1)', [new Date(now)])
  return createLedgerTime({ ...options, newestAt: now })
}
