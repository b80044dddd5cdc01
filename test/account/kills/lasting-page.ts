import { silentLog, type Timers } from '@riftline/base/node'
import { type CreditStore, createMemoryStore, StorageError } from '@riftline/ledger'
import { apiKeyId, apiKeyPrefix, createApiKey, hashApiKey } from '@riftline/server'
import type { AccountDeps, Api } from '#account/account-deps.ts'
import { paymentMails, watchAccounts } from '#account/actions/watch-accounts.ts'
import { routesOf } from '#account/app.tsx'
import { parseAccountConfig } from '#account/config.ts'
import { PageError } from '#account/frame/reply.ts'
import { createMailer } from '#account/mail/mailer.ts'
import { createPayments } from '#account/payments/payments.ts'
import { createTestProvider } from '#account/payments/test-provider.ts'
import { createAttempts } from '#account/people/attempts.ts'
import { createMemoryPeopleStore } from '#account/people/live-people.ts'
import type { PeopleStore } from '#account/people/person.ts'
import { findSignedIn } from '#account/serve/serve-route.ts'
import { createManualClock, type ManualClock } from '../../support/clock.ts'
import { aPasswordHash } from '../people/examples.ts'
import { pack } from './place.ts'

/** State that outlives a process. */
export interface Lasting {
  readonly people: PeopleStore
  readonly ledger: CreditStore
  readonly clock: ManualClock
  readonly randomBytes: (size: number) => Uint8Array
}

export function createLasting(): Lasting {
  const clock = createManualClock()
  let bytes = 0
  const randomBytes = (size: number): Uint8Array =>
    Uint8Array.from({ length: size }, () => (bytes = (bytes * 7 + 11) % 241))
  const people = createMemoryPeopleStore({ randomBytes })
  return { people, ledger: createMemoryStore({ clock, randomBytes, freeCredits: 20 }), clock, randomBytes }
}

/** Failure of a process at one call to its stores: before or after the call takes effect, and then at every later call or at none. */
export interface Fault {
  readonly at: number
  readonly isDone: boolean
  readonly isEnd: boolean
}

export interface Failing {
  through<T extends object>(target: T): T
  wasMet(): boolean
}

export function createFailing({ at, isDone, isEnd }: Fault): Failing {
  let calls = 0
  async function call(work: () => Promise<unknown>): Promise<unknown> {
    const number = calls++
    if (number < at || (number > at && !isEnd)) return work()
    if (number === at && isDone) await work()
    throw new StorageError('cut off')
  }
  return {
    wasMet: () => calls > at,
    through: (target) =>
      new Proxy(target, {
        get(object, name) {
          const value: unknown = Reflect.get(object, name)
          // The clock is no call to a store and cannot fail.
          if (typeof value !== 'function' || name === 'now') return value
          return (...given: unknown[]) => call(async () => Reflect.apply(value, object, given))
        },
      }),
  }
}

export interface Sent {
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
  readonly id?: string
  readonly cookie?: string
}

export interface Process {
  /** Returns the status of the answer, `away` when nobody is signed in, or `failed` when a store failed. */
  send(sent: Sent): Promise<number | 'away' | 'failed'>
  /** Completes unfinished work as a start does. */
  begin(): Promise<void>
}

/** Runs the pages' actions on the stores, without HTTP. */
export function startProcess(lasting: Lasting, { through }: Pick<Failing, 'through'>): Process {
  const deps = depsOf(lasting, {
    ledger: through(lasting.ledger),
    people: { ...through(lasting.people), mails: through(lasting.people.mails) },
  })
  const routes = routesOf(deps)
  const address = { text: '127.0.0.1', network: '127.0.0.1', exempt: true, forwarded: false }
  return {
    async send({ path, fields, id = '', cookie = null }) {
      const post = routes.find((route) => route.path === path)?.post
      if (post === undefined) throw new Error(`no action ${path}`)
      const visit = { requestId: 'r', path, query: [], address }
      try {
        const who = await findSignedIn(deps, cookie)
        if (post.access !== 'open' && who === null) return 'away'
        const given = { fields, query: {}, next: '/dashboard', userAgent: 'x' }
        const reply = await post.act({ visit, id, cookie, who, ...given })
        return reply.kind === 'redirect' ? 303 : reply.status
      } catch (error) {
        if (error instanceof PageError) return error.status
        if (error instanceof StorageError) return 'failed'
        throw error
      }
    },
    async begin() {
      await deps.payments.sweep()
      await watchAccounts(deps)()
    },
  }
}

/** Timers that never fire and waits that end at once. */
const timers: Timers = { after: () => () => {}, every: () => () => {}, wait: async () => {} }

/** Creates the pages' dependencies on the lasting state; `admit` admits nobody. */
export function depsOf({ clock, randomBytes }: Lasting, stores: Pick<AccountDeps, 'people' | 'ledger'>): AccountDeps {
  const { people, ledger } = stores
  const tools = { clock, randomBytes, timers, log: silentLog, origin: 'http://127.0.0.1:8082' }
  const config = parseAccountConfig({}, { dataFolder: './data', trustedProxies: [] })
  if (config === null) throw new Error('the page is off')
  const mailer = createMailer({ ...tools, queue: people.mails, transport: null, isShared: false })
  const provider = createTestProvider({ ...tools, store: people, accountUrl: tools.origin })
  const plans = {
    currency: 'eur',
    packs: [{ kind: 'pack' as const, item: 'pack:small', currency: 'eur', ...pack }],
    plans: [],
  }
  const notify = paymentMails({ ...tools, people, mailer })
  return {
    ...{ ...tools, ...stores, config, mailer, api, apiUrl: 'http://127.0.0.1:8080', terms: null, privacy: null },
    admit: () => null,
    attempts: createAttempts(clock),
    isBlockedDomain: () => false,
    hasher: { hash: async () => aPasswordHash, verify: async () => true },
    payments: createPayments({ ...tools, provider, plans, store: people, ledger, notify }),
  }
}

const api: Api = {
  newKey: () => createApiKey((size) => crypto.getRandomValues(new Uint8Array(size))),
  keyPrefix: apiKeyPrefix,
  keyId: apiKeyId,
  keyHash: hashApiKey,
  ...{
    ratePerMinute: 60,
    freeCredits: 20,
    ipRule: 'off',
    prices: [],
    operations: async () => [],
    exampleBody: '{}',
  },
  docs: async () => ({ reference: '', files: {}, errors: '', llms: '' }),
  call: async () => ({ status: 200, headers: {}, body: '' }),
}
