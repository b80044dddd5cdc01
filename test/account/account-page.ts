import { randomBytes } from 'node:crypto'
import { Agent, type Server } from 'node:http'
import { type LogEntry, systemTimers, type Timers } from '@riftline/base/node'
import { type CreditStore, createMemoryStore } from '@riftline/ledger'
import {
  apiKeyId,
  apiKeyPrefix,
  createAdmission,
  createApiKey,
  defaultConfig,
  hashApiKey,
  listen,
} from '@riftline/server'
import { expect, onTestFinished } from 'vitest'
import type { AccountDeps, Api, ApiCall } from '#account/account-deps.ts'
import { createPeopleAdministration, type PeopleAdministration } from '#account/actions/people-administration.ts'
import { paymentMails, watchAccounts } from '#account/actions/watch-accounts.ts'
import { createPages } from '#account/app.tsx'
import { type AccountConfig, parseAccountConfig } from '#account/config.ts'
import { createBlockedDomains } from '#account/mail/email.ts'
import type { Mail } from '#account/mail/mail-queue.ts'
import { createMailer } from '#account/mail/mailer.ts'
import { usableAccounts } from '#account/open-parts.ts'
import type { PaymentProvider } from '#account/payments/payment-provider.ts'
import { createPayments } from '#account/payments/payments.ts'
import { type Plans, parsePlans } from '#account/payments/plans.ts'
import { createTestProvider } from '#account/payments/test-provider.ts'
import { createAttempts } from '#account/people/attempts.ts'
import { createMemoryPeopleStore } from '#account/people/live-people.ts'
import { createPasswordHasher, type PasswordHasher } from '#account/people/password-hasher.ts'
import type { PeopleStore } from '#account/people/person.ts'
import { noMetrics } from '#server/observe/metrics.ts'
import { createManualClock, type ManualClock } from '../support/clock.ts'
import { createVisitor, type Visitor } from './visitor.ts'

export interface TestPage {
  readonly port: number
  readonly origin: string
  readonly server: Server
  /** Dependencies that the pages are created with. */
  readonly deps: AccountDeps
  readonly clock: ManualClock
  readonly ledger: CreditStore
  readonly people: PeopleStore
  readonly administration: PeopleAdministration
  readonly log: readonly LogEntry[]
  /** Calls that the console sent to the API. */
  readonly apiCalls: readonly ApiCall[]
  /** Number of hashed passwords. */
  hashes(): number
  /** Milliseconds of each wait that gives answers an even duration. */
  readonly waits: readonly number[]
  /** Looks at accounts once, as the watch does every half minute. */
  watch(): Promise<void>
  /** Mails in the outbox, to one address or to all; newest last. */
  mails(to?: string): Promise<readonly Mail[]>
  /** The token of the newest link that went to an address. */
  token(to: string): Promise<string>
  /** The whole state of people and ledger as text, without failed sign-ins and without the times of last use of sessions. */
  state(): Promise<string>
  visitor(from?: string): Visitor
  /** Signs up a person, confirms the address and returns the signed-in browser. */
  member(email?: string, from?: string): Promise<Visitor>
  /** Adds a secret that no line of the log may contain. */
  hide(secret: string): void
}

export interface TestPageOptions {
  /** Environment variables of the page; none by default, so `RIFTLINE_ACCOUNT_URL` is not set. */
  readonly env?: Readonly<Record<string, string>>
  readonly plans?: Plans
  readonly provider?: (origin: string) => PaymentProvider | Promise<PaymentProvider>
  readonly people?: PeopleStore
  readonly ledger?: (clock: ManualClock) => CreditStore | Promise<CreditStore>
  readonly hasher?: (real: PasswordHasher) => PasswordHasher
  readonly api?: Partial<Api>
  readonly terms?: string
  readonly blockedDomains?: string
  readonly clock?: ManualClock
  readonly dataFolder?: string
  /** Timer of the page; real time by default. */
  readonly after?: Timers['after']
}

/** A plans file that sells one pack and one plan. */
export const plans: Plans = parsePlans(
  JSON.stringify({
    currency: 'eur',
    packs: [{ id: 'small', name: 'Small pack', credits: 500, amount: 500 }],
    plans: [{ id: 'pro', name: 'Pro', credits: 5000, amount: 2000 }],
  }),
  'plans.json',
)

export const goodPassword = 'correct horse battery'

