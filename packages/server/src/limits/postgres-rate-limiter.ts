import { requireOptions } from '@riftline/base'
import { errorFields, type Log, systemTimers, type Timers } from '@riftline/base/node'
import { createCollector, openDatabase, prepareDatabase } from '@riftline/ledger/postgres'
import { type RateLimiter, type RateState, rateWindowSeconds } from './rate-limiter.ts'

export interface PostgresRateLimiterOptions {
  readonly databaseUrl: string
  /** Requests of a key in any 60 seconds. */
  readonly limit: number
  readonly log: Log
  readonly timers?: Timers
}

/** Rate limiter whose `take` rejects with a StorageError when the database cannot be asked. */
type PostgresRateLimiter = Required<RateLimiter> & { close(): Promise<void> }

interface TakeRow {
  readonly allowed: boolean
  readonly used: number
  readonly oldest_ms: number | null
  readonly now_ms: number
}

const windowMs = rateWindowSeconds * 1000

// Keys are taken in order, so that two processes cannot block each other.
const takeSql = `
SELECT t.* FROM (SELECT key_id, place FROM unnest($1::text[]) WITH ORDINALITY u (key_id, place) ORDER BY key_id, place) k,
       LATERAL rate_take(k.key_id, $2, $3) t ORDER BY k.place`

/**
 * Opens an exact sliding window that all processes share, on the database's clock. Requests that arrive together are counted
 * in one round trip.
 * @throws RiftlineError `database_unreachable`, `database_unsuitable`
 */
export async function openPostgresRateLimiter(options: PostgresRateLimiterOptions): Promise<PostgresRateLimiter> {
  requireOptions(options, ['databaseUrl', 'limit', 'log', 'timers'])
  const { databaseUrl, limit, log, timers = systemTimers } = options
  await prepareDatabase(databaseUrl)
  const database = openDatabase({ databaseUrl, log, timers, connections: { write: 3, read: 1 } })
  const take = createCollector<string, RateState>({
    async run(keyIds) {
      const rows = await database.write<TakeRow>(takeSql, [keyIds, limit, windowMs])
      return rows.map(({ allowed, used, oldest_ms, now_ms }) => {
        const resetMs = oldest_ms === null ? 0 : oldest_ms + windowMs - now_ms
        const [resetSeconds, resetAtSeconds] = [Math.ceil(resetMs / 1000), Math.ceil((now_ms + resetMs) / 1000)]
        return { allowed, limit, remaining: Math.max(0, limit - used), resetSeconds, resetAtSeconds }
      })
    },
  })
  const stopPruning = timers.every(windowMs, () => {
    database.slow('SELECT rate_prune($1)', [windowMs]).catch((error: unknown) => {
      log({ level: 'warn', event: 'rate_prune_failed', ...errorFields(error) })
    })
  })
  return {
    take,
    isSound: () => database.isReachable(),
    async close() {
      stopPruning()
      await take.idle()
      await database.close()
    },
  }
}
