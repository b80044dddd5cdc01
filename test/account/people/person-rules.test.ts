import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mailId, newMailId } from '#account/mail/mail-queue.ts'
import type { Person } from '#account/people/person.ts'
import * as sessions from '#account/people/person-rules.ts'
import {
  emailChanged,
  isLiveLink,
  liveLink,
  mostEvents,
  passwordChanged,
  usedForm,
  useForm,
  withEvent,
  withLink,
  withMade,
  withoutExpired,
  wrongPassword,
} from '#account/people/person-rules.ts'
import { isForm, newForm, newPersonId, newSessionId, newToken, tokenHash } from '#account/people/tokens.ts'
import { aLink, anEvent, aPerson, aSession, aSignUp, dayMs, hourMs, minuteMs, start } from './examples.ts'

const { liveSession, withSession } = sessions
const anna = aPerson('anna')

describe('a session', () => {
  const person = withSession(anna, aSession('a'))
  const { hash } = aSession('a')

  it.each([
    ['12 hours without use', 12 * hourMs, 0],
    ['14 days', 14 * dayMs, 14 * dayMs - 1],
  ])('a session ends after %s', (_what, after, lastSeen) => {
    const used = { ...person, sessions: [aSession('a', start, { lastSeenAt: start + lastSeen })] }
    expect(liveSession(used, hash, start + after - 1)).not.toBeNull()
    expect(liveSession(used, hash, start + after)).toBeNull()
  })

  it('a session is found by its own hash only', () => {
    expect(liveSession(person, aSession('b').hash, start)).toBeNull()
  })

  it('a person has at most 20 sessions: a new one removes ended ones and the oldest', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3 * hourMs), { maxLength: 60 }), (gaps) => {
        let now = start
        let person: Person = anna
        for (const [index, gap] of gaps.entries()) {
          now += gap
          person = withSession(person, aSession(String(index), now))
        }
        const live = gaps
          .map((_, index) => aSession(String(index)).hash)
          .filter((hash) => liveSession(person, hash, now))
        expect(person.sessions.map(({ hash }) => hash)).toEqual(live)
        expect(live.length).toBeLessThanOrEqual(20)
        expect(live.at(-1)).toBe(gaps.length === 0 ? undefined : aSession(String(gaps.length - 1)).hash)
      }),
    )
  })

  it('the last use of a session is updated every five minutes until the session ends', () => {
    expect(sessions.touched(person, hash, start + 5 * minuteMs - 1)).toBe(person)
    const touched = sessions.touched(person, hash, start + 5 * minuteMs)
    expect(touched.sessions).toEqual([aSession('a', start, { lastSeenAt: start + 5 * minuteMs })])
    expect(sessions.touched(person, hash, start + 12 * hourMs)).toBe(person)
    expect(sessions.touched(person, 'none', start + hourMs)).toBe(person)
  })

  it('a session has a recent password for 15 minutes', () => {
    expect(sessions.isRecent(aSession('a'), start + 15 * minuteMs - 1)).toBe(true)
    expect(sessions.isRecent(aSession('a'), start + 15 * minuteMs)).toBe(false)
  })

  it('a session can be ended by its id, with all others, or replaced by one with a new cookie', () => {
    const three = ['b', 'c'].reduce((all, name) => withSession(all, aSession(name)), person)
    const names = ({ sessions }: Person) => sessions.map((session) => session.hash)
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => aSession(name).hash)
    expect(names(sessions.withoutSession(three, aSession('b').id))).toEqual([a, c])
    expect(names(sessions.withoutSessions(three, b))).toEqual([b])
    expect(names(sessions.withoutSessions(three))).toEqual([])
    expect(names(sessions.withSessionInPlaceOf(three, hash, aSession('d')))).toEqual([b, c, d])
  })
})

describe('a link', () => {
  it('a new link ends an older one of its kind and no other', () => {
    const person = [aLink('1'), aLink('2', { kind: 'email' }), aLink('3')].reduce(withLink, anna)
    expect(person.links.map(({ hash }) => hash)).toEqual([aLink('2').hash, aLink('3').hash])
  })

  it('a link is live until its end, and only as its kind', () => {
    const person = withLink(anna, aLink('1'))
    const { hash } = aLink('1')
    expect(liveLink(person, hash, start + hourMs - 1, 'reset')).toEqual(aLink('1'))
    expect(liveLink(person, hash, start + hourMs, 'reset')).toBeNull()
    expect(liveLink(person, hash, start, 'invite')).toBeNull()
  })

  it('a sign-up ends with the fifth wrong password', () => {
    let signUp = aSignUp('1')
    for (let tries = 1; tries <= 5; tries++) {
      expect(isLiveLink(signUp, start)).toBe(true)
      signUp = wrongPassword(signUp)
    }
    expect(isLiveLink(signUp, start)).toBe(false)
  })

  it('a new password or address ends links and other sessions', () => {
    const person = withLink(withSession(withSession(anna, aSession('a')), aSession('b')), aLink('1', { kind: 'email' }))
    const changed = passwordChanged(person, 'new', aSession('b').hash)
    expect(changed).toMatchObject({ passwordHash: 'new', links: [], sessions: [aSession('b')] })
    expect(passwordChanged(person, 'new').sessions).toEqual([])
    expect(emailChanged(person, 'New+x@Example.org', aSession('a').hash)).toMatchObject({
      ...{ email: 'New+x@Example.org', emailKey: 'new@example.org', links: [], sessions: [aSession('a')] },
    })
  })
})

