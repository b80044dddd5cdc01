import { dayMs } from '@riftline/core'
import type { Clock } from '@riftline/ledger'
import { createWindows, type Window, type Windows } from './windows.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const limits = {
  signUpsOfNetwork: [{ most: 5, ms: dayMs }],
  passwordsOfNetwork: [{ most: 50, ms: 15 * minuteMs }],
  passwordsOfPair: [{ most: 10, ms: 15 * minuteMs }],
  passwordsOfEmail: [{ most: 100, ms: hourMs }],
  linkMails: [
    { most: 3, ms: hourMs },
    { most: 10, ms: dayMs },
  ],
  consoleCalls: [{ most: 30, ms: minuteMs }],
} as const satisfies Readonly<Record<string, readonly Window[]>>

/** Keys of one limit that are kept apart, a few MB each when all are in use. */
const mostKeys = 20_000

/** Networks of an e-mail that a reset clears. */
const mostNetworks = limits.passwordsOfEmail[0].most

/** Whether something may be tried now. */
export type Attempt =
  | {
      readonly allowed: true
      /** It was no attempt after all: the password was right, or nobody looked. */
      takeBack(): void
    }
  | {
      readonly allowed: false
      /** Whole seconds, at least 1: `Retry-After`. */
      readonly retryAfterSeconds: number
    }

export interface PasswordAttempt {
  /** As `comparedEmail`, of somebody known or not. */
  readonly emailKey: string
  /** IPv4 address or IPv6 /64. */
  readonly network: string
  /** Exempt networks have no limit of their own; with an e-mail they do. */
  readonly isExempt: boolean
}

/** Limits on guessing and on mail, in one process. What is refused counts nowhere. Nothing here is logged. */
export interface Attempts {
  /** A sign-up of a network that is not exempt: 5 a day. */
  signUp(network: string): Attempt
  /**
   * Before a password is looked at, so that many at once count too; taken back when it was right. Wrong ones: 50 of a network
   * and 10 of a network for an e-mail in 15 min, 100 for an e-mail an hour.
   */
  password(attempt: PasswordAttempt): Attempt
  /** A reset: wrong passwords for an e-mail count no more, those of networks do. */
  forgetPasswords(emailKey: string): void
  /** A mail with a link, 3 an hour and 10 a day; false: it is dropped in silence. Notices do not count. */
  linkMail(emailKey: string): boolean
  /** 30 a minute. */
  consoleCall(sessionId: string): Attempt
}

export function createAttempts(clock: Clock, most: number = mostKeys): Attempts {
  const windows = (limit: readonly Window[]): Windows => createWindows(limit, clock, most)
  const signUps = windows(limits.signUpsOfNetwork)
  const ofNetwork = windows(limits.passwordsOfNetwork)
  const ofPair = windows(limits.passwordsOfPair)
  const ofEmail = windows(limits.passwordsOfEmail)
  const linkMails = windows(limits.linkMails)
  const consoleCalls = windows(limits.consoleCalls)
  /** Networks that tried an e-mail, for a reset. */
  const pairs = new Map<string, Set<string>>()

  function rememberPair(emailKey: string, network: string): void {
    const networks = pairs.get(emailKey) ?? new Set()
    pairs.delete(emailKey)
    pairs.set(emailKey, networks.add(network))
    // No more than those of the last hour can still be full.
    if (networks.size > mostNetworks) networks.delete(networks.values().next().value ?? network)
    if (pairs.size > most) pairs.delete(pairs.keys().next().value ?? emailKey)
  }

  return {
    signUp: (network) => take([[signUps, network]]),
    password({ emailKey, network, isExempt }) {
      const counted: Counted[] = [
        [ofPair, pairOf(emailKey, network)],
        [ofEmail, emailKey],
      ]
      const attempt = take(isExempt ? counted : [...counted, [ofNetwork, network]])
      if (attempt.allowed) rememberPair(emailKey, network)
      return attempt
    },
    forgetPasswords(emailKey) {
      ofEmail.forget(emailKey)
      for (const network of pairs.get(emailKey) ?? []) ofPair.forget(pairOf(emailKey, network))
      pairs.delete(emailKey)
    },
    linkMail: (emailKey) => take([[linkMails, emailKey]]).allowed,
    consoleCall: (sessionId) => take([[consoleCalls, sessionId]]),
  }
}

type Counted = readonly [windows: Windows, key: string]

/** Counts under all keys, or, where one is full, under none. */
function take(counted: readonly Counted[]): Attempt {
  const waitMs = Math.max(...counted.map(([windows, key]) => windows.waitMs(key)))
  if (waitMs > 0) return { allowed: false, retryAfterSeconds: Math.ceil(waitMs / 1000) }
  const back = counted.map(([windows, key]) => windows.count(key))
  return {
    allowed: true,
    takeBack() {
      for (const act of back) act()
    },
  }
}

/** No address and no network has a space. */
function pairOf(emailKey: string, network: string): string {
  return `${emailKey} ${network}`
}
