import { RiftlineError } from '@riftline/base'
import {
  defaultSettings,
  type Env,
  type Fs,
  invalidSetting,
  type Kind,
  nonEmpty,
  oneOf,
  optionalPort,
  readSettings,
  type SettingsTable,
  secret,
  settingsPrefix,
} from '@riftline/base/node'
import type { Plans } from './payments/plans.ts'
import { readIfThere } from './storage/json-files.ts'
import { isLoopback, isLoopbackUrl, parseOrigin, parseUrl } from './urls.ts'

/** Settings of the account page. */
export interface AccountConfig {
  readonly host: string
  /** Port; 0 takes any free one. */
  readonly port: number
  /** Whether the port was configured. If not, and the default port is taken, any free port is used. */
  readonly portGiven: boolean
  /** Origin of every link and redirect; null means `http://127.0.0.1:<port>`. */
  readonly url: string | null
  readonly signUp: 'open' | 'invite'
  /** URL of the mail server; null writes mails to files. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  readonly supportEmail: string | null
  readonly payments: 'none' | 'test' | 'stripe'
  readonly stripe: StripeConfig | null
  readonly plansFile: string
  readonly termsFile: string | null
  readonly privacyFile: string | null
}

/** Credentials of a Stripe account. */
export interface StripeConfig {
  /** `sk_…`: key for calls of Stripe's API. */
  readonly secretKey: string
  /** `whsec_…`: secret that verifies Stripe's events. */
  readonly webhookSecret: string
  /** URL of a local stand-in for tests; null means Stripe itself. */
  readonly apiUrl: string | null
}

/** Server settings that the account page depends on. */
export interface ServerSettings {
  readonly dataFolder: string
  readonly trustedProxies: readonly string[]
}

interface Stated extends Omit<AccountConfig, 'port' | 'portGiven' | 'stripe' | 'plansFile'> {
  /** Port; null turns the page off. */
  readonly port: number | null
  readonly stripeSecretKey: string | null
  readonly stripeWebhookSecret: string | null
  readonly stripeApiUrl: string | null
  readonly plansFile: string | null
}

const origin: Kind<string> = secret({
  expected: 'an http or https URL without path, query or password',
  read: (text) => parseOrigin(text) ?? undefined,
})
const smtpUrl: Kind<string> = secret({
  expected: 'an smtp or smtps URL',
  read: (text) => (parseUrl(text, ['smtp:', 'smtps:']) === null ? undefined : text),
})
const loopbackUrl: Kind<string> = secret({
  expected: 'an http URL of this machine',
  read: (text) => (isLoopbackUrl(text) ? parseUrl(text, ['http:'])?.origin : undefined),
})
/** Operator's own address, checked less strictly than a customer's. */
const emailAddress: Kind<string> = {
  expected: 'an e-mail address',
  read: (text) => (/^[!-?A-~]{1,64}@[0-9A-Za-z.-]{1,189}$/.test(text) ? text : undefined),
}
const file = nonEmpty('a file')

/** All settings of the page. The README repeats variable, default and meaning. */
export const accountSettings: SettingsTable<Stated> = {
  host: ['ACCOUNT_HOST', '127.0.0.1', nonEmpty('a host name or address')],
  port: ['ACCOUNT_PORT', 8082, optionalPort],
  url: ['ACCOUNT_URL', null, origin],
  signUp: ['ACCOUNT_SIGNUP', 'open', oneOf('open', 'invite')],
  smtpUrl: ['SMTP_URL', null, smtpUrl],
  mailFrom: ['MAIL_FROM', 'riftline@localhost', emailAddress],
  supportEmail: ['SUPPORT_EMAIL', null, emailAddress],
  payments: ['PAYMENTS', 'none', oneOf('none', 'test', 'stripe')],
  stripeSecretKey: ['STRIPE_SECRET_KEY', null, secret(nonEmpty('a key'))],
  stripeWebhookSecret: ['STRIPE_WEBHOOK_SECRET', null, secret(nonEmpty('a secret'))],
  stripeApiUrl: ['STRIPE_API_URL', null, loopbackUrl],
  plansFile: ['PLANS_FILE', null, file],
  termsFile: ['TERMS_FILE', null, file],
  privacyFile: ['PRIVACY_FILE', null, file],
}

/**
 * Reads the account settings from an environment; null when the page is off (`RIFTLINE_ACCOUNT_PORT=0`). Reads no file.
 * @throws RiftlineError `invalid_config`, naming the variable and showing no secret
 */
export function parseAccountConfig(env: Env, { dataFolder, trustedProxies }: ServerSettings): AccountConfig | null {
  const read = readSettings(accountSettings, env)
  const { stripeSecretKey, stripeWebhookSecret, stripeApiUrl, port, ...stated } = {
    ...defaultSettings(accountSettings),
    ...read,
  }
  if (port === null) return null
  const stripe = { secretKey: stripeSecretKey, webhookSecret: stripeWebhookSecret, apiUrl: stripeApiUrl }
  const config: AccountConfig = {
    ...stated,
    port,
    portGiven: read.port !== undefined,
    stripe: stated.payments === 'stripe' ? requireStripe(stripe) : null,
    plansFile: stated.plansFile ?? `${dataFolder}/plans.json`,
  }
  if (isPublic(config)) refuseUnfit(config, { mailFrom: read.mailFrom, trustedProxies })
  return config
}

/** Tells whether other machines can reach the page. */
export function isPublic({ host, url }: Pick<AccountConfig, 'host' | 'url'>): boolean {
  return !isLoopback(host) || (url !== null && !isLoopbackUrl(url))
}

function refuseUnfit(
  config: AccountConfig,
  { mailFrom, trustedProxies }: { readonly mailFrom: string | undefined; readonly trustedProxies: readonly string[] },
): void {
  if (config.url === null || !config.url.startsWith('https://'))
    throw invalid('ACCOUNT_URL', 'a public account page needs an https URL')
  const required = { SMTP_URL: config.smtpUrl, MAIL_FROM: mailFrom, SUPPORT_EMAIL: config.supportEmail }
  for (const [name, value] of Object.entries(required))
    if (value == null) throw invalid(name, 'required by a public account page')
  if (isLoopback(config.host) && trustedProxies.length === 0)
    throw invalid('TRUSTED_PROXIES', 'required by a public account page that listens on this machine alone')
  if (config.payments === 'test')
    throw invalid('PAYMENTS', 'expected none or stripe for a public account page, got test')
}

function requireStripe({ secretKey, webhookSecret, apiUrl }: { [Name in keyof StripeConfig]: string | null }) {
  if (secretKey === null) throw invalid('STRIPE_SECRET_KEY', 'required with stripe')
  if (webhookSecret === null) throw invalid('STRIPE_WEBHOOK_SECRET', 'required with stripe')
  return { secretKey, webhookSecret, apiUrl }
}

function invalid(variable: string, message: string): Error {
  return invalidSetting(settingsPrefix + variable, message)
}

/** Contents of the operator's files, read once at the start. */
export interface AccountFiles {
  /** Plans on sale; null when nothing is sold. */
  readonly plans: Plans | null
  readonly terms: string | null
  readonly privacy: string | null
  /** Text of the blocked-domains file; empty when there is no such file. */
  readonly blockedDomains: string
}

/** Reads the operator's files. @throws RiftlineError `invalid_config` naming the variable, `plans_invalid` naming the field */
export async function readAccountFiles(config: AccountConfig, dataFolder: string, fs: Fs): Promise<AccountFiles> {
  const { payments, plansFile, termsFile, privacyFile } = config
  const [plans, terms, privacy, blockedDomains] = await Promise.all([
    payments === 'none' ? null : readPlans(fs, plansFile),
    readNamed(fs, 'RIFTLINE_TERMS_FILE', termsFile),
    readNamed(fs, 'RIFTLINE_PRIVACY_FILE', privacyFile),
    readIfThere(fs, `${dataFolder}/account/blocked-domains.txt`),
  ])
  return { plans, terms, privacy, blockedDomains: blockedDomains ?? '' }
}

async function readPlans(fs: Fs, path: string): Promise<Plans> {
  const text = await readNamed(fs, 'RIFTLINE_PLANS_FILE', path)
  // Loaded only when needed: it imports zod, which would slow the start of every server.
  const { parsePlans } = await import('./payments/plans.ts')
  try {
    return parsePlans(text ?? '', path)
  } catch (cause) {
    if (!(cause instanceof RiftlineError)) throw cause
    throw new RiftlineError('invalid_config', `RIFTLINE_PLANS_FILE: ${cause.message}`, { cause })
  }
}

async function readNamed(fs: Fs, variable: string, path: string | null): Promise<string | null> {
  if (path === null) return null
  const text = await readIfThere(fs, path)
  if (text === null) throw new RiftlineError('invalid_config', `${variable}: there is no file ${path}`)
  return text
}
