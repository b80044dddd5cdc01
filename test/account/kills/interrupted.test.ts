import { describe, expect, it } from 'vitest'
import { runsAll } from '../../support/amount.ts'
import { allScopes } from '../keys-of-page.ts'
import { aLink, aPayment, aPerson, aSession, aSignUp, start } from '../people/examples.ts'
import {
  createFailing,
  createLasting,
  type Fault,
  type Lasting,
  type Process,
  type Sent,
  startProcess,
} from './lasting-page.ts'

const [cookie, form] = ['cookie', 'f'.repeat(22)]
const sound = { through: <T extends object>(target: T): T => target }

interface Scene {
  readonly prepare: (lasting: Lasting) => Promise<Sent>
  /** Answers to the same request after a restart. */
  readonly again: readonly (number | 'away')[]
  readonly check: (lasting: Lasting, sent: Sent) => Promise<void>
}

async function signedIn({ people, ledger }: Lasting, links = [aLink('other', { kind: 'reset' })]): Promise<string> {
  const { id } = await ledger.createAccount('web-anna')
  await people.addPerson(aPerson('anna', { accountId: id, sessions: [aSession(cookie)], links }))
  return id
}

async function withKey(lasting: Lasting): Promise<string> {
  const accountId = await signedIn(lasting)
  await lasting.ledger.addKey({ id: 'oldkey12', accountId, name: 'old', sha256: 'a'.repeat(64) })
  return accountId
}

async function withPayment(
  lasting: Lasting,
): Promise<{ readonly path: string; readonly id: string; readonly cookie: string }> {
  await signedIn(lasting)
  const process = startProcess(lasting, sound)
  await process.send({ path: '/credits/checkout', fields: { item: 'pack:small', form }, cookie })
  const [payment] = await lasting.people.payments()
  return { path: '/credits/test/{id}', id: payment!.id, cookie }
}

async function balances({ ledger }: Lasting): Promise<readonly number[]> {
  return Promise.all((await ledger.accounts()).map(({ id }) => ledger.balance(id)))
}

async function keysOf({ ledger }: Lasting) {
  const [account] = await ledger.accounts()
  return ledger.keys(account!.id)
}

