import type { Timers } from '@riftline/base/node'
import type { Pool, PoolClient } from 'pg'
import { isConflict, NoAnswer } from './failure.ts'

const mostTries = 5

/**
 * Runs one statement on a connection of the pool and gives up when its time is over: waiting for a connection, making one
 * and the statement together, as often as it conflicts with another transaction. A connection that owes an answer is
 * closed.
 *
 * @throws NoAnswer; the errors of the database and of the connection
 */
export function queryInTime<Row extends object>(
  pool: Pool,
  timers: Timers,
  mostMs: number,
  sql: string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  return new Promise((resolve, reject) => {
    let client: PoolClient | null = null
    let isOver = false
    const end = (act: () => void, isBroken: boolean): void => {
      if (isOver) return
      isOver = true
      stop()
      client?.release(isBroken)
      client?.off('error', fail)
      act()
    }
    const fail = (error: unknown): void => end(() => reject(error), true)
    // A process that wakes late finds its timers due and the answers still unread: those come first.
    const stop = timers.after(mostMs, () => setImmediate(fail, new NoAnswer(`no answer within ${mostMs} ms`)))

    const use = async (connected: PoolClient): Promise<void> => {
      if (isOver) return connected.release()
      client = connected.on('error', fail)
      for (let tries = 1; ; tries++) {
        try {
          const { rows } = await connected.query<Row>(sql, [...values])
          return end(() => resolve(rows), false)
        } catch (error) {
          if (isOver || !isConflict(error) || tries === mostTries) throw error
        }
      }
    }
    pool.connect().then(use).catch(fail)
  })
}
