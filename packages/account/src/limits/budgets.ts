import { dayMs, hourMs } from '@riftline/base'
import type { Clock } from '@riftline/base/node'

const minuteMs = 60_000
const quarterMs = 15 * minuteMs

/** Limit of `most` calls in any window of `ms` milliseconds. */
export interface LimitWindow {
  readonly most: number
  readonly ms: number
}

/** Limits of one action by person and by network. An absent limit is not counted. */
export interface Budget {
  readonly person?: readonly LimitWindow[]
  /** Limit of an IPv4 address or a /64; a /56 has twice as much, a /48 four times. Exempt networks have no limit. */
  readonly network?: readonly LimitWindow[]
  /** Whether refused calls count too, because they already asked the payment provider. */
  readonly evenRefused?: true
}

/** Limit of all requests, including unknown pages, unread forms and redirects to the sign-in. */
export const visitBudget: Budget = { network: [{ most: 1500, ms: minuteMs }] }

/** Limits by method, and by method and route. The ledger itself limits keys, and the payments limit open checkouts. */
export const budgets: Readonly<Record<string, Budget>> = {
  GET: { person: [{ most: 300, ms: minuteMs }], network: [{ most: 1200, ms: minuteMs }] },
  POST: { person: [{ most: 600, ms: quarterMs }], network: [{ most: 1800, ms: quarterMs }] },

  'POST /sign-up': { network: [{ most: 5, ms: dayMs }] },
  'POST /forgot': { network: [{ most: 20, ms: hourMs }] },
  'POST /email': { network: [{ most: 20, ms: hourMs }] },

  // Each call sends mail, the first one to a stranger.
  'POST /settings/email': { person: [{ most: 3, ms: dayMs }], network: [{ most: 3, ms: dayMs }] },
  'POST /settings/password': { person: [{ most: 5, ms: hourMs }] },
  // A mail about low credits may follow.
  'POST /settings/alerts': { person: [{ most: 10, ms: hourMs }] },
  // Each change is a record of the ledger for good, and a new expiry may be followed by a mail.
  'POST /keys/{id}/limits': { person: [{ most: 60, ms: hourMs }], network: [{ most: 180, ms: hourMs }] },
  'POST /settings/sessions': { person: [{ most: 60, ms: hourMs }] },

  // Each call reads months of the ledger.
  'POST /settings/export': { person: [{ most: 10, ms: hourMs }], network: [{ most: 30, ms: hourMs }] },
  'GET /usage.csv': { person: [{ most: 30, ms: hourMs }], network: [{ most: 90, ms: hourMs }] },
  'POST /console': { person: [{ most: 30, ms: minuteMs }], network: [{ most: 90, ms: minuteMs }] },

  // Each call asks the payment provider.
  'POST /settings/delete': asking(20),
  'POST /credits/checkout': asking(30),
  'POST /credits/plan': asking(10),
  'POST /credits/portal': asking(20),
  'POST /credits/payments/{id}/cancel': asking(30),
  'GET /credits/return': asking(60),
  'GET /credits/payments/{id}': asking(60),

  // Messages not signed by the provider.
  'POST /webhooks/stripe': { network: [{ most: 300, ms: quarterMs }] },
}

/** Budget of a call that asks the payment provider: `most` for a person, three times as much for a network. */
function asking(most: number): Budget {
  return { person: [{ most, ms: hourMs }], network: [{ most: 3 * most, ms: hourMs }], evenRefused: true }
}

/** Limit of password hashes, for right and wrong passwords on every page that asks for one. */
export const hashBudget: Budget = { person: [{ most: 30, ms: quarterMs }], network: [{ most: 30, ms: quarterMs }] }

/** Limits of wrong passwords for one e-mail, known or not: from one place (exempt networks too) and from all places. */
export const wrongPasswords: { readonly ofPlace: readonly LimitWindow[]; readonly ofEmail: readonly LimitWindow[] } = {
  ofPlace: [{ most: 10, ms: quarterMs }],
  ofEmail: [{ most: 100, ms: hourMs }],
}

/** Limits of mails with a link to one address, from all senders together. */
export const linkMails: readonly LimitWindow[] = [
  { most: 3, ms: hourMs },
  { most: 10, ms: dayMs },
]

/** Limits of notices with one subject to one address. */
export const notices: readonly LimitWindow[] = [
  { most: 10, ms: hourMs },
  { most: 30, ms: dayMs },
]

export type Windows = ReturnType<typeof createWindows>

/**
 * Makes counters of calls by key within sliding windows, in memory. Above `mostKeys` it forgets an expired key, else the one with
 * the fewest calls, so that a flood of new keys cannot evict a full window.
 */
export function createWindows(windows: readonly LimitWindow[], clock: Clock, mostKeys: number) {
  const longestMs = Math.max(...windows.map(({ ms }) => ms))
  /** Times of calls by key; keys not counted for the longest time come first. */
  const times = new Map<string, readonly number[]>()

  function recent(key: string, now: number): readonly number[] {
    return (times.get(key) ?? []).filter((time) => now - time < longestMs)
  }

  function keep(key: string, counted: readonly number[]): void {
    times.delete(key)
    if (counted.length > 0) times.set(key, counted)
  }

  /** Forgets one key. @param but key that was just counted and must stay, or nothing would ever be counted */
  function forgetOne(but: string, now: number): void {
    let emptiest = but
    let fewest = Number.POSITIVE_INFINITY
    for (const [key, counted] of times) {
      if (key === but) continue
      if (now - (counted.at(-1) ?? 0) >= longestMs) return void times.delete(key)
      if (counted.length < fewest) [emptiest, fewest] = [key, counted.length]
    }
    times.delete(emptiest)
  }

  return {
    /** Milliseconds until another call is allowed; 0 when it is allowed now. */
    waitMs(key: string): number {
      const now = clock.monotonicMs()
      const counted = recent(key, now)
      const waits = windows.map(({ most: allowed, ms }) => {
        // Once this time has left the window, fewer than `most` remain in it.
        const blocking = counted.at(-allowed)
        return blocking === undefined ? 0 : blocking + ms - now
      })
      return Math.max(0, ...waits)
    },
    /** Counts one call. @returns a function that undoes the count */
    count(key: string): () => void {
      const now = clock.monotonicMs()
      keep(key, [...recent(key, now), now])
      if (times.size > mostKeys) forgetOne(key, now)
      return () => {
        const left = [...(times.get(key) ?? [])]
        const at = left.lastIndexOf(now)
        if (at < 0) return
        left.splice(at, 1)
        keep(key, left)
      }
    },
    /** Forgets a key and all keys that begin with it and a space. */
    forget(key: string): void {
      for (const other of times.keys()) if (other === key || other.startsWith(`${key} `)) times.delete(other)
    },
    get size() {
      return times.size
    },
  }
}
