import { RiftlineError } from '@riftline/base'
import type { Clock, Log } from '@riftline/base/node'
import { createLedgerTime, type LedgerTime, utcText } from '../rules/ledger-time.ts'
import { hasToTurnBack, type StartingClock } from '../rules/turn-back.ts'
import type { Database, Run } from './database.ts'

export interface DatabaseClockOptions {
  readonly clock: Clock
  readonly log: Log
  readonly read: Run
  readonly databaseNow?: () => number
}

const mostApartMs = 3_600_000

/** Compares the clocks of process and database. When they differ, one is wrong and nothing is charged. */
export function createDatabaseClock({ clock, log, read, databaseNow }: DatabaseClockOptions) {
  let agrees = true

  const ask = async (): Promise<number> => {
    if (databaseNow !== undefined) return databaseNow()
    const [row] = await read<{ at: Date }>('SELECT clock_timestamp() AS at')
    return row!.at.getTime()
  }

  /** Returns both times if they differ too much, even allowing for the duration of the query; else null. */
  const differing = async (): Promise<{ readonly clockUtc: string; readonly databaseUtc: string } | null> => {
    const before = clock.now()
    const at = await ask()
    const after = clock.now()
    const apart = Math.max(Math.min(before, after) - at, at - Math.max(before, after))
    return apart > mostApartMs ? { clockUtc: utcText(after), databaseUtc: utcText(at) } : null
  }

  return {
    /** Checks the clocks. @throws RiftlineError `clock_differs` with both times */
    async check(): Promise<void> {
      const found = await differing()
      if (found === null) return
      const both = `the clock says ${found.clockUtc}, that of the database ${found.databaseUtc} (UTC)`
      throw new RiftlineError(
        'clock_differs',
        `${both}: expected at most an hour between them; set the one that is wrong`,
      )
    },
    /** Checks again, and logs a change. */
    async watch(): Promise<void> {
      const found = await differing()
      if ((found === null) === agrees) return
      agrees = found === null
      log(
        found === null
          ? { level: 'info', event: 'clock_agrees' }
          : { level: 'error', event: 'clock_differs', ...found },
      )
    },
    agrees: () => agrees,
  }
}

export type DatabaseClock = ReturnType<typeof createDatabaseClock>

/**
 * Creates the ledger time of this process, which begins at the newest time in the database.
 * @throws RiftlineError `clock_behind_ledger`
 */
export async function openLedgerTime({ read, slow }: Database, options: StartingClock): Promise<LedgerTime> {
  const timeOf = async (sql: string): Promise<number | null> => {
    const [row] = await read<{ at: Date | null }>(sql)
    return row!.at?.getTime() ?? null
  }
  const newestAt = await timeOf('SELECT ledger_newest() AS at')
  // A ledger with a newest time has an account.
  const firstAt = async (): Promise<number> => (await timeOf('SELECT min(created_at) AS at FROM account'))!
  if (!(await hasToTurnBack(options, newestAt, firstAt))) {
    return createLedgerTime({ ...options, newestAt: newestAt ?? 0 })
  }
  const now = options.clock.now()
  // Uses `slow`, because a large ledger takes long; no call is waiting yet.
  await slow('SELECT ledger_turn_back($1)', [new Date(now)])
  return createLedgerTime({ ...options, newestAt: now })
}
