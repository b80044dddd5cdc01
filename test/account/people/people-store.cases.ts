import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Mail } from '#account/mail/mail-queue.ts'
import type { PeopleStore } from '#account/people/person.ts'
import {
  aLink,
  anEvent,
  aPasswordHash,
  aPayment,
  aPerson,
  aSession,
  aSignUp,
  dayMs,
  hourMs,
  start,
} from './examples.ts'

/** A store under test, with its tools. */
export interface PeopleStoreKind {
  /** Opens an empty store. */
  open(): Promise<PeopleStore>
  /** Opens the same store as another process would; absent when a store does not outlive its process. */
  reopen?(): Promise<PeopleStore>
  /** Opens the same store a second time, when several processes may share it. */
  openBeside?(): Promise<PeopleStore>
}

const full = aPerson('anna', {
  email: 'Anna+riftline@example.org',
  sessions: [aSession('a'), aSession('b', start + 1)],
  links: [aLink('reset'), aLink('email', { kind: 'email', email: 'new@example.org', wrongPasswords: 2 })],
  forms: [{ form: 'f'.repeat(22), at: start, made: null }],
  events: [anEvent(), anEvent(start + 1, 'sign-in-failed'), { ...anEvent(), detail: 'key_ü\u2028💡' }],
})

const aMail = (at: number, to: string): Mail => ({
  id: `${String(at).padStart(13, '0')}-abcdefABCDEF`,
  atUtc: '2026-11-21T12:00:00',
  to,
  subject: 'Confirm your e-mail for riftline',
  text: 'Hello,\n\nhttps://example.org/confirm?token=x\n',
  link: 'https://example.org/confirm?token=x',
})

