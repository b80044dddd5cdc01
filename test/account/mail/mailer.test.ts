import { randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { createMemoryMailQueue, type Mail } from '#account/mail/mail-queue.ts'
import { createMailer, isRefusedForGood, type Transport } from '#account/mail/mailer.ts'
import { confirmMessage, keyMessage, passwordMessage } from '#account/mail/messages.ts'
import type { LogEntry } from '#base/node/clock.ts'
import { createManualClock } from '../../support/clock.ts'
import { createPassingTimers } from '../../support/passing-timers.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const message = confirmMessage('https://account.example/confirm?token=x')

/** Creates a mailer with a manual clock. @param refuses whether the mail server refuses a mail, or the code of its refusal */
function open(refuses: (mail: Mail) => boolean | number, isShared = false, hold?: (mail: Mail) => Promise<void>) {
  const clock = createManualClock()
  const timers = createPassingTimers()
  const log: LogEntry[] = []
  const sent: string[] = []
  const tried: string[] = []
  const queue = createMemoryMailQueue()
  const transport: Transport = async (mail) => {
    tried.push(mail.to)
    await hold?.(mail)
    const refused = refuses(mail)
    const responseCode = refused === true ? 450 : refused
    if (responseCode !== false) throw Object.assign(new Error(`${responseCode} <${mail.to}>: no`), { responseCode })
    sent.push(mail.to)
  }
  const tools = { queue, isShared, clock, randomBytes, timers, log: (entry: LogEntry) => void log.push(entry) }
  const another = () => createMailer({ ...tools, transport })
  return {
    mailer: another(),
    another,
    queue,
    sent,
    tried,
    log,
    clock,
    async pass(milliseconds: number) {
      clock.advance(milliseconds)
      timers.pass(minuteMs)
      await settled()
    },
  }
}

async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
}

