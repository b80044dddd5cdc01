import { createLedgerTime, type LedgerTime } from '../rules/ledger-time.ts'
import { hasToTurnBack, type StartingClock } from '../rules/starting-clock.ts'
import type { Database } from './database.ts'

/**
 * Ledger time of this process, which begins at what the database had at the start. What an account's free month adds to
 * that, the database knows.
 *
 * @throws RiftlineError `clock_behind_ledger`
 */
export async function openLedgerTime({ read, slow }: Database, options: StartingClock): Promise<LedgerTime> {
  const timeOf = async (sql: string): Promise<number | null> => {
    const [row] = await read<{ at: Date | null }>(sql)
    return row?.at?.getTime() ?? null
  }
  const newestAt = await timeOf('SELECT ledger_newest() AS at')
  const firstAt = async (): Promise<number> => (await timeOf('SELECT min(created_at) AS at FROM account')) ?? 0
  if (!(await hasToTurnBack(options, newestAt, firstAt))) {
    return createLedgerTime({ ...options, newestAt: newestAt ?? 0 })
  }
  const now = options.clock.now()
  // As long as a large ledger takes: nobody calls yet.
  await slow('SELECT ledger_turn_back($1)', [new Date(now)])
  return createLedgerTime({ ...options, newestAt: now })
}
