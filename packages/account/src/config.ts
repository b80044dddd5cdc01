import { RiftlineError } from '@riftline/base'
import { isLoopback } from './loopback.ts'
import { parseAccountUrl, parseEmailSetting, parseSmtpUrl, parseStripeUrl } from './settings.ts'

/** What the account page reads of the environment. */
export interface AccountConfig {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** Whether somebody asked for this port: where the default one is taken, any free one will do. */
  readonly portGiven: boolean
  /** Origin of every link, redirect and check; null: `http://127.0.0.1:<port>`. */
  readonly url: string | null
  readonly signUp: 'open' | 'invite'
  /** Null: mails become files. */
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
  /** `sk_…`: calls of its API. */
  readonly secretKey: string
  /** `whsec_…`: what its events are signed with. */
  readonly webhookSecret: string
  /** Of tests, on this machine; null: Stripe itself. */
  readonly apiUrl: string | null
}

/** Settings of the server that the page depends on. */
export interface ServerSettings {
  readonly dataFolder: string
  readonly trustedProxies: readonly string[]
}

type Env = Readonly<Record<string, string | undefined>>

/**
 * The settings of an environment; null where the page is off (`RIFTLINE_ACCOUNT_PORT=0`). Files are not read here.
 * @throws RiftlineError `invalid_config`, which names the variable and shows no secret
 */
export function parseAccountConfig(env: Env, { dataFolder, trustedProxies }: ServerSettings): AccountConfig | null {
  const port = parsePort(env.RIFTLINE_ACCOUNT_PORT)
  if (port === null) return null
  const payments = oneOf('RIFTLINE_PAYMENTS', env.RIFTLINE_PAYMENTS, ['none', 'test', 'stripe'])
  const config: AccountConfig = {
    host: filled(env, 'RIFTLINE_ACCOUNT_HOST') ?? '127.0.0.1',
    port: port.port,
    portGiven: env.RIFTLINE_ACCOUNT_PORT !== undefined,
    url: read(env, 'RIFTLINE_ACCOUNT_URL', parseAccountUrl, 'an http or https URL without path, query or password'),
    signUp: oneOf('RIFTLINE_ACCOUNT_SIGNUP', env.RIFTLINE_ACCOUNT_SIGNUP, ['open', 'invite']),
    smtpUrl: read(env, 'RIFTLINE_SMTP_URL', parseSmtpUrl, 'an smtp or smtps URL'),
    mailFrom: read(env, 'RIFTLINE_MAIL_FROM', parseEmailSetting, 'an e-mail address') ?? 'riftline@localhost',
    supportEmail: read(env, 'RIFTLINE_SUPPORT_EMAIL', parseEmailSetting, 'an e-mail address'),
    payments,
    stripe: payments === 'stripe' ? parseStripe(env) : null,
    plansFile: filled(env, 'RIFTLINE_PLANS_FILE') ?? `${dataFolder}/plans.json`,
    termsFile: filled(env, 'RIFTLINE_TERMS_FILE'),
    privacyFile: filled(env, 'RIFTLINE_PRIVACY_FILE'),
  }
  if (isPublic(config)) refuseUnfit(config, env, trustedProxies)
  return config
}

/** Whether others than this machine can reach the page. */
export function isPublic({ host, url }: Pick<AccountConfig, 'host' | 'url'>): boolean {
  return !isLoopback(host) || (url !== null && !isLoopback(new URL(url).hostname))
}

/** What a public page cannot do without. */
function refuseUnfit(config: AccountConfig, env: Env, trustedProxies: readonly string[]): void {
  if (config.url === null || !config.url.startsWith('https://')) {
    throw invalid('RIFTLINE_ACCOUNT_URL: a public account page needs an https URL')
  }
  for (const name of ['RIFTLINE_SMTP_URL', 'RIFTLINE_MAIL_FROM', 'RIFTLINE_SUPPORT_EMAIL']) {
    if (filled(env, name) === null) throw invalid(`${name}: required by a public account page`)
  }
  if (isLoopback(config.host) && trustedProxies.length === 0) {
    throw invalid('RIFTLINE_TRUSTED_PROXIES: required by a public account page that listens on this machine alone')
  }
  if (config.payments === 'test') throw invalid('RIFTLINE_PAYMENTS: test is not for a public account page')
}

function parseStripe(env: Env): StripeConfig {
  const secretKey = filled(env, 'RIFTLINE_STRIPE_SECRET_KEY')
  const webhookSecret = filled(env, 'RIFTLINE_STRIPE_WEBHOOK_SECRET')
  if (secretKey === null) throw invalid('RIFTLINE_STRIPE_SECRET_KEY: required with stripe')
  if (webhookSecret === null) throw invalid('RIFTLINE_STRIPE_WEBHOOK_SECRET: required with stripe')
  const apiUrl = read(env, 'RIFTLINE_STRIPE_API_URL', parseStripeUrl, 'an http URL of this machine')
  return { secretKey, webhookSecret, apiUrl }
}

/** Null: off. */
function parsePort(text: string | undefined): { readonly port: number } | null {
  if (text === undefined) return { port: 8082 }
  if (text === 'any') return { port: 0 }
  if (text === '0') return null
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 65_535) throw expected('RIFTLINE_ACCOUNT_PORT', 'an integer from 0 to 65535, or any', text)
  return { port }
}

function oneOf<T extends string>(name: string, text: string | undefined, values: readonly [T, ...T[]]): T {
  const value = text === undefined ? values[0] : values.find((known) => known === text)
  if (value === undefined) throw expected(name, values.join(' or '), text)
  return value
}

/** @throws RiftlineError where the variable is there and empty */
function filled(env: Env, name: string): string | null {
  const text = env[name]
  if (text === '') throw invalid(`${name}: expected a value, got nothing`)
  return text ?? null
}

function read(env: Env, name: string, parse: (text: string) => string | null, kind: string): string | null {
  const text = env[name]
  if (text === undefined) return null
  const value = parse(text)
  if (value === null) throw expected(name, kind, text)
  return value
}

/** URLs, keys and secrets are not repeated. */
function expected(name: string, kind: string, got: string | undefined): RiftlineError {
  const shown = /_(URL|KEY|SECRET)$/.test(name) ? 'something else' : JSON.stringify(got)
  return invalid(`${name}: expected ${kind}, got ${shown}`)
}

function invalid(message: string): RiftlineError {
  return new RiftlineError('invalid_config', message)
}
