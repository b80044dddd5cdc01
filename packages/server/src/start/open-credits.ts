import { RiftlineError } from '@riftline/base'
import type { Clock, Log } from '@riftline/base/node'
import type { CreditStore } from '@riftline/ledger'
import { type FileStoreOptions, openFileStore } from '@riftline/ledger/file'
import type { ServerConfig } from '../config.ts'
import { createRateLimiter, type RateLimiter } from '../limits/rate-limiter.ts'

/** The store that a configuration asks for: of a server, and of a command that works on it by itself. */
export async function openCredits(
  { store, databaseUrl, dataFolder, freeCredits, acceptClock }: ServerConfig,
  parts: Pick<FileStoreOptions, 'log' | 'metrics' | 'clock' | 'randomBytes'>,
): Promise<CreditStore> {
  if (store === 'file') return openFileStore({ ...parts, dataFolder, freeCredits, acceptClock })
  const { openPostgresStore } = await loadPostgres()
  return openPostgresStore({ ...parts, databaseUrl, freeCredits, acceptClock })
}

/**
 * The store in PostgreSQL, loaded when it is asked for: its driver is optional.
 * @throws RiftlineError `postgres_driver_missing`
 */
export async function loadPostgres(): Promise<typeof import('@riftline/ledger/postgres')> {
  try {
    return await import('@riftline/ledger/postgres')
  } catch (cause) {
    if (!isMissingDriver(cause)) throw cause
    const message = 'PostgreSQL needs the package pg, which is not installed: npm i pg'
    throw new RiftlineError('postgres_driver_missing', message, { cause })
  }
}

function isMissingDriver(error: unknown): boolean {
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown }
  return code === 'ERR_MODULE_NOT_FOUND' && /'pg'/.test(String(message))
}

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
