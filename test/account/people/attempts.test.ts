import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createWindows } from '#account/limits/budgets.ts'
import { type Attempt, createAttempts } from '#account/people/attempts.ts'
import { createManualClock } from '../../support/clock.ts'
import { dayMs, hourMs, minuteMs } from './examples.ts'

const repeat = (times: number, act: (index: number) => Attempt) =>
  Array.from({ length: times }, (_, index) => act(index)).filter(({ allowed }) => allowed).length
const refused = (seconds: number) => ({ allowed: false, retryAfterSeconds: seconds })

it('no window passes more attempts than its limit, and the next one passes at the exact millisecond', () => {
  const windows = [
    { most: 3, ms: 100 },
    { most: 5, ms: 1000 },
  ]
  fc.assert(
    fc.property(fc.array(fc.nat(120), { maxLength: 60 }), (gaps) => {
      const clock = createManualClock()
      const counted = createWindows(windows, clock, 10)
      const passed: number[] = []
      for (const gap of gaps) {
        clock.advance(gap)
        const now = clock.monotonicMs()
        const wait = counted.waitMs('key')
        const isFull = (at: number) =>
          windows.some(({ most, ms }) => passed.filter((time) => at - time < ms).length >= most)
        expect(wait > 0).toBe(isFull(now))
        if (wait > 0) expect([isFull(now + wait - 1), isFull(now + wait)]).toEqual([true, false])
        else {
          counted.count('key')
          passed.push(now)
        }
      }
    }),
  )
})

it('a full table forgets the key with the lowest count, and among equal ones the one counted longest ago', () => {
  const windows = createWindows([{ most: 2, ms: 1000 }], createManualClock(), 3)
  for (const key of ['full', 'full', 'a', 'b', 'c']) windows.count(key)
  expect(['full', 'a', 'b', 'c'].map((key) => windows.waitMs(key))).toEqual([1000, 0, 0, 0])
  for (let i = 0; i < 100; i++) windows.count(`flood ${i}`)
  expect([windows.waitMs('full'), windows.size]).toEqual([1000, 3])
})

it('a full table forgets keys with past windows first, whatever their counts', () => {
  const clock = createManualClock()
  const windows = createWindows([{ most: 2, ms: 1000 }], clock, 2)
  for (const key of ['past', 'past']) windows.count(key)
  clock.advance(1000)
  for (const key of ['a', 'b']) windows.count(key)
  for (const key of ['a', 'b']) windows.count(key)
  expect([windows.waitMs('a'), windows.waitMs('b')]).toEqual([1000, 1000])
})

it('a new key is counted even when all others have higher counts', () => {
  const windows = createWindows([{ most: 3, ms: 1000 }], createManualClock(), 2)
  for (const key of ['a', 'a', 'b', 'b']) windows.count(key)
  for (let i = 0; i < 3; i++) windows.count('new')
  expect(windows.waitMs('new')).toBe(1000)
})

const home = ['2001:db8:1:201::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']
const sender = (networks: readonly string[], person: string | null = null) => ({ networks, person })

it('a network signs up five times a day', () => {
  const clock = createManualClock()
  const attempts = createAttempts(clock)
  const signUp = (network: string) => attempts.act('POST /sign-up', sender([network]))
  expect(repeat(7, () => signUp('192.0.2.7'))).toBe(5)
  clock.advance(dayMs - 1001)
  expect(signUp('192.0.2.7')).toEqual(refused(2))
  expect(signUp('192.0.2.8').allowed).toBe(true)
  clock.advance(1001)
  expect(signUp('192.0.2.7').allowed).toBe(true)
})

it('a /56 has twice the budget of a /64 and a /48 four times, however many networks it contains', () => {
  const attempts = createAttempts(createManualClock())
  const signUps = (many: number, networks: (index: number) => readonly string[]) =>
    repeat(many, (index) => attempts.act('POST /sign-up', sender(networks(index))))
  expect(signUps(300, (index) => [`${index}/64`, ...home.slice(1)])).toBe(10)
  expect(signUps(300, (index) => [`x${index}/64`, `${index}/56`, home[2]!])).toBe(10)
  expect(signUps(300, (index) => [`y${index}/64`, `y${index}/56`, 'other/48'])).toBe(20)
})

it('a person has a budget for each form and page over all networks, and a network has one for all its people', () => {
  const clock = createManualClock()
  const attempts = createAttempts(clock)
  const change = (person: string, network: string) =>
    attempts.act('POST /settings/email', sender([network], person)).allowed
  expect([1, 2, 3, 4].map((index) => change('ada', `192.0.2.${index}`))).toEqual([true, true, true, false])
  expect(['b', 'c', 'd', 'e'].map((person) => change(person, '198.51.100.1'))).toEqual([true, true, true, false])
  for (const [what, most] of [
    ['POST /nothing/special', 600],
    ['GET /nothing/special', 300],
  ] as const) {
    expect(repeat(1000, () => attempts.act(what, sender([], 'ada')))).toBeLessThanOrEqual(most)
  }
})

it('an attempt taken back still counts against the budget of all forms, but not against that of its own form', () => {
  const attempts = createAttempts(createManualClock())
  const passed = repeat(700, () => {
    const attempt = attempts.act('POST /settings/email', sender([], 'ada'))
    if (attempt.allowed) attempt.takeBack()
    return attempt
  })
  expect(passed).toBe(600)
})

