import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Attempt, createAttempts } from '#account/people/attempts.ts'
import { createWindows } from '#account/people/windows.ts'
import { createManualClock } from '../../support/clock.ts'
import { dayMs, hourMs, minuteMs } from './examples.ts'

const repeat = (times: number, act: (index: number) => Attempt) =>
  Array.from({ length: times }, (_, index) => act(index)).filter(({ allowed }) => allowed).length
const refused = (seconds: number) => ({ allowed: false, retryAfterSeconds: seconds })

test('in no window do more than its number pass, and the next passes at the very millisecond', () => {
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

test('of more keys than are kept apart, the one counted longest ago is forgotten', () => {
  const windows = createWindows([{ most: 1, ms: 1000 }], createManualClock(), 2)
  for (const key of ['a', 'b', 'a', 'c']) windows.count(key)
  expect(['a', 'b', 'c'].map((key) => windows.waitMs(key))).toEqual([1000, 0, 1000])
  expect(windows.size).toBe(2)
})

test('a network signs up five times a day', () => {
  const clock = createManualClock()
  const attempts = createAttempts(clock)
  expect(repeat(7, () => attempts.signUp('192.0.2.7'))).toBe(5)
  clock.advance(dayMs - 1001)
  expect(attempts.signUp('192.0.2.7')).toEqual(refused(2))
  expect(attempts.signUp('192.0.2.8').allowed).toBe(true)
  clock.advance(1001)
  expect(attempts.signUp('192.0.2.7').allowed).toBe(true)
})

test('a network tries ten wrong passwords of one e-mail in 15 minutes, an exempt one too', () => {
  const clock = createManualClock()
  const attempts = createAttempts(clock)
  const attempt = { emailKey: 'a@example.org', network: '127.0.0.1', isExempt: true }
  expect(repeat(10, () => attempts.password(attempt))).toBe(10)
  clock.advance(minuteMs)
  expect(attempts.password(attempt)).toEqual(refused(14 * 60))
  expect(attempts.password({ ...attempt, emailKey: 'b@example.org' }).allowed).toBe(true)
  expect(attempts.password({ ...attempt, network: '192.0.2.7' }).allowed).toBe(true)
  clock.advance(14 * minuteMs)
  expect(attempts.password(attempt).allowed).toBe(true)
})

test('a network tries fifty wrong passwords in 15 minutes over all e-mails, an exempt one more', () => {
  const attempts = createAttempts(createManualClock())
  const over = (network: string, isExempt: boolean) =>
    repeat(60, (index) => attempts.password({ emailKey: `${index}@example.org`, network, isExempt }))
  expect(over('192.0.2.7', false)).toBe(50)
  expect(over('127.0.0.1', true)).toBe(60)
})

test('an e-mail, known or not, is tried a hundred times an hour over all networks', () => {
  const clock = createManualClock()
  const attempts = createAttempts(clock)
  const over = (from: number) =>
    repeat(120, (index) =>
      attempts.password({ emailKey: 'a@example.org', network: `192.0.2.${from + index}`, isExempt: false }),
    )
  expect(over(0)).toBe(100)
  expect(attempts.password({ emailKey: 'a@example.org', network: '198.51.100.1', isExempt: true })).toEqual(
    refused(3600),
  )
  clock.advance(hourMs)
  expect(over(0)).toBe(100)
})

test('a right password does not count, one in flight does', () => {
  const attempts = createAttempts(createManualClock())
  const attempt = { emailKey: 'a@example.org', network: '192.0.2.7', isExempt: false }
  for (let index = 0; index < 200; index += 1) {
    const right = attempts.password(attempt)
    if (!right.allowed) throw new Error(`refused at ${index}`)
    right.takeBack()
    right.takeBack()
  }
  expect(repeat(30, () => attempts.password(attempt))).toBe(10)
})

test('what is refused for one reason counts for none', () => {
  const attempts = createAttempts(createManualClock())
  const attempt = { emailKey: 'a@example.org', network: '192.0.2.7', isExempt: false }
  repeat(100, () => attempts.password(attempt))
  expect(repeat(60, (index) => attempts.password({ ...attempt, emailKey: `${index}@example.org` }))).toBe(40)
})

test('a reset clears what counts for the e-mail, not for the networks', () => {
  const attempts = createAttempts(createManualClock())
  const tries = (count: number) =>
    repeat(count, (index) =>
      attempts.password({ emailKey: 'a@example.org', network: `192.0.2.${index % 10}`, isExempt: false }),
    )
  expect(tries(120)).toBe(100)
  attempts.forgetPasswords('a@example.org')
  expect(tries(120)).toBe(100)
  attempts.forgetPasswords('nobody@example.org')
  const others = repeat(60, (index) =>
    attempts.password({ emailKey: `${index}@example.org`, network: '192.0.2.1', isExempt: false }),
  )
  expect(others).toBe(30)
})

test('an address gets three links an hour and ten a day', () => {
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

test('a session calls thirty times a minute from the console', () => {
  const clock = createManualClock()
  const attempts = createAttempts(clock)
  expect(repeat(40, () => attempts.consoleCall('s'))).toBe(30)
  clock.advance(minuteMs)
  expect(repeat(40, () => attempts.consoleCall('s'))).toBe(30)
})
