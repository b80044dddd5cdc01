import { nullFor, RiftlineError } from '@riftline/base'
import { type Log, type RandomBytes, systemClock, systemTimers } from '@riftline/base/node'
import type { ChangeStore } from '@riftline/changes'
import { openChangeFiles } from '@riftline/changes/file'
import type { Account, CreditStore } from '@riftline/ledger'
import { type FileStoreOptions, openFileStore } from '@riftline/ledger/file'
import { type FeedSource, type OddsStore, openOddsStore, startOddsFeed } from '@riftline/odds'
import type { CatalogueIndex } from '@riftline/predictor'
import type { KeptStore } from '@riftline/record'
import { openKeptFiles } from '@riftline/record/file'
import { createApiKey, type NewApiKey } from '../auth/api-key.ts'
import type { ServerConfig } from '../config.ts'
import { createRateLimiter, type RateLimiter } from '../limits/rate-limiter.ts'
import type { Watchers } from '../observe/metrics.ts'

/** Opens the configured store, for a server or for a command that works on it directly. */
export async function openCredits(
  { store, databaseUrl, dataFolder, freeCredits, acceptClock }: ServerConfig,
  parts: Pick<FileStoreOptions, 'log' | 'metrics' | 'clock' | 'randomBytes'>,
): Promise<CreditStore> {
  if (store === 'file') return openFileStore({ ...parts, dataFolder, freeCredits, acceptClock })
  const { openPostgresStore } = await loadPostgres()
  return openPostgresStore({ ...parts, databaseUrl, freeCredits, acceptClock })
}

/**
 * Loads the PostgreSQL store on demand, since its driver is an optional dependency.
 * @throws RiftlineError `postgres_driver_missing`
 */
export async function loadPostgres(): Promise<typeof import('@riftline/ledger/postgres')> {
  try {
    return await import('@riftline/ledger/postgres')
  } catch (cause) {
    const isMissing = Object(cause).code === 'ERR_MODULE_NOT_FOUND' && /'pg'/.test(Object(cause).message)
    if (!isMissing) throw cause
    const message = 'PostgreSQL needs the package pg, which is not installed: npm i pg'
    throw new RiftlineError('postgres_driver_missing', message, { cause })
  }
}

/** Opens the rate limiter: one of this process, or one shared by all processes on a database. */
export async function openRateLimiter(
  { rateStore, ratePerMinute: limit, databaseUrl }: ServerConfig,
  { clock, log }: Pick<Watchers, 'clock' | 'log'>,
): Promise<RateLimiter & { close(): Promise<void> }> {
  if (rateStore === 'memory') return { ...createRateLimiter(limit, clock), close: async () => {} }
  await loadPostgres()
  const { openPostgresRateLimiter } = await import('../limits/postgres-rate-limiter.ts')
  return openPostgresRateLimiter({ databaseUrl, limit, log })
}

/** Opens the kept forecasts of the configured store. */
export async function openKept({ store, databaseUrl, dataFolder }: ServerConfig, log: Log): Promise<KeptStore> {
  if (store === 'file') return openKeptFiles({ dataFolder, log })
  const { openKeptDatabase } = await import('@riftline/record/postgres')
  return openKeptDatabase({ databaseUrl, log })
}

/** Opens the log of changes of the configured store. */
export async function openChanges({ store, databaseUrl, dataFolder }: ServerConfig, log: Log): Promise<ChangeStore> {
  if (store === 'file') return openChangeFiles({ dataFolder, clock: systemClock, log })
  const { openChangeDatabase } = await import('@riftline/changes/postgres')
  return openChangeDatabase({ databaseUrl, log })
}

/** Opens the feed at an address. @throws RiftlineError `invalid_config` */
export type OpenFeed = (url: string) => FeedSource | Promise<FeedSource>

/** Opens captured odds and, if one is configured, the feed that adds to them and closes with them. `catalogue` returns the current one. */
export async function openOdds(
  config: ServerConfig,
  parts: Watchers & { readonly catalogue: () => CatalogueIndex; readonly openFeed?: OpenFeed | undefined },
): Promise<OddsStore> {
  const { clock, log, metrics, catalogue } = parts
  const odds = await openOddsStore({ dataFolder: config.dataFolder, clock, log })
  if (config.oddsFeedUrl === '') return odds
  if (parts.openFeed === undefined) {
    const expected = 'expected startServer to be given openFeed, such as openOddsFeed of @riftline/sources'
    throw new RiftlineError('invalid_config', `RIFTLINE_ODDS_FEED_URL: ${expected}`)
  }
  const feed = startOddsFeed({
    ...{ clock, log, metrics, catalogue },
    source: await parts.openFeed(config.oddsFeedUrl),
    store: odds,
    intervalMs: config.oddsFeedIntervalMs,
    timeoutMs: config.oddsFeedTimeoutMs,
    timers: systemTimers,
  })
  return { ...odds, close: () => feed.stop().then(odds.close) }
}

/** Name of the account that a first start makes. */
export const demoName = 'demo'
/** Credits of that account. */
export const demoCredits = 1000

/**
 * Creates the key of the demo account, at a first start, or at a later one if the first was cut off. Null if the account has
 * or had a key, or if the ledger's first account is another one.
 */
export async function createDemoKey(credits: CreditStore, randomBytes: RandomBytes): Promise<NewApiKey | null> {
  const account = await demoAccount(credits)
  if (account === null || (await credits.keys(account.id)).length > 0) return null
  await credits.grant(account.id, { kind: 'topup', ref: 'demo', credits: demoCredits })
  // Ids are unique, so that only one of two servers that start at once makes the key.
  const made = createApiKey(randomBytes, /^acc_([0-9A-Za-z]{8})/.exec(account.id)?.[1])
  const key = { id: made.id, accountId: account.id, name: demoName, sha256: made.sha256 }
  return (await nullFor(credits.addKey(key), 'validation_error')) && made
}

async function demoAccount(credits: CreditStore): Promise<Account | null> {
  const [first = null] = await credits.accounts()
  if (first !== null) return first.name === demoName && first.status === 'active' ? first : null
  // The account may exist already: another server may be starting on the same database.
  return (await nullFor(credits.createAccount(demoName), 'account_exists')) ?? credits.findAccount(demoName)
}
