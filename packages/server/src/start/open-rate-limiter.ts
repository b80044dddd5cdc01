import type { Clock, Log } from '@riftline/base/node'
import type { ServerConfig } from '../config.ts'
import { createRateLimiter, type RateLimiter } from '../limits/rate-limiter.ts'
import { loadPostgres } from './load-postgres.ts'

/** The windows of this process, or those that all processes on one database share. */
export async function openRateLimiter(
  { rateStore, ratePerMinute: limit, databaseUrl }: ServerConfig,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<RateLimiter & { close(): Promise<void> }> {
  if (rateStore === 'memory') return { ...createRateLimiter(limit, clock), close: async () => {} }
  await loadPostgres()
  const { openPostgresRateLimiter } = await import('../limits/postgres-rate-limiter.ts')
  return openPostgresRateLimiter({ databaseUrl, limit, log })
}