const guess = { emailKey: 'a@example.org', networks: [] as readonly string[], place: '192.0.2.7', isKnown: false }

it('a network tries ten wrong passwords of one e-mail in 15 minutes, even an exempt one', () => {
  const clock = createManualClock()
  const attempts = createAttempts(clock)
  expect(repeat(10, () => attempts.password(guess))).toBe(10)
  clock.advance(minuteMs)
  expect(attempts.password(guess)).toEqual(refused(14 * 60))
  expect(attempts.password({ ...guess, emailKey: 'b@example.org' }).allowed).toBe(true)
  expect(attempts.password({ ...guess, place: '192.0.2.8' }).allowed).toBe(true)
  clock.advance(14 * minuteMs)
  expect(attempts.password(guess).allowed).toBe(true)
})

it('a network hashes thirty passwords in 15 minutes over all e-mails, right or wrong', () => {
  const attempts = createAttempts(createManualClock())
  const passed = repeat(60, (index) => {
    const attempt = attempts.password({ ...guess, emailKey: `${index}@example.org`, networks: ['192.0.2.7'] })
    if (attempt.allowed && index % 2 === 0) attempt.right()
    else if (attempt.allowed) attempt.wrong()
    return attempt
  })
  expect(passed).toBe(30)
  expect(attempts.hash(null, ['192.0.2.7']).allowed).toBe(false)
})

it('a person has thirty right passwords in 15 minutes over all networks, new passwords included', () => {
  const attempts = createAttempts(createManualClock())
  const known = { ...guess, isKnown: true }
  const passed = repeat(40, () => {
    const attempt = attempts.password(known)
    if (attempt.allowed) attempt.right()
    return attempt
  })
  expect(passed).toBe(30)
  expect(attempts.hash(known.emailKey, []).allowed).toBe(false)
})

it('an e-mail, known or not, takes a hundred wrong passwords an hour over all networks, and more from a known network', () => {
  const clock = createManualClock()
  const attempts = createAttempts(clock)
  const over = (from: number) =>
    repeat(120, (index) => {
      const attempt = attempts.password({ ...guess, place: `192.0.2.${from + index}` })
      if (attempt.allowed) attempt.wrong()
      return attempt
    })
  expect(over(0)).toBe(100)
  expect(attempts.password({ ...guess, place: '198.51.100.1' })).toEqual(refused(3600))
  expect(attempts.password({ ...guess, place: '198.51.100.1', isKnown: true }).allowed).toBe(true)
  clock.advance(hourMs)
  expect(over(0)).toBe(100)
})

it('wrong passwords of strangers do not use up the person’s budget of hashes', () => {
  const attempts = createAttempts(createManualClock())
  for (let i = 0; i < 90; i++) {
    const attempt = attempts.password({ ...guess, place: `192.0.2.${i}` })
    if (attempt.allowed) attempt.wrong()
  }
  expect(repeat(40, () => attempts.hash(guess.emailKey, []))).toBe(30)
})

it('an attempt refused by one limit counts for no limit', () => {
  const attempts = createAttempts(createManualClock())
  const networks = ['192.0.2.7']
  repeat(100, () => attempts.password({ ...guess, networks }))
  expect(repeat(60, (index) => attempts.password({ ...guess, networks, emailKey: `${index}@example.org` }))).toBe(20)
})

it('a reset clears the counts of the e-mail, not those of the networks', () => {
  const attempts = createAttempts(createManualClock())
  const tries = (count: number) =>
    repeat(count, (index) => {
      const attempt = attempts.password({
        ...guess,
        place: `192.0.2.${index % 10}`,
        networks: [`192.0.2.${index % 10}`],
      })
      if (attempt.allowed) attempt.wrong()
      return attempt
    })
  expect(tries(120)).toBe(100)
  attempts.forgetPasswords('a@example.org')
  expect(tries(120)).toBe(100)
  attempts.forgetPasswords('nobody@example.org')
  const others = repeat(60, (index) =>
    attempts.password({ ...guess, emailKey: `${index}@example.org`, networks: ['192.0.2.1'] }),
  )
  expect(others).toBe(10)
})

it('an address gets three links an hour and ten a day', () => {
  const clock = createManualClock()
  const attempts = createAttempts(clock)
  const sent = () => Array.from({ length: 5 }, () => attempts.linkMail('a@example.org')).filter(Boolean).length
  const hours = Array.from({ length: 26 }, () => {
    const count = sent()
    clock.advance(hourMs)
    return count
  })
  expect(hours.slice(0, 6)).toEqual([3, 3, 3, 1, 0, 0])
  expect(hours.slice(4, 24).every((count) => count === 0)).toBe(true)
  expect(hours.slice(24)).toEqual([3, 3])
  expect(attempts.linkMail('b@example.org')).toBe(true)
})

it('a person calls thirty times a minute from the console, over all sessions', () => {
  const clock = createManualClock()
  const attempts = createAttempts(clock)
  const call = () => attempts.act('POST /console', sender([], 'ada'))
  expect(repeat(40, call)).toBe(30)
  clock.advance(minuteMs)
  expect(repeat(40, call)).toBe(30)
})
