import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RiftlineError } from '@riftline/base'
import type { LogEntry } from '@riftline/base/node'
import { StorageError } from '@riftline/ledger'
import { expect, it, onTestFinished } from 'vitest'
import type { AccountDeps } from '#account/account-deps.ts'
import { createPages } from '#account/app.tsx'
import { aPerson, aSession } from '../people/examples.ts'
import { createLasting, depsOf } from './lasting-page.ts'

interface Seen {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly h1: string
  readonly logged: readonly (string | undefined)[]
}

const form = 'f'.repeat(22)

/** Sends one request of a signed-in person to a page with failing dependencies. */
async function ask(
  failing: (deps: AccountDeps) => Partial<AccountDeps>,
  method: 'GET' | 'POST',
  path: string,
  fields = '',
): Promise<Seen> {
  const lasting = createLasting()
  const { id } = await lasting.ledger.createAccount('anna')
  await lasting.people.addPerson(aPerson('anna', { accountId: id, sessions: [aSession('cookie')] }))
  const sound = depsOf(lasting, lasting)
  const sent = { accountId: id, email: 'anna@example.org', item: 'pack:small', form: 'e'.repeat(22) }
  await sound.payments.checkout(sent)
  const [payment] = await lasting.people.payments()
  const logged: LogEntry[] = []
  const address = { text: '127.0.0.1', network: '127.0.0.1', exempt: true, forwarded: false }
  const pages = createPages({
    ...sound,
    log: (entry) => void logged.push(entry),
    admit: ({ url = '' }) => {
      const { pathname, searchParams } = new URL(url, sound.origin)
      return { requestId: 'r', path: pathname, query: [...searchParams], address }
    },
    ...failing(sound),
  })
  const server = createServer(pages).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const headers = {
    Host: '127.0.0.1:8082',
    Cookie: 'riftline=cookie',
    ...(method === 'GET' ? {} : { Origin: sound.origin, 'Content-Type': 'application/x-www-form-urlencoded' }),
  }
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const target = path.replace('PAYMENT', payment?.id ?? '')
    const call = request({ host: '127.0.0.1', port, method, path: target, headers, agent: false }, async (response) => {
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) text += chunk
      resolve({
        status: response.statusCode ?? 0,
        retryAfter: response.headers['retry-after'],
        h1: /<h1>(.*?)<\/h1>/.exec(text)?.[1] ?? '',
        logged: logged.filter(({ level }) => level === 'error').map(({ event }) => event),
      })
    })
    call.on('error', reject).end(fields)
  })
}

const rejects = (error: Error) => (): Promise<never> => Promise.reject(error)
const busy = rejects(new RiftlineError('payment_busy', 'busy'))
const unreachable = rejects(new RiftlineError('payment_provider_unreachable', 'away'))
const failed = rejects(new StorageError('the disk is full'))

type Case = readonly [
  name: string,
  failing: (deps: AccountDeps) => Partial<AccountDeps>,
  method: 'GET' | 'POST',
  path: string,
  fields: string,
]

const cases: readonly Case[] = [
  [
    'paying a busy payment',
    ({ payments }) => ({ payments: { ...payments, act: busy } }),
    'POST',
    '/credits/test/PAYMENT',
    'action=pay',
  ],
  [
    'returning to a busy payment',
    ({ payments }) => ({ payments: { ...payments, settle: busy } }),
    'GET',
    '/credits/return?payment=PAYMENT',
    '',
  ],
  [
    'a checkout while the provider is unreachable',
    ({ payments }) => ({ payments: { ...payments, checkout: unreachable } }),
    'POST',
    '/credits/checkout',
    `item=pack:small&form=${form}`,
  ],
  [
    'a change of plan while the provider is unreachable',
    ({ payments }) => ({ payments: { ...payments, changePlan: unreachable } }),
    'POST',
    '/credits/plan',
    'action=cancel',
  ],
  [
    'a deletion while the provider is unreachable',
    ({ payments }) => ({ payments: { ...payments, endPlan: unreachable } }),
    'POST',
    '/settings/delete',
    'email=anna@example.org',
  ],
  ['a failed read of people', ({ people }) => ({ people: { ...people, findPerson: failed } }), 'GET', '/settings', ''],
  [
    'a failed write of a person',
    ({ people }) => ({ people: { ...people, changePerson: failed } }),
    'POST',
    '/settings/alerts',
    'below=5',
  ],
  [
    'a failed write of a key',
    ({ ledger }) => ({ ledger: { ...ledger, addKey: failed } }),
    'POST',
    '/keys',
    `name=one&scope-read=on&form=${form}`,
  ],
]

it.each(cases)('%s gets 503 and a page that asks to try again soon', async (_name, failing, method, path, fields) => {
  const seen = await ask(failing, method, path, fields)
  expect(seen).toEqual({ status: 503, retryAfter: '5', h1: 'Try again soon', logged: ['page_failed'] })
})

it('another failure gets 500, and only the log has its cause', async () => {
  const failing = ({ payments }: AccountDeps) => ({
    payments: { ...payments, act: rejects(new RiftlineError('payment_lost', 'secret')) },
  })
  const seen = await ask(failing, 'POST', '/credits/test/PAYMENT', 'action=pay')
  expect(seen).toMatchObject({ status: 500, h1: 'Something went wrong', logged: ['page_failed'] })
})
