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
  const sql = 'SELECT ledger_newest() AS newest, (SELECT min(created_at) FROM account) AS first'
  const [row] = await read<{ newest: Date | null; first: Date | null }>(sql)
  const [newestAt, firstAt] = [row?.newest?.getTime() ?? null, row?.first?.getTime() ?? 0]
  if (!hasToTurnBack(options, newestAt, firstAt)) return createLedgerTime({ ...options, newestAt: newestAt ?? 0 })
  const now = options.clock.now()
  // As long as a large ledger takes: nobody calls yet.
  await slow('SELECT ledger_turn_back($1)', [new Date(now)])
  return createLedgerTime({ ...options, newestAt: now })
}
