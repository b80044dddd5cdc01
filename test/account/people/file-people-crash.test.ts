import { seededRandom } from '@riftline/core'
import { StorageError } from '@riftline/ledger'
import { describe, expect, it } from 'vitest'
import { openFilePeopleStore } from '#account/people/file-people-store.ts'
import type { PeopleStore } from '#account/people/person.ts'
import { createDisk, type SimulatedDisk, type Trouble } from '../../ledger/simulated-disk/disk.ts'
import { amount } from '../../support/amount.ts'
import { aLink, anEvent, aPayment, aPerson, aSession, aSignUp, start } from './examples.ts'

const anna = aPerson('anna', { sessions: [aSession('a')], links: [aLink('reset')] })
const bert = aPerson('bert')
const address = aSession('address').hash
const mail = (id: string) => ({
  id: `1763726400000-${id.repeat(12)}`,
  atUtc: '2025-11-21T12:00:00',
  to: anna.email,
  subject: 'Payment received',
  text: 'Thank you.\n',
  link: null,
})

/** Fills the store with its content before each change. */
async function prepare(store: PeopleStore): Promise<void> {
  await store.addPerson(anna)
  await store.addPending(aSignUp('a'))
  await store.addPending({ ...aSignUp('b'), emailKey: aSignUp('a').emailKey })
  await store.addPayment(aPayment('1'))
  await store.forget(address, start)
  await store.mails.add(mail('a'))
}

/** Changes under test, each of one document. */
const changes: readonly (readonly [name: string, change: (store: PeopleStore) => Promise<unknown>])[] = [
  ['a person is added', (store) => store.addPerson(bert)],
  [
    'a person changes',
    (store) =>
      store.changePerson(anna.id, (person) => ({
        ...person,
        emailKey: 'new@example.org',
        sessions: [],
        links: [],
        events: [anEvent(start, 'email-changed')],
      })),
  ],
  ['a person is removed', (store) => store.removePerson(anna.id)],
  ['a sign-up is added', (store) => store.addPending(aSignUp('c'))],
  ['a sign-up changes', (store) => store.changePending(aSignUp('a').hash, (one) => ({ ...one, wrongPasswords: 1 }))],
  ['a sign-up is removed', (store) => store.removePending(aSignUp('a').hash)],
  ['a payment is added', (store) => store.addPayment(aPayment('2'))],
  ['a payment changes', (store) => store.changePayment(aPayment('1').id, (one) => ({ ...one, status: 'granted' }))],
  ['an address is forgotten', (store) => store.forget(aSession('other').hash, start)],
  ['the secret is made', (store) => store.secret()],
  ['a mail is added', (store) => store.mails.add(mail('b'))],
  ['a mail is removed', (store) => store.mails.remove(mail('a').id)],
]

const open = (disk: SimulatedDisk, trouble?: Trouble) => {
  const session = disk.start(trouble)
  const opened = openFilePeopleStore({
    dataFolder: '/data',
    fs: session.fs,
    randomBytes: (size) => new Uint8Array(size).fill(7),
  })
  return { session, opened }
}

/** Returns the whole content as one text. It has the secret only if there is one, since reading would create it. */
async function contentOf(disk: SimulatedDisk): Promise<string> {
  const store = await open(disk).opened
  const names = ['a', 'b', 'c']
  const pending = await Promise.all(names.map((name) => store.pending(aSignUp(name).hash)))
  const forgotten = await Promise.all([address, aSession('other').hash].map((hash) => store.forgottenUntil(hash)))
  const secret = disk.files().has('/data/account/secret')
  const lists = [await store.people(), await store.payments(), await store.mails.list()]
  await store.close()
  return JSON.stringify([...lists, pending, forgotten, secret])
}

async function prepared(seed: number): Promise<SimulatedDisk> {
  const disk = createDisk(seededRandom(seed))
  const store = await open(disk).opened
  await prepare(store)
  await store.close()
  return disk
}

/** Runs a change with a fault in the call number `at` to the disk; false when the change makes fewer calls. */
type Step = (seed: number, at: number, change: (store: PeopleStore) => Promise<unknown>) => Promise<boolean>

async function statesOf(change: (store: PeopleStore) => Promise<unknown>): Promise<readonly string[]> {
  const disk = await prepared(1)
  const before = await contentOf(disk)
  const store = await open(disk).opened
  await change(store)
  await store.close()
  const after = await contentOf(disk)
  expect(after).not.toBe(before)
  return [before, after]
}

