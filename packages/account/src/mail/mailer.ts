import { toUtc } from '@riftline/base'
import { type Clock, errorFields, type Log, type RandomBytes, type Timers } from '@riftline/base/node'
import { notices } from '../limits/budgets.ts'
import { createWindows } from '../limits/windows.ts'
import { comparedEmail } from './email.ts'
import { type Mail, type MailQueue, newMailId } from './mail.ts'
import { isAwaited, type Message, textOf } from './messages.ts'
import { createWaitingMails } from './waiting-mails.ts'

/** Hands one mail on; rejects where that failed. */
export type Transport = (mail: Mail) => Promise<void>

export interface MailerDeps {
  readonly queue: MailQueue
  /** Null: mails stay in the queue, whose files an operator reads. */
  readonly transport: Transport | null
  /** Whether other processes take mails into the same queue. */
  readonly isShared: boolean
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly timers: Timers
  readonly log: Log
}

export interface Mailer {
  /** Resolves when the mail is durable; it leaves after that. A notice beyond the budget of its address is dropped. */
  send(to: string, message: Message): Promise<void>
  /** As `send`, and to nobody (null) as much work, of which nothing is left. */
  sendOrPretend(to: string | null, message: Message): Promise<void>
  /** Drops what waits for an address. */
  forget(to: string): Promise<void>
  /** Drops mails by the token in their link: what else waits for the same address may be somebody else's. */
  forgetLinks(isOver: (token: string) => boolean): Promise<void>
  /** Sends what an earlier process left. @returns the function that ends it, once what is being sent has been */
  start(): () => Promise<void>
}

const lookMs = 60_000
const giveUpMs = 86_400_000
/** What another process on the same database took in is its own to send, unless it is gone. */
const othersMs = 10 * 60_000
const mostAddresses = 20_000
/** Where a mail would go that is only written; one that a killed process left goes nowhere. */
const nobody = 'nobody@localhost.invalid'

export function createMailer(deps: MailerDeps): Mailer {
  const { queue, transport, isShared, clock, timers, log } = deps
  const waiting = createWaitingMails()
  const noticed = createWindows(notices, clock, mostAddresses)
  const leaving = new Set<Promise<void>>()
  /** What left the queue while it was read: the list that comes may still have it. */
  let gone = new Set<string>()
  let looking: Promise<void> | null = null
  let isEnded = false

  function pump(): void {
    if (transport === null) return
    for (let mail = nextMail(); mail !== null; mail = nextMail()) {
      const sent = sendOne(mail, transport).finally(() => {
        leaving.delete(sent)
        pump()
      })
      leaving.add(sent)
    }
  }

  function nextMail(): Mail | null {
    return isEnded ? null : waiting.next(clock.monotonicMs())
  }

  async function sendOne(mail: Mail, transport: Transport): Promise<void> {
    try {
      await transport(mail)
    } catch (error) {
      const isOver = isRefusedForGood(error) || ageMs(mail) > giveUpMs
      // Messages of mail servers repeat addresses.
      const code = String(Object(error).responseCode ?? Object(error).code ?? 'unknown')
      log({
        level: isOver ? 'error' : 'warn',
        event: isOver ? 'mail_given_up' : 'mail_not_sent',
        mailId: mail.id,
        code,
      })
      if (!isOver) return waiting.putBack(mail.id, clock.monotonicMs())
    }
    await dropped(mail.id).catch(queueFailed)
  }

  async function dropped(id: string): Promise<void> {
    gone.add(id)
    try {
      await queue.remove(id)
    } finally {
      waiting.drop(id)
    }
  }

  function ageMs({ atUtc }: Mail): number {
    return clock.now() - Date.parse(`${atUtc}Z`)
  }

  /** Takes what others left, and leaves alone what was removed by hand or by another process. One look at a time. */
  function look(): void {
    if (transport === null || isEnded) return
    looking ??= lookOnce()
      .catch(queueFailed)
      .finally(() => {
        looking = null
        pump()
      })
  }

  async function lookOnce(): Promise<void> {
    gone = new Set()
    const before = waiting.ids()
    const kept = (await queue.list()).toReversed().filter(({ id }) => !gone.has(id))
    const listed = new Set(kept.map(({ id }) => id))
    for (const id of before) if (!listed.has(id)) waiting.drop(id)
    for (const mail of kept) {
      if (waiting.has(mail.id) || (isShared && ageMs(mail) < othersMs)) continue
      if (mail.to === nobody) await dropped(mail.id)
      else waiting.add(mail)
    }
  }

  function queueFailed(error: unknown): void {
    log({ level: 'error', event: 'mail_queue_failed', ...errorFields(error) })
  }

  async function keep(to: string, message: Message): Promise<Mail> {
    const now = clock.now()
    const { subject, link = null } = message
    const mail = { id: newMailId(now, deps.randomBytes), atUtc: toUtc(now), to, subject, text: textOf(message), link }
    await queue.add(mail)
    return mail
  }

  async function send(to: string, message: Message): Promise<void> {
    if (!isAwaited(message) && !mayNotice(to, message)) return
    const mail = await keep(to, message)
    if (transport === null) return
    waiting.add(mail)
    // Behind the answer that promises it.
    setImmediate(pump)
  }

  function mayNotice(to: string, { subject }: Message): boolean {
    const key = `${comparedEmail(to)} ${subject}`
    const isAllowed = noticed.waitMs(key) === 0
    if (isAllowed) noticed.count(key)
    else log({ level: 'warn', event: 'notice_dropped', subject })
    return isAllowed
  }

  return {
    send,
    async sendOrPretend(to, message) {
      if (to === null) return queue.remove((await keep(nobody, message)).id)
      await send(to, message)
      // Nothing has this name: it costs what removing the other costs.
      await queue.remove(newMailId(clock.now(), deps.randomBytes))
    },
    async forget(to) {
      await queue.removeTo(to)
      for (const id of waiting.ids(to)) {
        gone.add(id)
        waiting.drop(id)
      }
    },
    async forgetLinks(isOver) {
      for (const { id, link } of await queue.list()) {
        const token = tokenOf(link)
        if (token !== null && isOver(token)) await dropped(id)
      }
    },
    start() {
      look()
      const stop = timers.every(lookMs, look)
      return async () => {
        isEnded = true
        stop()
        await looking
        await Promise.all(leaving)
      }
    },
  }
}

function tokenOf(link: string | null): string | null {
  return link === null || !URL.canParse(link) ? null : new URL(link).searchParams.get('token')
}

/** What goes on before a server sees a mail: its refusal there is about the operator's settings, or the server itself. */
const beforeTheMail = /^(?:API|CONN|EHLO|HELO|LHLO|STARTTLS|AUTH|RSET)\b/
/** Sign in first, or otherwise (RFC 4954). */
const aboutSignIn = [530, 534, 535, 538]

/** Whether a mail server refused a mail for good: a reply of the form 5yz, after which nobody should try again (RFC 5321 4.2.1). */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode, command = '', code } = Object(error)
  if (typeof responseCode !== 'number' || responseCode < 500 || responseCode > 599) return false
  return code !== 'EAUTH' && !beforeTheMail.test(String(command)) && !aboutSignIn.includes(responseCode)
}
