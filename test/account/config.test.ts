import { describe, expect, it } from 'vitest'
import { parseAccountConfig } from '#account/config.ts'

const server = { dataFolder: './data', trustedProxies: [] }
const isPublic = {
  RIFTLINE_ACCOUNT_HOST: '0.0.0.0',
  RIFTLINE_ACCOUNT_URL: 'https://riftline.example',
  RIFTLINE_SMTP_URL: 'smtps://user:hunter2@mail.example',
  RIFTLINE_MAIL_FROM: 'riftline@riftline.example',
  RIFTLINE_SUPPORT_EMAIL: 'help@riftline.example',
}
const stripe = {
  RIFTLINE_PAYMENTS: 'stripe',
  RIFTLINE_STRIPE_SECRET_KEY: 'sk_live_hunter2',
  RIFTLINE_STRIPE_WEBHOOK_SECRET: 'whsec_hunter2',
}

type Env = Readonly<Record<string, string>>

function without(env: Env, name: string): Env {
  return Object.fromEntries(Object.entries(env).filter(([other]) => other !== name))
}

describe('the settings of a page on loopback', () => {
  it('a page on loopback needs no settings', () => {
    expect(parseAccountConfig({}, server)).toEqual({
      host: '127.0.0.1',
      port: 8082,
      portGiven: false,
      url: null,
      signUp: 'open',
      smtpUrl: null,
      mailFrom: 'riftline@localhost',
      supportEmail: null,
      payments: 'none',
      stripe: null,
      plansFile: './data/plans.json',
      termsFile: null,
      privacyFile: null,
    })
  })

  it('the port 0 turns the page off, and the port any takes a free one', () => {
    expect(parseAccountConfig({ RIFTLINE_ACCOUNT_PORT: '0' }, server)).toBeNull()
    expect(parseAccountConfig({ RIFTLINE_ACCOUNT_PORT: 'any' }, server)).toMatchObject({ port: 0, portGiven: true })
  })

  it.each(['localhost', '127.0.0.2', '::1'])('a page on loopback may have the host %s', (RIFTLINE_ACCOUNT_HOST) => {
    expect(parseAccountConfig({ RIFTLINE_ACCOUNT_HOST }, server)).not.toBeNull()
  })

  it('a page on loopback may have an address with https, and test payments', () => {
    const env = { RIFTLINE_ACCOUNT_URL: 'https://localhost:8443/', RIFTLINE_PAYMENTS: 'test' }
    expect(parseAccountConfig(env, server)).toMatchObject({ url: 'https://localhost:8443', payments: 'test' })
  })
})

