import type { Clock } from '../../clock.ts'
import type { Database } from './database.ts'

/**
 * Ledger time: this process's clock, which never runs back behind what it said or what the database had at the start. What
 * an account's free month adds to that, the database knows.
 */
export async function openLedgerTime({ read }: Pick<Database, 'read'>, clock: Clock): Promise<() => Date> {
  const latest = 'SELECT max(at) AS at FROM (SELECT at FROM entry ORDER BY id DESC LIMIT 100) e'
  const [row] = await read<{ at: Date | null }>(latest)
  let lastMs = row?.at?.getTime() ?? 0
  return () => {
    lastMs = Math.max(lastMs, clock.now())
    return new Date(lastMs)
  }
}