describe('a form', () => {
  const form = newForm((size) => new Uint8Array(size).fill(9))

  it('a form is used once, and its record has what it made', () => {
    const used = useForm(anna, form, start)
    expect(usedForm(used!, form)).toEqual({ form, at: start, made: null })
    expect(useForm(used!, form, start + 1)).toBeNull()
    expect(usedForm(withMade(used!, form, 'key_1'), form)?.made).toBe('key_1')
    expect(usedForm(anna, form)).toBeNull()
  })

  it('a used form is stored for 14 days, and at most 500 are', () => {
    const used = useForm(anna, form, start)!
    expect(useForm(used, 'x', start + 14 * dayMs - 1)?.forms).toHaveLength(2)
    expect(useForm(used, 'x', start + 14 * dayMs)?.forms).toHaveLength(1)
    const many = Array.from({ length: 501 }, (_, index) => String(index))
    expect(many.reduce<Person>((person, one) => useForm(person, one, start)!, used).forms).toHaveLength(500)
  })
})

describe('an event', () => {
  it('an event is kept for 400 days', () => {
    const person = withEvent(withEvent(anna, anEvent(start)), anEvent(start + 1))
    expect(withEvent(person, anEvent(start + 400 * dayMs)).events.map(({ at }) => at)).toEqual([
      start + 1,
      start + 400 * dayMs,
    ])
  })

  it('failed sign-ins are the first events to be removed when there are over 1,000', () => {
    let person = withEvent(withEvent(anna, anEvent(start, 'signed-up')), anEvent(start, 'key-created'))
    for (let at = 0; at < 1100; at += 1) person = withEvent(person, anEvent(start + at, 'sign-in-failed'))
    expect(person.events).toHaveLength(mostEvents)
    expect(person.events.slice(0, 3).map(({ kind }) => kind)).toEqual(['signed-up', 'key-created', 'sign-in-failed'])
    expect(person.events.at(-1)?.at).toBe(start + 1099)
    for (let at = 0; at < 1100; at += 1) person = withEvent(person, anEvent(start + at, 'payment'))
    expect(person.events).toHaveLength(mostEvents)
    expect(person.events.every(({ kind }) => kind === 'payment')).toBe(true)
  })
})

it('withoutExpired removes only expired things, and returns the same object for a person without any', () => {
  const now = start + 400 * dayMs
  const kept = {
    sessions: [aSession('a', now)],
    links: [aLink('a', { expiresAt: now + 1 })],
    forms: [{ form: 'a', at: now, made: null }],
    events: [anEvent(now)],
  }
  const past = {
    sessions: [aSession('b', now - 14 * dayMs)],
    links: [aLink('b', { expiresAt: now })],
    forms: [{ form: 'b', at: now - 14 * dayMs, made: null }],
    events: [anEvent(start)],
  }
  const person = aPerson('anna', kept)
  expect(withoutExpired(person, now)).toBe(person)
  for (const part of ['sessions', 'links', 'forms', 'events'] as const)
    expect(withoutExpired({ ...person, [part]: [...past[part], ...kept[part]] }, now)).toEqual(person)
})

it('tokens, ids and forms have their lengths and alphabets', () => {
  const bytes = (size: number) => Uint8Array.from({ length: size }, (_, index) => (index * 37 + 250) % 256)
  expect(newToken(bytes)).toMatch(/^[\w-]{43}$/)
  expect(tokenHash('x')).toBe('2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881')
  expect(newSessionId(bytes)).toMatch(/^[0-9a-f]{16}$/)
  expect(newPersonId(bytes)).toMatch(/^per_[0-9A-Za-z]{12}$/)
  expect(isForm(newForm(bytes))).toBe(true)
  expect(newMailId(start, bytes)).toMatch(mailId)
  for (const text of ['', 'a'.repeat(21), 'a'.repeat(23), `${'a'.repeat(21)}=`, `${'a'.repeat(22)}\n`])
    expect(isForm(text)).toBe(false)
})
