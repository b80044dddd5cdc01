import {
  type Clock,
  createRateLimiter,
  type Log,
  openPostgresRateLimiter,
  type RateLimiter,
  type ServerConfig,
} from '@riftline/server'

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
  const limiter = await openPostgresRateLimiter({ databaseUrl, limit, log })
  return { limiter, close: () => limiter.close() }
}
