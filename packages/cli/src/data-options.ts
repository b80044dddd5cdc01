import { parseConfig, type ServerConfig } from '@riftline/server'
import { sourceVariables } from '@riftline/sources/settings'
import { UsageError } from './io/arguments.ts'
import type { CliIo } from './io/cli-io.ts'

/** Help text of the options of every command on a data folder. */
export const dataUsage = `  --data DIR  data folder                          (RIFTLINE_DATA_DIR, or ./data)
  --json      one JSON document instead of a table
`

/**
 * Reads the settings of `serve`, so that a command finds the store that a server with this environment uses.
 *
 * @param takesClock whether RIFTLINE_ACCEPT_CLOCK counts; set in the environment of every command, it would turn the ledger back
 *   whenever a clock is wrong
 */
export function dataConfig(data: string | undefined, io: CliIo, takesClock = false): ServerConfig {
  if (data === '') throw new UsageError('--data: expected a folder')
  const config = parseConfig({ ...serverEnv(io.env), ...(data === undefined ? {} : { RIFTLINE_DATA_DIR: data }) })
  return takesClock ? config : { ...config, acceptClock: false }
}

/** Sources of `riftline sync`. */
export const syncSourcesVariable = 'RIFTLINE_SYNC_SOURCES'

/** Interval of background syncs of `riftline serve`. */
export const syncIntervalVariable = 'RIFTLINE_SYNC_INTERVAL'

/** Interval of background captures of odds of `riftline serve`. */
export const captureIntervalVariable = 'RIFTLINE_ODDS_CAPTURE_INTERVAL'

/** Markets of captures. */
export const captureSourcesVariable = 'RIFTLINE_ODDS_CAPTURE_SOURCES'

/** Variables of the account page, whose code is loaded only if the page is on. */
export const accountVariables: readonly string[] = [
  ...['ACCOUNT_HOST', 'ACCOUNT_PORT', 'ACCOUNT_URL', 'ACCOUNT_SIGNUP', 'SMTP_URL', 'MAIL_FROM', 'SUPPORT_EMAIL'],
  ...['PAYMENTS', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_URL', 'PLANS_FILE'],
  ...['TERMS_FILE', 'PRIVACY_FILE'],
].map((name) => `RIFTLINE_${name}`)

const others: ReadonlySet<string> = new Set([
  ...sourceVariables,
  ...accountVariables,
  syncSourcesVariable,
  syncIntervalVariable,
])

/** Removes the variables that other parts of the command read, since the server refuses unknown ones. */
export function serverEnv(env: CliIo['env']): CliIo['env'] {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !others.has(name)))
}