describe('a mail', () => {
  it('a mail is stored before it is sent, and is sent at once', async () => {
    const { mailer, queue, sent } = open(() => false)
    mailer.start()
    await mailer.send('ada@example.org', message)
    expect((await queue.list()).map(({ to, link }) => [to, link])).toEqual([['ada@example.org', message.link]])
    await settled()
    expect([sent, await queue.list()]).toEqual([['ada@example.org'], []])
  })

  it('a mail that the server does not take is tried for a day, less and less often, and its address is not logged', async () => {
    const { mailer, queue, sent, tried, log, pass } = open(() => true)
    mailer.start()
    await mailer.send('ada@example.org', message)
    await settled()
    const minutes: number[] = []
    for (let minute = 1; minute <= 130; minute++) {
      const before = tried.length
      await pass(minuteMs)
      if (tried.length > before) minutes.push(minute)
    }
    expect(minutes).toEqual([1, 3, 7, 15, 31, 63, 123])
    await pass(dayMs - 131 * minuteMs)
    expect(await queue.list()).toHaveLength(1)
    await pass(62 * minuteMs)
    expect([sent, await queue.list()]).toEqual([[], []])
    expect(log.at(-1)).toMatchObject({ level: 'error', event: 'mail_given_up', code: '450' })
    expect(log.slice(0, -1).every(({ event }) => event === 'mail_not_sent')).toBe(true)
    expect(JSON.stringify(log)).not.toContain('ada@')
  })

  it('a refused mail does not delay others', async () => {
    const { mailer, sent, pass } = open(({ to }) => to === 'ada@example.org')
    mailer.start()
    await mailer.send('ada@example.org', message)
    await mailer.send('bob@example.org', message)
    await pass(minuteMs)
    expect(sent).toEqual(['bob@example.org'])
  })

  it('a mail left by an earlier process is sent by the next one; on a shared database only after ten minutes', async () => {
    for (const [isShared, after] of [
      [false, 0],
      [true, 10 * minuteMs],
    ] as const) {
      const { mailer, another, sent, pass } = open(() => false, isShared)
      await mailer.start()()
      await mailer.send('ada@example.org', message)
      expect(sent).toEqual([])
      another().start()
      await settled()
      if (after > 0) {
        await pass(after - 2)
        expect(sent).toEqual([])
        await pass(2)
      }
      expect(sent).toEqual(['ada@example.org'])
    }
  })

  it('a mail is ASCII in lines of at most 72 characters, with its link on a line of its own', async () => {
    const { mailer, queue } = open(() => true)
    const link = `https://account.example/${'k'.repeat(90)}`
    await mailer.send('ada@example.org', keyMessage(0, 'rl_live_abcdefgh', 'Müller – größter Schlüssel 日本', link))
    const [{ text } = { text: '' }] = await queue.list()
    expect(text).toMatch(/^[\n -~]+$/)
    const lines = text.split('\n')
    expect(lines.filter((line) => line.length > 72)).toEqual([link])
  })

  it.each([500, 550, 552, 554, 599])(
    'a mail that the server refuses with %i is removed and not tried again',
    async (code) => {
      const { mailer, queue, tried, log, pass } = open(() => code)
      mailer.start()
      for (let i = 0; i < 500; i++) await mailer.send(`nobody${i}@example.org`, message)
      await pass(minuteMs)
      await pass(minuteMs)
      expect([tried.length, await queue.list()]).toEqual([500, []])
      expect(log).toHaveLength(500)
      expect(log.every(({ event }) => event === 'mail_given_up')).toBe(true)
    },
  )

  it.each([
    ['a sign-in that failed', { responseCode: 535, code: 'EAUTH', command: 'AUTH PLAIN' }],
    ['a sign-in that the server requires first', { responseCode: 530, command: 'MAIL FROM' }],
    ['a refusal in the greeting', { responseCode: 554, code: 'EPROTOCOL', command: 'CONN' }],
    ['a server that cannot be reached', { code: 'ECONNECTION', command: 'CONN' }],
    ['a reply that asks to try later', { responseCode: 451, command: 'RCPT TO' }],
  ])('%s is no final refusal of the mail', (_what, fields) => {
    expect(isRefusedForGood(Object.assign(new Error('x'), fields))).toBe(false)
    expect(
      isRefusedForGood(
        Object.assign(new Error('x'), { ...fields, responseCode: 550, command: 'RCPT TO', code: 'EENVELOPE' }),
      ),
    ).toBe(true)
  })

  it('mails sent while hundreds wait do not make the mailer read the queue again', async () => {
    const { mailer, queue, pass } = open(() => true)
    const list = vi.spyOn(queue, 'list')
    mailer.start()
    for (let i = 0; i < 300; i++) await mailer.send(`a${i}@example.org`, message)
    await settled()
    expect(list).toHaveBeenCalledTimes(1)
    await pass(minuteMs)
    expect(list).toHaveBeenCalledTimes(2)
  })

  it('a mail with a link is sent before notices that have waited longer', async () => {
    const { release, hold } = holder()
    const { mailer, tried } = open(() => false, false, hold)
    mailer.start()
    for (let i = 0; i < 40; i++)
      await mailer.send(`notice${i}@example.org`, passwordMessage(0, 'https://a.example/forgot'))
    await settled()
    expect(tried).toHaveLength(5)
    for (let i = 0; i < 5; i++) await mailer.send(`link${i}@example.org`, message)
    await settled()
    expect(tried.slice(5).every((to) => to.startsWith('link'))).toBe(true)
    expect(tried).toHaveLength(10)
    release()
    await settled()
    expect(tried).toHaveLength(45)
  })

  it('mails that hang take one connection for their address and do not delay other addresses', async () => {
    const { release, hold } = holder()
    const { mailer, sent } = open(
      () => false,
      false,
      (mail) => (mail.to.startsWith('eve') ? hold() : Promise.resolve()),
    )
    mailer.start()
    for (let i = 0; i < 50; i++) await mailer.send(`eve+${i}@example.org`, message)
    await mailer.send('ada@example.org', message)
    await settled()
    expect(sent).toEqual(['ada@example.org'])
    release()
    await settled()
    expect(sent).toHaveLength(51)
  })

  it('a mail to a new address behind many is among the next to be sent', async () => {
    const { release, hold } = holder()
    const { mailer, tried } = open(() => false, false, hold)
    mailer.start()
    for (let i = 0; i < 100; i++) await mailer.send(`a${i}@example.org`, message)
    await settled()
    await mailer.send('ada@example.org', message)
    release()
    await settled()
    expect(tried.indexOf('ada@example.org')).toBeLessThanOrEqual(12)
  })

  it('the eleventh notice with one subject to an address within an hour is dropped, and another subject is not', async () => {
    const { mailer, queue, clock } = open(() => true)
    const notice = (subject: string) => ({ ...passwordMessage(0, 'https://a.example/forgot'), subject })
    for (let i = 0; i < 30; i++) await mailer.send('ada@example.org', notice('New sign-in to riftline'))
    expect(await queue.list()).toHaveLength(10)
    await mailer.send('ada+x@example.org', notice('New sign-in to riftline'))
    await mailer.send('ada@example.org', notice('Your riftline e-mail is being changed'))
    await mailer.send('bob@example.org', notice('New sign-in to riftline'))
    expect(await queue.list()).toHaveLength(12)
    clock.advance(60 * minuteMs)
    await mailer.send('ada@example.org', notice('New sign-in to riftline'))
    expect(await queue.list()).toHaveLength(13)
  })

  it('forgetLinks removes a mail by the token of its link, and no other mail to the address', async () => {
    const { mailer, queue } = open(() => true)
    await mailer.send('ada@example.org', message)
    await mailer.send('ada@example.org', confirmMessage('https://account.example/confirm?token=y'))
    await mailer.forgetLinks((token) => token === 'x')
    expect((await queue.list()).map(({ link }) => link)).toEqual(['https://account.example/confirm?token=y'])
  })

  it('a mail to nobody is written like any other, and nothing of it remains', async () => {
    const { mailer, queue, sent } = open(() => false)
    const [add, remove] = [vi.spyOn(queue, 'add'), vi.spyOn(queue, 'remove')]
    await mailer.sendOrPretend(null, message)
    expect([add.mock.calls.length, remove.mock.calls.length]).toEqual([1, 1])
    expect([await queue.list(), sent]).toEqual([[], []])
    await mailer.sendOrPretend('ada@example.org', message)
    expect([add.mock.calls.length, remove.mock.calls.length]).toEqual([2, 2])
    expect(await queue.list()).toHaveLength(1)
  })
})

/** Holds all mails until `release` is called. */
function holder() {
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  return { release: () => release(), hold: () => held }
}