describe('the settings of a public page', () => {
  it('a public page starts with complete settings', () => {
    expect(parseAccountConfig({ ...isPublic, ...stripe }, server)).toMatchObject({ url: 'https://riftline.example' })
    const behind = without(isPublic, 'RIFTLINE_ACCOUNT_HOST')
    expect(parseAccountConfig(behind, { ...server, trustedProxies: ['127.0.0.1'] })).not.toBeNull()
  })

  const refusals: readonly (readonly [name: string, what: string, env: Env])[] = [
    ['RIFTLINE_ACCOUNT_URL', 'without an address', without(isPublic, 'RIFTLINE_ACCOUNT_URL')],
    ['RIFTLINE_ACCOUNT_URL', 'with http', { ...isPublic, RIFTLINE_ACCOUNT_URL: 'http://riftline.example' }],
    ['RIFTLINE_SMTP_URL', 'without mail', without(isPublic, 'RIFTLINE_SMTP_URL')],
    ['RIFTLINE_MAIL_FROM', 'without a sender', without(isPublic, 'RIFTLINE_MAIL_FROM')],
    ['RIFTLINE_SUPPORT_EMAIL', 'without support', without(isPublic, 'RIFTLINE_SUPPORT_EMAIL')],
    ['RIFTLINE_TRUSTED_PROXIES', 'on loopback without proxies', without(isPublic, 'RIFTLINE_ACCOUNT_HOST')],
    ['RIFTLINE_PAYMENTS', 'with test payments', { ...isPublic, RIFTLINE_PAYMENTS: 'test' }],
    ['RIFTLINE_ACCOUNT_URL', 'with a public host alone', { RIFTLINE_ACCOUNT_HOST: '192.168.1.2' }],
    [
      'RIFTLINE_STRIPE_SECRET_KEY',
      'without a Stripe key',
      without({ ...isPublic, ...stripe }, 'RIFTLINE_STRIPE_SECRET_KEY'),
    ],
    [
      'RIFTLINE_STRIPE_WEBHOOK_SECRET',
      'without a webhook secret',
      without({ ...isPublic, ...stripe }, 'RIFTLINE_STRIPE_WEBHOOK_SECRET'),
    ],
    [
      'RIFTLINE_STRIPE_API_URL',
      'with a Stripe API on another host',
      { ...isPublic, ...stripe, RIFTLINE_STRIPE_API_URL: 'http://hunter2.example' },
    ],
    ['RIFTLINE_ACCOUNT_URL', 'with a path', { ...isPublic, RIFTLINE_ACCOUNT_URL: 'https://riftline.example/hunter2' }],
    [
      'RIFTLINE_ACCOUNT_URL',
      'with a password',
      { ...isPublic, RIFTLINE_ACCOUNT_URL: 'https://a:hunter2@riftline.example' },
    ],
    [
      'RIFTLINE_ACCOUNT_URL',
      'with a query',
      { ...isPublic, RIFTLINE_ACCOUNT_URL: 'https://riftline.example/?hunter2' },
    ],
    ['RIFTLINE_ACCOUNT_URL', 'with an empty address', { ...isPublic, RIFTLINE_ACCOUNT_URL: '' }],
    ['RIFTLINE_SMTP_URL', 'with mail by http', { ...isPublic, RIFTLINE_SMTP_URL: 'https://u:hunter2@mail.example' }],
    ['RIFTLINE_SMTP_URL', 'with mail without a protocol', { ...isPublic, RIFTLINE_SMTP_URL: 'hunter2' }],
    ['RIFTLINE_MAIL_FROM', 'with a sender that is no address', { ...isPublic, RIFTLINE_MAIL_FROM: 'a b@c' }],
    ['RIFTLINE_SUPPORT_EMAIL', 'with two addresses', { ...isPublic, RIFTLINE_SUPPORT_EMAIL: 'a@b.c, d@e.f' }],
    ['RIFTLINE_ACCOUNT_PORT', 'with a port above 65535', { ...isPublic, RIFTLINE_ACCOUNT_PORT: '70000' }],
    ['RIFTLINE_ACCOUNT_PORT', 'with an empty port', { ...isPublic, RIFTLINE_ACCOUNT_PORT: '' }],
    ['RIFTLINE_ACCOUNT_HOST', 'with an empty host', { ...isPublic, RIFTLINE_ACCOUNT_HOST: '' }],
    ['RIFTLINE_ACCOUNT_SIGNUP', 'with an unknown sign-up mode', { ...isPublic, RIFTLINE_ACCOUNT_SIGNUP: 'closed' }],
    ['RIFTLINE_PAYMENTS', 'with unknown payments', { ...isPublic, RIFTLINE_PAYMENTS: 'paypal' }],
    ['RIFTLINE_TERMS_FILE', 'with an empty file name', { ...isPublic, RIFTLINE_TERMS_FILE: '' }],
  ]

  it.each(refusals)(
    'incomplete or unsafe settings of a public page are refused with the name %s: %s',
    (name, _what, env) => {
      let message = ''
      try {
        parseAccountConfig(env, server)
      } catch (error) {
        message = error instanceof Error ? `${Object(error).code} ${error.message}` : ''
      }
      expect(message).toMatch(new RegExp(`^invalid_config ${name}: [^\\n]*$`))
      expect(message).not.toContain('hunter2')
    },
  )
})