const scenes: Readonly<Record<string, Scene>> = {
  'a confirmed sign-up': {
    async prepare({ people }) {
      for (const name of ['token', 'second'])
        await people.addPending({ ...aSignUp(name), email: 'a@example.org', emailKey: 'a@example.org' })
      return { path: '/confirm', fields: { token: 'token', password: 'seven plain words for a door' } }
    },
    again: [303, 410],
    async check({ people, ledger }) {
      const accounts = await ledger.accounts()
      expect((await people.people()).map(({ accountId }) => accountId)).toEqual(accounts.map(({ id }) => id))
      expect([accounts.length, await people.pending(aSignUp('second').hash)]).toEqual([1, null])
    },
  },
  'an accepted invitation': {
    async prepare({ people }) {
      const person = aPerson('invited', {
        passwordHash: null,
        status: 'invited',
        links: [aLink('token', { kind: 'invite' })],
      })
      await people.addPerson({ ...person, accountId: person.id })
      return { path: '/invite', fields: { token: 'token', password: 'seven plain words for a door' } }
    },
    again: [303, 410],
    async check({ people, ledger }) {
      const accounts = await ledger.accounts()
      const found = (await people.people()).map(({ accountId, status }) => [accountId, status])
      expect(found).toEqual([[accounts[0]?.id, 'active']])
      expect(accounts.length).toBe(1)
    },
  },
  'a new key': {
    async prepare(lasting) {
      await signedIn(lasting)
      return { path: '/keys', fields: { ...allScopes, name: 'new', form }, cookie }
    },
    again: [200, 409],
    async check(lasting) {
      expect((await keysOf(lasting)).length).toBeLessThanOrEqual(1)
    },
  },
  'limits of a key': {
    async prepare(lasting) {
      await withKey(lasting)
      const fields = { ...allScopes, 'scope-usage': '', limit: '5', expires: '2027-01-01' }
      return { path: '/keys/{id}/limits', id: 'oldkey12', fields, cookie }
    },
    again: [303],
    async check(lasting) {
      const limits = { monthlyLimit: 5, expiresAt: Date.UTC(2027, 0, 1), scopes: ['predict', 'read'] }
      expect(await keysOf(lasting)).toMatchObject([limits])
    },
  },
  'a rotation': {
    async prepare(lasting) {
      await withKey(lasting)
      return { path: '/keys/{id}/rotate', id: 'oldkey12', fields: { stops: 'now', form }, cookie }
    },
    again: [200, 409],
    async check(lasting) {
      const keys = await keysOf(lasting)
      expect(keys.length).toBeLessThanOrEqual(2)
      expect(keys.filter(({ revokedAt }) => revokedAt === null).length).toBeGreaterThan(0)
    },
  },
  'a checkout': {
    async prepare(lasting) {
      await signedIn(lasting)
      return { path: '/credits/checkout', fields: { item: 'pack:small', form }, cookie }
    },
    again: [303],
    async check({ people }) {
      expect((await people.payments()).map(({ status }) => status)).toEqual(['open'])
    },
  },
  'a payment': {
    prepare: async (lasting) => ({ ...(await withPayment(lasting)), fields: { action: 'pay' } }),
    again: [303, 409],
    async check(lasting) {
      expect((await lasting.people.payments()).map(({ status }) => status)).toEqual(['granted'])
      expect(await balances(lasting)).toEqual([1020])
    },
  },
  'a refund': {
    async prepare(lasting) {
      const payment = await withPayment(lasting)
      await startProcess(lasting, sound).send({ ...payment, fields: { action: 'pay' } })
      return { ...payment, fields: { action: 'refund' } }
    },
    again: [303, 409],
    async check(lasting) {
      expect((await lasting.people.payments()).map(({ status }) => status)).toEqual(['refunded'])
      expect(await balances(lasting)).toEqual([20])
    },
  },
  'a deletion': {
    async prepare(lasting) {
      const change = aLink('token', { kind: 'email', email: 'next@example.org' })
      const accountId = await withKey(lasting)
      const { people } = lasting
      await people.changePerson((await people.people())[0]!.id, (person) => ({ ...person, links: [change] }))
      await people.addPending({ ...aSignUp('second'), emailKey: 'anna@example.org' })
      await people.addPayment({ ...aPayment('1'), accountId, status: 'granted' })
      await mailTo(lasting, 'anna@example.org', 'next@example.org')
      const atUtc = '2026-11-21T12:00:00'
      const link = 'https://riftline.example/email?token=token'
      await people.mails.add({
        id: `${start}-${'9'.repeat(12)}`,
        atUtc,
        to: 'next@example.org',
        subject: 'Confirm',
        text: 'Text.\n',
        link,
      })
      return { path: '/settings/delete', fields: { email: 'anna@example.org' }, cookie }
    },
    again: [303, 'away'],
    async check(lasting) {
      const { people } = lasting
      expect([await people.people(), await people.pending(aSignUp('second').hash)]).toEqual([[], null])
      expect((await keysOf(lasting)).map(({ revokedAt }) => revokedAt !== null)).toEqual([true])
      const mails = (await people.mails.list()).map(({ to, subject }) => [to, subject])
      // Her own link to the other address is gone; other mails to that address may be another person's.
      expect(mails).toEqual([
        ['anna@example.org', 'Your riftline account was deleted'],
        ['next@example.org', 'Earlier'],
      ])
      expect((await people.payments()).length).toBe(1)
    },
  },
  'a change of e-mail': {
    async prepare(lasting) {
      await signedIn(lasting, [aLink('token', { kind: 'email', email: 'next@example.org' })])
      await mailTo(lasting, 'anna@example.org')
      return { path: '/email', fields: { token: 'token' }, cookie }
    },
    again: [303, 410],
    async check({ people }) {
      expect((await people.people()).map(({ email, links }) => [email, links])).toEqual([['next@example.org', []]])
      expect(await people.mails.list()).toEqual([])
    },
  },
}

async function mailTo({ people }: Lasting, ...addresses: readonly string[]): Promise<void> {
  for (const [index, to] of addresses.entries()) {
    const rest = { atUtc: '2026-11-21T12:00:00', subject: 'Earlier', text: 'Text.\n', link: null }
    await people.mails.add({ id: `${start}-${String(index).repeat(12)}`, to, ...rest })
  }
}

/** Checks that the start completed unfinished work without the customer. */
async function expectNothingHalfDone({ people }: Lasting): Promise<void> {
  expect((await people.people()).filter(({ status }) => status === 'deleting')).toEqual([])
  for (const { charge, status } of await people.payments()) {
    if (charge?.startsWith('test_re_')) expect(status).toBe('refunded')
    else if (charge?.startsWith('test_ch_')) expect(status).toBe('granted')
  }
}

/** Runs a scene with a fault in one call; false when the scene makes fewer calls. */
async function interrupted({ prepare, again, check }: Scene, fault: Fault): Promise<boolean> {
  const lasting = createLasting()
  const sent = await prepare(lasting)
  const failing = createFailing(fault)
  const first = await startProcess(lasting, failing).send(sent)
  const next: Process = startProcess(lasting, sound)
  await next.begin()
  await expectNothingHalfDone(lasting)
  const answer = await next.send(sent)
  await next.begin()
  if (first === 'failed') expect(again).toContain(answer)
  await check(lasting, sent)
  return failing.wasMet()
}

const faults: readonly (readonly [string, Omit<Fault, 'at'>])[] = [
  ['a process ends before', { isDone: false, isEnd: true }],
  ['a store fails after', { isDone: true, isEnd: false }],
  ['a process ends after', { isDone: true, isEnd: true }],
  ['a store fails before', { isDone: false, isEnd: false }],
]

describe.each(Object.entries(scenes))('%s', (_name, scene) => {
  it.each(runsAll ? faults : faults.slice(0, 2))(
    'the action is complete in the end when %s any of its calls',
    async (_when, how) => {
      let at = 0
      while (await interrupted(scene, { ...how, at })) at += 1
      expect(at).toBeGreaterThan(2)
    },
  )
})
