import { toUtc } from '@riftline/base'
import { type Clock, createSingle, errorFields, type Log, type RandomBytes, type Timers } from '@riftline/base/node'
import { createWindows, notices } from '../limits/budgets.ts'
import { comparedEmail } from './email.ts'
import { type Mail, type MailQueue, newMailId } from './mail-queue.ts'
import { isAwaited, type Message, textOf } from './messages.ts'

export type Mailer = ReturnType<typeof createMailer>

const mostAddresses = 20_000

/** Makes the sender of messages. Every mail is stored durably before it is sent. */
export function createMailer(deps: MailerDeps) {
  const { queue, transport, clock, log } = deps
  const delivery = createMailDelivery(deps)
  const noticed = createWindows(notices, clock, mostAddresses)

  async function addToQueue(to: string, message: Message): Promise<Mail> {
    const now = clock.now()
    const { subject, link = null } = message
    const mail = { id: newMailId(now, deps.randomBytes), atUtc: toUtc(now), to, subject, text: textOf(message), link }
    await queue.add(mail)
    return mail
  }

  /** Resolves when the mail is durable; sending follows. A notice beyond the budget of its address is dropped. */
  async function send(to: string, message: Message): Promise<void> {
    if (!isAwaited(message) && !mayNotice(to, message)) return
    const mail = await addToQueue(to, message)
    if (transport !== null) delivery.add(mail)
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
    /** Sends a mail; for null it does the same work and leaves nothing behind. */
    async sendOrPretend(to: string | null, message: Message): Promise<void> {
      if (to === null) return queue.remove((await addToQueue(nobody, message)).id)
      await send(to, message)
      // No mail has this id; removing it takes as long as removing the pretended one.
      await queue.remove(newMailId(clock.now(), deps.randomBytes))
    },
    /** Drops all waiting mails to an address. */
    async forget(to: string): Promise<void> {
      await queue.removeTo(to)
      delivery.forget(to)
    },
    /** Drops mails by the token in their link; other mails to the same address may belong to another person. */
    async forgetLinks(isOver: (token: string) => boolean): Promise<void> {
      for (const { id, link } of await queue.list()) {
        const token = tokenOf(link)
        if (token !== null && isOver(token)) await delivery.drop(id)
      }
    },
    start: delivery.start,
  }
}

function tokenOf(link: string | null): string | null {
  return link === null || !URL.canParse(link) ? null : new URL(link).searchParams.get('token')
}

/** Sends one mail; rejects when that failed. */
export type Transport = (mail: Mail) => Promise<void>

interface MailerDeps {
  readonly queue: MailQueue
  /** Transport; null leaves mails in the queue, whose files an operator reads. */
  readonly transport: Transport | null
  /** Whether other processes add mails to the same queue. */
  readonly isShared: boolean
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly randomBytes: RandomBytes
}

const lookMs = 60_000
const giveUpMs = 86_400_000
/** Time for which a mail added by another process is left to that process to send. */
const othersMs = 10 * 60_000
/** Recipient of pretended mails. One left behind by a killed process is removed. */
const nobody = 'nobody@localhost.invalid'

/** Most connections to the mail server. */
const mostAtOnce = 10
/** Most connections for notices and for mails that failed before. */
const mostOthers = 5
const firstPauseMs = 60_000
const longestPauseMs = 3_600_000

interface Waiting {
  readonly mail: Mail
  readonly to: string
  failures: number
  dueMs: number
  isLeaving: boolean
}

/** Sends the mails of a queue; each is retried until a server accepts it or a day has passed. */
function createMailDelivery(deps: MailerDeps) {
  const { queue, transport, clock, timers, log } = deps
  const waiting = new Map<string, Waiting>()
  const leaving = new Set<Promise<void>>()
  /** Mails that left the queue while it was being read; the result may still list them. */
  let gone = new Set<string>()
  let takesNewest = true
  let isEnded = false
  const queueFailed = (error: unknown): void =>
    log({ level: 'error', event: 'mail_queue_failed', ...errorFields(error) })
  const looking = createSingle(() => refresh().catch(queueFailed).finally(pump))

  function pump(): void {
    if (transport === null) return
    for (let one = next(); one !== null; one = next()) {
      const sent = sendOne(one, transport).finally(() => {
        leaving.delete(sent)
        pump()
      })
      leaving.add(sent)
    }
  }

  function next(): Waiting | null {
    const one = isEnded ? null : choose([...waiting.values()], clock.monotonicMs(), takesNewest)
    if (one === null) return null
    one.isLeaving = true
    // Newest and oldest take turns, so that a burst of mails does not delay later people.
    if (isFirstClass(one)) takesNewest = !takesNewest
    return one
  }

  async function sendOne(one: Waiting, send: Transport): Promise<void> {
    if (await isDone(deps, one.mail, send)) return drop(one.mail.id).catch(queueFailed)
    one.isLeaving = false
    one.dueMs = clock.monotonicMs() + Math.min(longestPauseMs, firstPauseMs * 2 ** one.failures)
    one.failures++
  }

  async function drop(id: string): Promise<void> {
    gone.add(id)
    await queue.remove(id).finally(() => waiting.delete(id))
  }

  async function refresh(): Promise<void> {
    gone = new Set()
    await readQueue(deps, waiting, gone, drop)
  }

  return {
    /** Sends a mail of the queue after the response that promised it. */
    add(mail: Mail): void {
      // The last read of the queue may have found the mail already.
      if (!waiting.has(mail.id)) waiting.set(mail.id, newWaiting(mail))
      setImmediate(pump)
    },
    drop,
    /** Forgets the mails to an address; the caller has removed them from the queue. */
    forget(email: string): void {
      for (const [id, { to }] of waiting) {
        if (to !== comparedEmail(email)) continue
        gone.add(id)
        waiting.delete(id)
      }
    },
    /** Sends mails left by an earlier process. @returns a function that stops sending and resolves when running sends have ended */
    start(): () => Promise<void> {
      const look = (): void => void (transport !== null && looking.run())
      look()
      const stop = timers.every(lookMs, look)
      return async () => {
        isEnded = true
        stop()
        await looking.idle()
        await Promise.all(leaving)
      }
    },
  }
}

