import { type Clock, errorFields, type Log, type Timers } from '@riftline/base/node'
import { comparedEmail } from './email.ts'
import type { Mail, MailQueue } from './mail-queue.ts'
import { isAwaited } from './messages.ts'

/** Hands one mail on; rejects when that failed. */
export type Transport = (mail: Mail) => Promise<void>

export interface MailDeliveryDeps {
  readonly queue: MailQueue
  /** Null: mails stay in the queue, whose files an operator reads. */
  readonly transport: Transport | null
  /** Whether other processes add mails to the same queue. */
  readonly isShared: boolean
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
}

/** Sends the mails of a queue, each until a server takes it or a day has passed. */
export interface MailDelivery {
  /** Sends a mail of the queue behind the answer that promises it. */
  add(mail: Mail): void
  /** Removes a mail from the queue. */
  drop(id: string): Promise<void>
  /** Forgets the mails to an address, which have left the queue. */
  forget(to: string): void
  /** Sends what an earlier process left. @returns the function that ends it, once what is being sent has been */
  start(): () => Promise<void>
}

const lookMs = 60_000
const giveUpMs = 86_400_000
/** A mail that another process on the database added is its own to send until this time has passed. */
const othersMs = 10 * 60_000
/** Recipient of a mail that is only written; one that a killed process left is removed. */
export const nobody = 'nobody@localhost.invalid'

export function createMailDelivery(deps: MailDeliveryDeps): MailDelivery {
  const { transport, clock, timers, log } = deps
  const waiting = createWaitingMails()
  const view = createQueueView(deps, waiting)
  const leaving = new Set<Promise<void>>()
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

  async function sendOne(mail: Mail, send: Transport): Promise<void> {
    if (await isDone(deps, mail, send)) await view.drop(mail.id).catch(queueFailed)
    else waiting.putBack(mail.id, clock.monotonicMs())
  }

  /** Takes mails that others left, and drops those that were removed by hand or by another process. One look at a time. */
  function look(): void {
    if (transport === null || isEnded) return
    looking ??= view
      .refresh()
      .catch(queueFailed)
      .finally(() => {
        looking = null
        pump()
      })
  }

  function queueFailed(error: unknown): void {
    log({ level: 'error', event: 'mail_queue_failed', ...errorFields(error) })
  }

  return {
    add(mail) {
      waiting.add(mail)
      setImmediate(pump)
    },
    drop: view.drop,
    forget: view.forget,
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

/** Keeps the waiting mails in step with the queue, which other processes and operators change too. */
interface QueueView extends Pick<MailDelivery, 'drop' | 'forget'> {
  refresh(): Promise<void>
}

function createQueueView({ queue, isShared, clock }: MailDeliveryDeps, waiting: WaitingMails): QueueView {
  /** Mails that left the queue while it was read: the list may still have them. */
  let gone = new Set<string>()

  async function drop(id: string): Promise<void> {
    gone.add(id)
    try {
      await queue.remove(id)
    } finally {
      waiting.drop(id)
    }
  }

  return {
    drop,
    forget(to) {
      for (const id of waiting.ids(to)) {
        gone.add(id)
        waiting.drop(id)
      }
    },
    async refresh() {
      gone = new Set()
      const before = waiting.ids()
      const listed = (await queue.list()).toReversed().filter(({ id }) => !gone.has(id))
      const ids = new Set(listed.map(({ id }) => id))
      for (const id of before) if (!ids.has(id)) waiting.drop(id)
      for (const mail of listed) {
        if (waiting.has(mail.id) || (isShared && ageMs(clock, mail) < othersMs)) continue
        if (mail.to === nobody) await drop(mail.id)
        else waiting.add(mail)
      }
    },
  }
}

/** Tries to send a mail; false when it should be tried again. */
async function isDone({ clock, log }: MailDeliveryDeps, mail: Mail, send: Transport): Promise<boolean> {
  try {
    await send(mail)
    return true
  } catch (error) {
    const isOver = isRefusedForGood(error) || ageMs(clock, mail) > giveUpMs
    // Messages of mail servers repeat addresses.
    const code = String(Object(error).responseCode ?? Object(error).code ?? 'unknown')
    const [level, event] = isOver ? (['error', 'mail_given_up'] as const) : (['warn', 'mail_not_sent'] as const)
    log({ level, event, mailId: mail.id, code })
    return isOver
  }
}

function ageMs(clock: Clock, { atUtc }: Mail): number {
  return clock.now() - Date.parse(`${atUtc}Z`)
}

/** Commands before a server sees a mail: a refusal of one is about the operator's settings, or the server itself. */
const beforeTheMail = /^(?:API|CONN|EHLO|HELO|LHLO|STARTTLS|AUTH|RSET)\b/
/** Sign in first, or otherwise (RFC 4954). */
const aboutSignIn = [530, 534, 535, 538]

/** Whether a mail server refused a mail for good: a reply of the form 5yz, after which nobody should try again (RFC 5321 4.2.1). */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode, command = '', code } = Object(error)
  if (typeof responseCode !== 'number' || responseCode < 500 || responseCode > 599) return false
  return code !== 'EAUTH' && !beforeTheMail.test(String(command)) && !aboutSignIn.includes(responseCode)
}

