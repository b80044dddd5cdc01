import { describe, expect, it } from 'vitest'
import type { Mail } from '#account/mail/mail.ts'
import { createMailer, type Transport } from '#account/mail/mailer.ts'
import { createMemoryMailQueue } from '#account/mail/memory-mail-queue.ts'
import { confirmMessage, keyMessage } from '#account/mail/messages.ts'
import type { LogEntry } from '#ledger/platform/log.ts'
import { createManualClock } from '../../support/clock.ts'
import { createPassingTimers } from '../../support/passing-timers.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const message = confirmMessage('https://account.example/confirm?token=x')

/** A mailer over time that passes when the test says so. @param refuses whether a mail cannot be handed on now */
function open(refuses: (mail: Mail) => boolean, isShared = false) {
  const clock = createManualClock()
  const timers = createPassingTimers()
  const log: LogEntry[] = []
  const sent: string[] = []
  const queue = createMemoryMailQueue()
  const transport: Transport = async (mail) => {
    if (refuses(mail)) throw Object.assign(new Error(`550 <${mail.to}>: no such user`), { responseCode: 550 })
    sent.push(mail.to)
  }
  let bytes = 0
  const randomBytes = (size: number) => Uint8Array.from({ length: size }, () => (bytes = (bytes + 7) % 241))
  const tools = { queue, isShared, clock, randomBytes, timers, log: (entry: LogEntry) => void log.push(entry) }
  const another = () => createMailer({ ...tools, transport })
  return {
    mailer: another(),
    another,
    queue,
    sent,
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
  it('is durable before it leaves, and leaves at once', async () => {
    const { mailer, queue, sent } = open(() => false)
    mailer.start()
    await mailer.send('ada@example.org', message)
    expect((await queue.list()).map(({ to, link }) => [to, link])).toEqual([['ada@example.org', message.link]])
    await settled()
    expect([sent, await queue.list()]).toEqual([['ada@example.org'], []])
  })

  it('that is refused is tried every minute for a day, without its address in the log', async () => {
    const { mailer, queue, sent, log, pass } = open(() => true)
    mailer.start()
    await mailer.send('ada@example.org', message)
    await settled()
    await pass(minuteMs)
    await pass(dayMs - 2 * minuteMs)
    expect(await queue.list()).toHaveLength(1)
    await pass(2 * minuteMs)
    expect([sent, await queue.list()]).toEqual([[], []])
    expect(log.at(-1)).toMatchObject({ level: 'error', event: 'mail_given_up', code: '550' })
    expect(log.slice(0, -1).every(({ event }) => event === 'mail_not_sent')).toBe(true)
    expect(JSON.stringify(log)).not.toContain('ada@')
  })

  it('that is refused keeps no other from leaving', async () => {
    const { mailer, sent, pass } = open(({ to }) => to === 'ada@example.org')
    mailer.start()
    await mailer.send('ada@example.org', message)
    await mailer.send('bob@example.org', message)
    await pass(minuteMs)
    expect(sent).toEqual(['bob@example.org'])
  })

  it('that an earlier process left leaves with the next; of one on the same database only when it is gone for long', async () => {
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

  it('is ASCII in lines of 72 characters, its link alone on one', async () => {
    const { mailer, queue } = open(() => true)
    const link = `https://account.example/${'k'.repeat(90)}`
    await mailer.send('ada@example.org', keyMessage(0, 'rl_live_abcdefgh', 'Müller – größter Schlüssel 日本', link))
    const [{ text } = { text: '' }] = await queue.list()
    expect(text).toMatch(/^[\n -~]+$/)
    const lines = text.split('\n')
    expect(lines.filter((line) => line.length > 72)).toEqual([link])
  })
})
