import { sourceVariables } from '@riftline/sources/settings'
import type { CliIo } from './cli-io.ts'

/** What only `riftline sync` reads beside the variables of sources. */
export const syncSourcesVariable = 'RIFTLINE_SYNC_SOURCES'

/** How often `riftline serve` runs a sync beside itself. */
export const syncIntervalVariable = 'RIFTLINE_SYNC_INTERVAL'

/** How often it captures odds. */
export const captureIntervalVariable = 'RIFTLINE_ODDS_CAPTURE_INTERVAL'

/** Which markets of. */
export const captureSourcesVariable = 'RIFTLINE_ODDS_CAPTURE_SOURCES'

/** What the account page reads, whose code is loaded only where there is one. */
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

/** The environment without what other parts of the command read: the server refuses variables that it does not know. */
export function serverEnv(env: CliIo['env']): CliIo['env'] {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !others.has(name)))
}
