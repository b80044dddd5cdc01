import type { Clock, Log } from '@riftline/ledger'
import type { ServerConfig } from '../config.ts'
import { createRateLimiter, type RateLimiter } from '../limits/rate-limiter.ts'
import { loadPostgres } from './load-postgres.ts'

export interface OpenRateLimiter {
  readonly limiter: RateLimiter
  close(): Promise<void>
}

/** The windows of this process, or those that all processes on one database share. */
export async function openRateLimiter(
  { rateStore, ratePerMinute: limit, databaseUrl }: ServerConfig,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<OpenRateLimiter> {
  if (rateStore === 'memory') return { limiter: createRateLimiter(limit, clock), close: async () => {} }
  await loadPostgres()
  const { openPostgresRateLimiter } = await import('../limits/postgres-rate-limiter.ts')
  const limiter = await openPostgresRateLimiter({ databaseUrl, limit, log })
  return { limiter, close: () => limiter.close() }
}