/** Opens the pages on a free loopback port with a manual clock. The end of the test closes them and checks the log for secrets. */
export async function openPage(options: TestPageOptions = {}): Promise<TestPage> {
  const { env = {}, plans: sold = null, people = createMemoryPeopleStore() } = options
  const clock = options.clock ?? createManualClock()
  const memory = (): CreditStore => createMemoryStore({ clock, randomBytes, freeCredits: 20 })
  const ledger = await (options.ledger ?? memory)(clock)
  const log: LogEntry[] = []
  const waits: number[] = []
  // The waits that give answers an even duration end at once.
  const timers: Timers = {
    after: options.after ?? systemTimers.after,
    every: () => () => {},
    wait: async (milliseconds) => void waits.push(milliseconds),
  }
  const hidden = new Set<string>([goodPassword])
  const tools = { clock, randomBytes, timers, log: (entry: LogEntry) => void log.push(entry) }
  const serverConfig = { ...defaultConfig, host: '127.0.0.1', port: 0, trustedProxies: ['127.0.0.1'] }
  const config = configOf(env)

  let serve: (...args: Parameters<ReturnType<typeof createPages>>) => void = () => {}
  const { server, port } = await listen({
    ...tools,
    app: (request, response) => serve(request, response),
    config: serverConfig,
  })
  const origin = config.url ?? `http://127.0.0.1:${port}`
  const real = createPasswordHasher({ randomBytes, timers, cost: { log2N: 10, r: 1, p: 1 } })
  const counted = countHashes(real)
  const apiCalls: ApiCall[] = []
  const mailer = createMailer({ ...tools, queue: people.mails, transport: null, isShared: false })
  const provider = (await options.provider?.(origin)) ?? providerOf(config, people, clock, origin)
  const notify = paymentMails({ ...tools, people, mailer, origin })
  const deps: AccountDeps = {
    ...tools,
    config,
    origin,
    apiUrl: 'http://127.0.0.1:8080',
    admit: createAdmission({
      ...tools,
      metrics: noMetrics,
      config: { ...serverConfig, publicHttps: origin.startsWith('https:') },
    }),
    ledger,
    people,
    hasher: options.hasher?.(counted.hasher) ?? counted.hasher,
    attempts: createAttempts(clock),
    isBlockedDomain: createBlockedDomains(options.blockedDomains ?? ''),
    mailer,
    payments: createPayments({
      ...{ ...tools, provider, plans: sold, store: people, ledger, notify },
      isUsable: usableAccounts(people, ledger),
    }),
    api: { ...fakeApi(apiCalls), ...options.api },
    terms: options.terms ?? null,
    privacy: null,
    ...(options.dataFolder !== undefined && { dataFolder: options.dataFolder }),
  }
  serve = createPages(deps)

  const mails = async (to?: string): Promise<readonly Mail[]> =>
    (await people.mails.list()).toReversed().filter((mail) => to === undefined || mail.to === to)
  const token = async (to: string): Promise<string> => {
    const link = (await mails(to)).findLast((mail) => mail.link?.includes('token='))?.link ?? ''
    const found = new URL(link).searchParams.get('token') ?? ''
    hidden.add(found)
    return found
  }
  const agent = new Agent({ keepAlive: true })
  const visitor = (from?: string): Visitor =>
    createVisitor({ port, agent, origin, hidden, from, tick: () => clock.advance(1) })
  let strangers = 0
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    agent.destroy()
    server.closeAllConnections()
    await closed
    const text = JSON.stringify(log)
    for (const secret of hidden) if (secret.length > 4) expect(text).not.toContain(JSON.stringify(secret).slice(1, -1))
  })
  return {
    port,
    origin,
    server,
    deps,
    clock,
    ledger,
    people,
    administration: createPeopleAdministration(deps),
    log,
    apiCalls,
    hashes: counted.count,
    waits,
    async watch() {
      clock.advance(1)
      await watchAccounts(deps)()
    },
    mails,
    token,
    state: () => stateOf(people, ledger),
    visitor,
    async member(email = `member${strangers++}@example.org`, from) {
      const member = visitor(from)
      await member.post('/sign-up', { email, password: goodPassword })
      const answer = await member.post('/confirm', { token: await token(email), password: goodPassword })
      expect(answer.location).toBe('/keys?done=welcome')
      return member
    },
    hide: (secret) => void hidden.add(secret),
  }
}

async function stateOf(people: PeopleStore, ledger: CreditStore): Promise<string> {
  const accounts = await ledger.accounts()
  const inLedger = accounts.map(async ({ id, status }) => [id, status, await ledger.keys(id), await ledger.grants(id)])
  const known = (await people.people()).map((person) => ({
    ...person,
    sessions: person.sessions.map(({ hash }) => hash),
    events: person.events.filter(({ kind }) => kind !== 'sign-in-failed'),
  }))
  return JSON.stringify([known, await people.payments(), await people.mails.list(), await Promise.all(inLedger)])
}

function configOf(env: Readonly<Record<string, string>>): AccountConfig {
  const given = { RIFTLINE_ACCOUNT_PORT: 'any', ...env }
  const config = parseAccountConfig(given, { dataFolder: './data', trustedProxies: ['127.0.0.1'] })
  if (config === null) throw new Error('the page is off')
  return config
}

function providerOf(
  { payments }: AccountConfig,
  store: PeopleStore,
  clock: ManualClock,
  accountUrl: string,
): PaymentProvider | null {
  return payments === 'test' ? createTestProvider({ store, clock, accountUrl }) : null
}

function countHashes(real: PasswordHasher): { readonly hasher: PasswordHasher; readonly count: () => number } {
  let hashes = 0
  return {
    count: () => hashes,
    hasher: {
      ...real,
      hash(password) {
        hashes++
        return real.hash(password)
      },
      verify(password, stored) {
        hashes++
        return real.verify(password, stored)
      },
    },
  }
}

function fakeApi(calls: ApiCall[]): Api {
  return {
    newKey: () => createApiKey(randomBytes),
    keyPrefix: apiKeyPrefix,
    keyId: apiKeyId,
    keyHash: hashApiKey,
    ratePerMinute: 60,
    freeCredits: 20,
    ipRule: 'enforce',
    prices: [{ what: 'Lists', credits: '0' }],
    operations: async () => [
      { id: 'predict', method: 'POST', path: '/v1/predict', summary: 'Predicts a series' },
      { id: 'team', method: 'GET', path: '/v1/teams/{id}', summary: 'One team' },
    ],
    exampleBody: '{"teamA":{"id":101},"teamB":{"id":102}}',
    docs: async () => ({ reference: '<p>reference</p>', errors: '<p>errors</p>', llms: '# llms', files: {} }),
    call: async (call) => {
      calls.push(call)
      return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"ok":true}' }
    },
  }
}