export function describePeopleStore(name: string, kind: PeopleStoreKind): void {
  describe(`people in ${name}`, () => {
    let store: PeopleStore
    beforeEach(async () => {
      store = await kind.open()
    })
    afterEach(() => store.close())

    async function restart(): Promise<void> {
      if (kind.reopen === undefined) return
      await store.close()
      store = await kind.reopen()
    }

    it('a person is found complete by id, e-mail, account, session and link, also after a restart', async () => {
      expect(await store.addPerson(full)).toBe(true)
      await restart()
      expect(await store.person(full.id)).toEqual(full)
      for (const by of [
        { emailKey: full.emailKey },
        { accountId: full.accountId },
        { sessionHash: aSession('b').hash },
        { linkHash: aLink('email').hash },
      ])
        expect(await store.findPerson(by)).toEqual(full)
      expect(await store.findPerson({ sessionHash: aSession('c').hash })).toBeNull()
      expect(await store.findPerson({ emailKey: 'Anna@example.org' })).toBeNull()
      expect(await store.person(aPerson('bert').id)).toBeNull()
    })

    it('people are listed in order of their creation', async () => {
      for (const [name, createdAt] of [
        ['c', 2],
        ['b', 3],
        ['a', 2],
      ] as const)
        await store.addPerson(aPerson(name, { createdAt }))
      expect((await store.people()).map(({ accountId }) => accountId)).toEqual(['acc_a', 'acc_c', 'acc_b'])
    })

    it.each([
      ['id', { id: aPerson('anna').id }],
      ['e-mail', { emailKey: aPerson('anna').emailKey }],
      ['account', { accountId: aPerson('anna').accountId }],
    ])('no two people have one %s', async (_what, same) => {
      await store.addPerson(aPerson('anna'))
      expect(await store.addPerson(aPerson('bert', { ...same, sessions: [aSession('b')] }))).toBe(false)
      await restart()
      expect(await store.people()).toEqual([aPerson('anna')])
      expect(await store.findPerson({ sessionHash: aSession('b').hash })).toBeNull()
    })

    it('ten concurrent sign-ups with one e-mail make one person', async () => {
      const names = Array.from({ length: 10 }, (_, index) => `p${index}`)
      const { emailKey } = aPerson('anna')
      const added = await Promise.all(names.map((name) => store.addPerson(aPerson(name, { emailKey }))))
      expect(added.filter(Boolean)).toHaveLength(1)
      expect(await store.people()).toHaveLength(1)
    })

    it('a changed person is found by new keys and no longer by removed ones', async () => {
      await store.addPerson(full)
      const events = [...full.events.slice(1), anEvent(start + 5, 'password-changed')]
      const changed = {
        ...full,
        emailKey: 'x@example.org',
        sessions: [aSession('c')],
        links: [],
        events,
        alertBelow: 50,
      }
      expect(
        await store.changePerson(full.id, (person) => ({
          ...person,
          ...changed,
          events: [...person.events.slice(1), anEvent(start + 5, 'password-changed')],
        })),
      ).toEqual(changed)
      await restart()
      expect(await store.findPerson({ sessionHash: aSession('c').hash })).toEqual(changed)
      expect(await store.findPerson({ emailKey: 'x@example.org' })).toEqual(changed)
      for (const by of [
        { sessionHash: aSession('a').hash },
        { linkHash: aLink('reset').hash },
        { emailKey: full.emailKey },
      ])
        expect(await store.findPerson(by)).toBeNull()
    })

    it('events in the middle of a person’s list can be changed', async () => {
      await store.addPerson(full)
      const changed = { ...full, events: [full.events[0]!, full.events[2]!] }
      await store.changePerson(full.id, () => changed)
      await store.changePerson(full.id, (person) => ({ ...person, events: person.events.toSpliced(0, 1, anEvent(7)) }))
      await restart()
      expect((await store.person(full.id))?.events).toEqual([anEvent(7), full.events[2]])
      await store.changePerson(full.id, (person) => ({ ...person, events: [] }))
      expect((await store.person(full.id))?.events).toEqual([])
    })

    it('concurrent changes of one person run one after the other', async () => {
      await store.addPerson(aPerson('anna'))
      const beside = await kind.openBeside?.()
      const add = (index: number) =>
        (index % 2 === 0 ? store : (beside ?? store)).changePerson(full.id, (person) => ({
          ...person,
          alertBelow: person.alertBelow + 1,
          events: [...person.events, anEvent(index)],
        }))
      await Promise.all(Array.from({ length: 20 }, (_, index) => add(index)))
      await beside?.close()
      await restart()
      const person = await store.person(full.id)
      expect(person?.alertBelow).toBe(20)
      expect(person?.events.map(({ at }) => at).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 20 }, (_, at) => at),
      )
    })

    it('a change to another person’s e-mail is refused as a whole', async () => {
      await store.addPerson(full)
      await store.addPerson(aPerson('bert'))
      const { emailKey } = aPerson('bert')
      expect(await store.changePerson(full.id, (person) => ({ ...person, emailKey, sessions: [] }))).toBeNull()
      await restart()
      expect(await store.person(full.id)).toEqual(full)
    })

    it('a change that throws, returns the same object or names an unknown person changes nothing', async () => {
      await store.addPerson(full)
      const stop = store.changePerson(full.id, () => {
        throw new Error('stop')
      })
      await expect(stop).rejects.toThrow('stop')
      expect(await store.changePerson(full.id, (person) => person)).toEqual(full)
      expect(await store.changePerson(aPerson('bert').id, (person) => person)).toBeNull()
      expect(await store.person(full.id)).toEqual(full)
    })

    it.each([
      ['a time that is no number', { createdAt: Number.NaN }],
      ['a password as it was typed', { passwordHash: 'correct horse' }],
      ['a zero character', { email: 'a\0@example.org' }],
      ['half a surrogate pair', { email: 'a\ud800@example.org' }],
      ['an id that is a path', { id: '../../x' }],
    ])('%s is refused, since the store could not read it again', async (_what, wrong) => {
      await expect(store.addPerson(aPerson('anna', wrong))).rejects.toMatchObject({ code: 'invalid_argument' })
      await store.addPerson(full)
      await expect(store.changePerson(full.id, (person) => ({ ...person, ...wrong }))).rejects.toMatchObject({
        code: 'invalid_argument',
      })
      expect(await store.people()).toEqual([full])
    })

    it('a removed person is no longer found, and removing again changes nothing', async () => {
      await store.addPerson(full)
      await store.removePerson(full.id)
      await store.removePerson(full.id)
      await restart()
      expect(await store.people()).toEqual([])
      expect(await store.findPerson({ sessionHash: aSession('a').hash })).toBeNull()
      expect(await store.addPerson(full)).toBe(true)
      expect(await store.person(full.id)).toEqual(full)
    })

    it('several sign-ups can wait for one address and be removed one by one or together', async () => {
      const signUps = ['a', 'b', 'c'].map((token) => ({ ...aSignUp(token), emailKey: 'same@example.org' }))
      for (const signUp of [...signUps, aSignUp('other')]) await store.addPending(signUp)
      const [a, b, c] = signUps.map(({ hash }) => hash)
      await restart()
      expect(await store.pending(b!)).toEqual(signUps[1])
      await store.removePending(b!)
      expect(await store.changePending(a!, (signUp) => ({ ...signUp, wrongPasswords: 3 }))).toMatchObject({
        wrongPasswords: 3,
      })
      expect(await store.changePending(b!, (signUp) => signUp)).toBeNull()
      await restart()
      expect(await store.pending(a!)).toEqual({ ...signUps[0], wrongPasswords: 3 })
      await store.removePendingOf('same@example.org')
      await store.removePendingOf('same@example.org')
      await restart()
      for (const hash of [a!, b!, c!]) expect(await store.pending(hash)).toBeNull()
      expect(await store.pending(aSignUp('other').hash)).toEqual(aSignUp('other'))
    })

    it('a payment is added once, changed, and listed by account, oldest first', async () => {
      const later = aPayment('1', { createdAt: start + 1 })
      for (const payment of [later, aPayment('2'), aPayment('3', { accountId: 'acc_bert', period: null })])
        expect(await store.addPayment(payment)).toEqual(payment)
      expect(await store.addPayment({ ...later, credits: 9 })).toEqual(later)
      const granted = { ...later, status: 'granted', ref: 'test:1', checkoutUrl: null } as const
      expect(await store.changePayment(later.id, () => granted)).toEqual(granted)
      expect(await store.changePayment(aPayment('4').id, () => granted)).toBeNull()
      await restart()
      expect(await store.payment(later.id)).toEqual(granted)
      expect(await store.payments('acc_anna')).toEqual([aPayment('2'), granted])
      expect(await store.payments()).toHaveLength(3)
      expect(await store.paymentPage('acc_anna', { skip: 0, limit: 1 })).toEqual([granted])
      expect(await store.paymentPage('acc_anna', { skip: 1, limit: 50 })).toEqual([aPayment('2')])
    })

    it('concurrent changes of one payment run one after the other', async () => {
      await store.addPayment(aPayment('1'))
      const change = () =>
        store.changePayment(aPayment('1').id, (payment) => ({ ...payment, refundedAmount: payment.refundedAmount + 1 }))
      await Promise.all(Array.from({ length: 20 }, change))
      expect(await store.payment(aPayment('1').id)).toMatchObject({ refundedAmount: 20 })
    })

    it('the hash of a deleted address is kept until the later of two times', async () => {
      const { hash } = aSession('address')
      await store.forget(hash, start + 2)
      await store.forget(hash, start + 1)
      await restart()
      expect(await store.forgottenUntil(hash)).toBe(start + 2)
      expect(await store.forgottenUntil(aSession('other').hash)).toBeNull()
    })

    it('the secret is created once, and is the same after a restart', async () => {
      const secrets = await Promise.all([store.secret(), store.secret()])
      await restart()
      secrets.push(await store.secret())
      expect(secrets.map((secret) => Buffer.from(secret).toString('hex'))).toEqual(
        Array(3).fill(Buffer.from(secrets[0]!).toString('hex')),
      )
      expect(secrets[0]).toHaveLength(32)
    })

    it('a mail waits until it is removed, alone or with all mails to its address', async () => {
      const mails = [aMail(1, 'anna@example.org'), aMail(3, 'Anna+x@Example.org'), aMail(2, 'bert@example.org')]
      for (const mail of mails) await store.mails.add(mail)
      await restart()
      expect(await store.mails.list()).toEqual([mails[1], mails[2], mails[0]])
      await store.mails.remove(mails[0]!.id)
      await store.mails.remove(mails[0]!.id)
      expect(await store.mails.list()).toEqual([mails[1], mails[2]])
      await store.mails.removeTo('anna@example.org')
      await restart()
      expect(await store.mails.list()).toEqual([mails[2]])
      await expect(store.mails.add({ ...mails[0]!, id: '../x' })).rejects.toMatchObject({ code: 'invalid_argument' })
    })

    it('a sweep removes expired things, exact to the millisecond, and nothing else', async () => {
      const later = start + 400 * dayMs
      const person = (past: number) => ({
        sessions: [
          aSession('idle', later - 13 * hourMs, { lastSeenAt: later - 12 * hourMs + 1 - past }),
          aSession('old', later - 14 * dayMs + 1 - past, { lastSeenAt: later }),
        ],
        links: [aLink('link', { expiresAt: later + 1 - past })],
        forms: [{ form: 'f'.repeat(22), at: later - 14 * dayMs + 1 - past, made: null }],
        events: [anEvent(later - 400 * dayMs + 1 - past)],
      })
      const kept = aPerson('anna', person(0))
      await store.addPerson(kept)
      await store.addPerson(
        aPerson('bert', {
          ...person(1),
          sessions: person(1).sessions.map((s) => ({ ...s, hash: aSession(`b${s.id}`).hash })),
          links: [aLink('b', { wrongPasswords: 5, expiresAt: later + 1 })],
        }),
      )
      await store.addPending(aSignUp('a', { expiresAt: later }))
      await store.addPending(aSignUp('b', { expiresAt: later + 1 }))
      await store.addPending(aSignUp('c', { expiresAt: later + 1, wrongPasswords: 5 }))
      await store.addPayment(aPayment('1'))
      // The sweep removes an unpaid checkout after 30 days; paid and failed ones stay.
      await store.addPayment(aPayment('2', { status: 'expired', updatedAt: later - 30 * dayMs }))
      await store.addPayment(aPayment('3', { status: 'expired', updatedAt: later - 30 * dayMs + 1 }))
      await store.forget(aSession('a').hash, later)
      await store.forget(aSession('b').hash, later + 1)
      await store.sweep(later)
      await restart()
      expect(await store.person(kept.id)).toEqual(kept)
      expect(await store.person(aPerson('bert').id)).toEqual(aPerson('bert'))
      expect(await store.pending(aSignUp('a').hash)).toBeNull()
      expect(await store.pending(aSignUp('c').hash)).toBeNull()
      expect(await store.pending(aSignUp('b').hash)).not.toBeNull()
      expect(await store.forgottenUntil(aSession('a').hash)).toBeNull()
      expect(await store.forgottenUntil(aSession('b').hash)).toBe(later + 1)
      expect((await store.payments()).map(({ id }) => id)).toEqual([aPayment('1').id, aPayment('3').id])
      expect(await store.payments('acc_anna')).toHaveLength(2)
    })

    it('an invited person has no password yet', async () => {
      const invited = aPerson('anna', {
        status: 'invited',
        passwordHash: null,
        links: [aLink('i', { kind: 'invite' })],
      })
      await store.addPerson(invited)
      await restart()
      expect(await store.person(invited.id)).toEqual(invited)
      const active = { ...invited, status: 'active', passwordHash: aPasswordHash, links: [] } as const
      expect(await store.changePerson(invited.id, () => active)).toEqual(active)
    })
  })
}