/** Mails that are to leave, and which is next. */
interface WaitingMails {
  add(mail: Mail): void
  /** Ids of all mails, or of those to one address. */
  ids(to?: string): readonly string[]
  has(id: string): boolean
  drop(id: string): void
  /** Takes a mail for which there is room now; null: none. Until it is dropped or put back, its address gets no other. */
  next(nowMs: number): Mail | null
  /** It could not be handed on: it is due again after a minute, then after two, four, at most every hour. */
  putBack(id: string, nowMs: number): void
}

/** Connections to the mail server. */
const mostAtOnce = 10
/** Connections for mails that nobody waits for before a page, and for those that failed before. */
const mostOthers = 5
const firstPauseMs = 60_000
const longestPauseMs = 3_600_000

interface Waiting {
  readonly mail: Mail
  readonly to: string
  readonly isAwaited: boolean
  failures: number
  dueMs: number
  isLeaving: boolean
}

/** One address gets one mail at a time, so that nobody's mails take all connections. */
function createWaitingMails(): WaitingMails {
  const waiting = new Map<string, Waiting>()
  /** Addresses that get a mail just now. */
  const busy = new Set<string>()
  let leaving = 0
  let othersLeaving = 0
  let takesNewest = false

  function end(one: Waiting): void {
    if (!one.isLeaving) return
    one.isLeaving = false
    busy.delete(one.to)
    leaving--
    if (!isFirstClass(one)) othersLeaving--
  }

  function choose(nowMs: number): Waiting | null {
    const ready = [...waiting.values()].filter((one) => !one.isLeaving && one.dueMs <= nowMs && !busy.has(one.to))
    const first = ready.filter(isFirstClass)
    if (first.length > 0) {
      // In turns: a crowd that came at once keeps nobody waiting who comes behind it.
      takesNewest = !takesNewest
      return (takesNewest ? first.at(-1) : first[0]) ?? null
    }
    return othersLeaving < mostOthers ? (ready.find((one) => one.failures === 0) ?? ready[0] ?? null) : null
  }

  return {
    add(mail) {
      if (!waiting.has(mail.id)) waiting.set(mail.id, newWaiting(mail))
    },
    ids(to) {
      const all = [...waiting.values()].filter((one) => to === undefined || one.to === comparedEmail(to))
      return all.map(({ mail }) => mail.id)
    },
    has: (id) => waiting.has(id),
    drop(id) {
      const one = waiting.get(id)
      if (one === undefined) return
      end(one)
      waiting.delete(id)
    },
    next(nowMs) {
      const one = leaving < mostAtOnce ? choose(nowMs) : null
      if (one === null) return null
      one.isLeaving = true
      busy.add(one.to)
      leaving++
      if (!isFirstClass(one)) othersLeaving++
      return one.mail
    },
    putBack(id, nowMs) {
      const one = waiting.get(id)
      if (one === undefined) return
      end(one)
      one.dueMs = nowMs + Math.min(longestPauseMs, firstPauseMs * 2 ** one.failures)
      one.failures++
    },
  }
}

function newWaiting(mail: Mail): Waiting {
  const dueMs = Number.NEGATIVE_INFINITY
  return { mail, to: comparedEmail(mail.to), isAwaited: isAwaited(mail), failures: 0, dueMs, isLeaving: false }
}

/** Whether somebody waits for a mail before a page, and no server has refused it yet. */
function isFirstClass(one: Waiting): boolean {
  return one.isAwaited && one.failures === 0
}
