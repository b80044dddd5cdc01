import { dayMs, hourMs } from '@riftline/base'
import type { Clock } from '@riftline/base/node'

const minuteMs = 60_000
const quarterMs = 15 * minuteMs

/** At most so many in any time of this length. */
export interface LimitWindow {
  readonly most: number
  readonly ms: number
}

/** Limits of one action by person and by network. A limit that is not there is not counted. */
export interface Budget {
  readonly person?: readonly LimitWindow[]
  /** Limit of an IPv4 address or a /64; a /56 has twice as much, a /48 four times. Exempt networks have no limit. */
  readonly network?: readonly LimitWindow[]
  /** A refused call counts all the same: it asked the payment provider. */
  readonly evenRefused?: true
}

/** Limit of all requests: also for pages that do not exist, forms that are not read and redirects to the sign-in. */
export const visitBudget: Budget = { network: [{ most: 1500, ms: minuteMs }] }

/** Limits of calls under their method and, where there is one, their route. The ledger counts keys; the payments, open checkouts. */
export const budgets: Readonly<Record<string, Budget>> = {
  GET: { person: [{ most: 300, ms: minuteMs }], network: [{ most: 1200, ms: minuteMs }] },
  POST: { person: [{ most: 600, ms: quarterMs }], network: [{ most: 1800, ms: quarterMs }] },

  'POST /sign-up': { network: [{ most: 5, ms: dayMs }] },
  'POST /forgot': { network: [{ most: 20, ms: hourMs }] },
  'POST /email': { network: [{ most: 20, ms: hourMs }] },

  // Each sends mail, to a stranger at first.
  'POST /settings/email': { person: [{ most: 3, ms: dayMs }], network: [{ most: 3, ms: dayMs }] },
  'POST /settings/password': { person: [{ most: 5, ms: hourMs }] },
  // A mail that credits are low may follow.
  'POST /settings/alerts': { person: [{ most: 10, ms: hourMs }] },
  'POST /settings/sessions': { person: [{ most: 60, ms: hourMs }] },

  // Each reads months of the ledger.
  'POST /settings/export': { person: [{ most: 10, ms: hourMs }], network: [{ most: 30, ms: hourMs }] },
  'GET /usage.csv': { person: [{ most: 30, ms: hourMs }], network: [{ most: 90, ms: hourMs }] },
  'POST /console': { person: [{ most: 30, ms: minuteMs }], network: [{ most: 90, ms: minuteMs }] },

  // Each asks the payment provider.
  'POST /settings/delete': asking(20),
  'POST /credits/checkout': asking(30),
  'POST /credits/plan': asking(10),
  'POST /credits/portal': asking(20),
  'POST /credits/payments/{id}/cancel': asking(30),
  'GET /credits/return': asking(60),
  'GET /credits/payments/{id}': asking(60),

  // Messages that somebody else than the provider signed.
  'POST /webhooks/stripe': { network: [{ most: 300, ms: quarterMs }] },
}

/** Budget of a call that asks the payment provider: `most` for a person, three times as much for a network. */
function asking(most: number): Budget {
  return { person: [{ most, ms: hourMs }], network: [{ most: 3 * most, ms: hourMs }], evenRefused: true }
}

/** Passwords that are hashed, right or wrong, wherever one is entered. */
export const hashBudget: Budget = { person: [{ most: 30, ms: quarterMs }], network: [{ most: 30, ms: quarterMs }] }

/** Wrong passwords for an e-mail, known or not: from one place, exempt ones too, and from all of them. */
export const wrongPasswords: { readonly ofPlace: readonly LimitWindow[]; readonly ofEmail: readonly LimitWindow[] } = {
  ofPlace: [{ most: 10, ms: quarterMs }],
  ofEmail: [{ most: 100, ms: hourMs }],
}

/** Mails with a link to one address, whoever asks for them. */
export const linkMails: readonly LimitWindow[] = [
  { most: 3, ms: hourMs },
  { most: 10, ms: dayMs },
]

/** Notices of one subject to one address. */
export const notices: readonly LimitWindow[] = [
  { most: 10, ms: hourMs },
  { most: 30, ms: dayMs },
]

export type Windows = ReturnType<typeof createWindows>

/**
 * Makes counters of calls by key within sliding windows, in memory. Over `mostKeys` a past key is forgotten, else the emptiest:
 * a flood of new keys makes no full window forgotten.
 */
export function createWindows(windows: readonly LimitWindow[], clock: Clock, mostKeys: number) {
  const longestMs = Math.max(...windows.map(({ ms }) => ms))
  /** Times by key; those counted longest ago first. */
  const times = new Map<string, readonly number[]>()

  function recent(key: string, now: number): readonly number[] {
    return (times.get(key) ?? []).filter((time) => now - time < longestMs)
  }

  function keep(key: string, counted: readonly number[]): void {
    times.delete(key)
    if (counted.length > 0) times.set(key, counted)
  }

  /** @param but the key that was just counted: were it forgotten, nothing would be counted any more */
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
    /** Milliseconds until one more is allowed; 0: now. */
    waitMs(key: string): number {
      const now = clock.monotonicMs()
      const counted = recent(key, now)
      const waits = windows.map(({ most: allowed, ms }) => {
        // Where this one is outside of the window, fewer than `most` are in it.
        const blocking = counted.at(-allowed)
        return blocking === undefined ? 0 : blocking + ms - now
      })
      return Math.max(0, ...waits)
    },
    /** Counts one. @returns the function that takes it back */
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
    /** Forgets a key, and those that begin with it and a space. */
    forget(key: string): void {
      for (const other of times.keys()) if (other === key || other.startsWith(`${key} `)) times.delete(other)
    },
    get size() {
      return times.size
    },
  }
}
