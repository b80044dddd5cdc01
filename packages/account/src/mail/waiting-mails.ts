import { comparedEmail } from './email.ts'
import type { Mail } from './mail.ts'
import { isAwaited } from './messages.ts'

/** Mails that are to leave, and which is next. */
export interface WaitingMails {
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
export function createWaitingMails(): WaitingMails {
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