/** Number of calls, all syncs of folders, that opening a store without unfinished files makes. */
async function callsOfOpening(): Promise<number> {
  for (let at = 1; ; at += 1) {
    const { session, opened } = open(await prepared(1), { crashAt: at })
    const end = await Promise.race([opened.then(() => 'opened'), session.crashed.then(() => 'crashed')])
    if (end === 'opened') return at - 1
  }
}

describe.each(changes)('when %s', (_name, change) => {
  it('a kill at any call to the disk, with or without a power cut, leaves either the old or the new folder', async () => {
    const [before, after] = await statesOf(change)
    const first = await callsOfOpening()
    const seen = new Set<string>()
    const killAt: Step = async (seed, at) => {
      const disk = await prepared(seed)
      const { session, opened } = open(disk, { crashAt: first + at })
      const store = await opened
      const done = change(store).then(() => true)
      const isDone = await Promise.race([done, session.crashed.then(() => false)])
      session.end()
      if (seed % 3 !== 0) disk.cutPower()
      const content = await contentOf(disk)
      expect([before, after], `call ${at}, seed ${seed}`).toContain(content)
      if (isDone) expect(content).toBe(after)
      seen.add(content)
      // The store works after the crash.
      const next = await open(disk).opened
      await next.addPerson(aPerson('carl', { emailKey: 'carl@example.org' }))
      await next.close()
      expect(await contentOf(disk)).toContain('carl@example.org')
      return !isDone
    }
    for (let seed = 1; seed <= amount(2, 60); seed += 1) for (let at = 1; await killAt(seed, at, change); at += 1);
    expect(seen).toEqual(new Set([before, after]))
  })

  it.each(['EIO', 'ENOSPC', 'short'] as const)(
    '%s in any call to the disk leaves the change complete or undone',
    async (as) => {
      const [before, after] = await statesOf(change)
      const first = await callsOfOpening()
      const failAt: Step = async (seed, at) => {
        const disk = await prepared(seed)
        const { session, opened } = open(disk, { fail: { at: first + at, as } })
        const store = await opened
        let isTold = false
        let isFaulted = false
        void session.faulted.then(() => {
          isFaulted = true
        })
        await change(store).catch((error: unknown) => {
          expect(error).toBeInstanceOf(StorageError)
          isTold = true
        })
        if (!isFaulted) return false
        if (as !== 'short') expect(isTold, `call ${at}`).toBe(true)
        // The store works on: the next change of the same kind cleans up after the failed one.
        await store.addPerson(aPerson('carl', { emailKey: 'carl@example.org' }))
        await store.changePending(aSignUp('b').hash, (one) => ({ ...one, network: 'later' }))
        await store.addPayment(aPayment('9'))
        session.end()
        if (seed % 3 !== 0) disk.cutPower()
        const content = await contentOf(disk)
        const carl = JSON.stringify(aPerson('carl', { emailKey: 'carl@example.org' }))
        expect(content).toContain(carl)
        const tidy = (text: string) =>
          JSON.stringify(JSON.parse(text), (key, value) => {
            if (key === 'network' && value === 'later') return '192.0.2.7'
            return Array.isArray(value)
              ? value.filter((one) => one?.accountId !== 'acc_carl' && one?.id !== aPayment('9').id)
              : value
          })
        expect([tidy(before!), tidy(after!)], `call ${at}, seed ${seed}`).toContain(tidy(content))
        return true
      }
      for (let seed = 1; seed <= amount(1, 20); seed += 1) for (let at = 1; await failAt(seed, at, change); at += 1);
    },
  )
})

it('a failed addition of a person never leaves two people with the same e-mail', async () => {
  const first = await callsOfOpening()
  const outcomes = new Set<string>()
  for (let at = 1; at <= 7; at += 1) {
    const disk = await prepared(at)
    const { session, opened } = open(disk, { fail: { at: first + at, as: 'EIO' } })
    const store = await opened
    const added = await store.addPerson(bert).catch(() => 'failed')
    outcomes.add(String(added))
    await store.addPerson({ ...aPerson('carl'), emailKey: bert.emailKey, accountId: bert.accountId })
    session.end()
    if (at % 2 === 0) disk.cutPower()
    const again = await open(disk).opened
    expect((await again.people()).filter(({ emailKey }) => emailKey === bert.emailKey)).toHaveLength(1)
    await again.close()
  }
  expect(outcomes).toEqual(new Set(['failed', 'true']))
})