function newWaiting(mail: Mail): Waiting {
  return { mail, to: comparedEmail(mail.to), failures: 0, dueMs: Number.NEGATIVE_INFINITY, isLeaving: false }
}

/** Adds mails of other processes and drops removed ones. @param gone ids removed while the queue is being read */
async function readQueue(
  { queue, isShared, clock }: MailerDeps,
  waiting: Map<string, Waiting>,
  gone: ReadonlySet<string>,
  drop: (id: string) => Promise<void>,
): Promise<void> {
  const before = [...waiting.keys()]
  const listed = (await queue.list()).toReversed().filter(({ id }) => !gone.has(id))
  const ids = new Set(listed.map(({ id }) => id))
  for (const id of before) if (!ids.has(id)) waiting.delete(id)
  for (const mail of listed) {
    if (waiting.has(mail.id) || (isShared && ageMs(clock, mail) < othersMs)) continue
    if (mail.to === nobody) await drop(mail.id)
    else waiting.set(mail.id, newWaiting(mail))
  }
}

/** Chooses the next mail; null when none is ready. An address gets one mail at a time, so that it cannot take all connections. */
function choose(waiting: readonly Waiting[], nowMs: number, takesNewest: boolean): Waiting | null {
  const leaving = waiting.filter(({ isLeaving }) => isLeaving)
  if (leaving.length >= mostAtOnce) return null
  const busy = new Set(leaving.map(({ to }) => to))
  const ready = waiting.filter(({ isLeaving, dueMs, to }) => !isLeaving && dueMs <= nowMs && !busy.has(to))
  const first = ready.filter(isFirstClass)
  if (first.length > 0) return first.at(takesNewest ? -1 : 0) ?? null
  if (leaving.filter((one) => !isFirstClass(one)).length >= mostOthers) return null
  return ready.find(({ failures }) => failures === 0) ?? ready[0] ?? null
}

/** Tells whether a person on a page waits for the mail and no server has refused it yet. */
function isFirstClass({ mail, failures }: Waiting): boolean {
  return failures === 0 && isAwaited(mail)
}

/** Tries to send a mail. @returns false when it should be retried */
async function isDone({ clock, log }: MailerDeps, mail: Mail, send: Transport): Promise<boolean> {
  try {
    await send(mail)
    return true
  } catch (error) {
    const isOver = isRefusedForGood(error) || ageMs(clock, mail) > giveUpMs
    // Only the code is logged, because the messages of mail servers repeat addresses.
    const code = String(Object(error).responseCode ?? Object(error).code ?? 'unknown')
    const [level, event] = isOver ? (['error', 'mail_given_up'] as const) : (['warn', 'mail_not_sent'] as const)
    log({ level, event, mailId: mail.id, code })
    return isOver
  }
}

function ageMs(clock: Clock, { atUtc }: Mail): number {
  return clock.now() - Date.parse(`${atUtc}Z`)
}

/** Commands that precede the mail itself; a refusal of one concerns the operator's settings or the server. */
const beforeTheMail = /^(?:API|CONN|EHLO|HELO|LHLO|STARTTLS|AUTH|RSET)\b/
/** Replies about authentication (RFC 4954). */
const aboutSignIn = [530, 534, 535, 538]

/** Tells whether a server refused a mail permanently: replies 5yz must not be retried (RFC 5321 4.2.1). */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode, command = '', code } = Object(error)
  if (typeof responseCode !== 'number' || responseCode < 500 || responseCode > 599) return false
  return code !== 'EAUTH' && !beforeTheMail.test(String(command)) && !aboutSignIn.includes(responseCode)
}
