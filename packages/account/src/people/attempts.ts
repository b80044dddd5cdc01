import type { Clock } from '@riftline/base/node'
import {
  type Budget,
  budgets,
  createWindows,
  hashBudget,
  type LimitWindow,
  linkMails,
  visitBudget,
  type Windows,
  wrongPasswords,
} from '../limits/budgets.ts'

/** Most keys per limit; full maps take a few MB each. */
const mostKeys = 20_000

/** Person and networks whose budgets an action counts against; either may be absent. */
export interface Sender {
  readonly person: string | null
  /** IPv4 address or /64, then its /56 and /48; empty when the network rules ignore the address. */
  readonly networks: readonly string[]
}

export type Attempt = Allowed | Refused

export interface Allowed {
  readonly allowed: true
  /** Undoes the count, because nothing was done. */
  takeBack(): void
}

export interface Refused {
  readonly allowed: false
  /** Value of `Retry-After`: whole seconds, at least 1. */
  readonly retryAfterSeconds: number
}

interface PasswordAttempt {
  /** Form of the e-mail from `comparedEmail`, for a known or an unknown person. */
  readonly emailKey: string
  readonly networks: readonly string[]
  /** Place whose guesses are counted together: a network, or the session that sends them. */
  readonly place: string
  /** Whether the person signed in from this place before, so that other people's guesses do not lock them out. */
  readonly isKnown: boolean
}

export type Attempts = ReturnType<typeof createAttempts>

/** Limits the actions of people and networks in one process (see `budgets`). A refused attempt is not counted. Nothing is logged. */
export function createAttempts(clock: Clock, most: number = mostKeys) {
  const windows = (limit: readonly LimitWindow[]): Windows => createWindows(limit, clock, most)
  const named = new Map(Object.entries(budgets).map(([name, budget]) => [name, createCounter(budget, windows)]))
  const visits = createCounter(visitBudget, windows)
  const hashes = createCounter(hashBudget, windows)
  const ofPlace = windows(wrongPasswords.ofPlace)
  const ofEmail = windows(wrongPasswords.ofEmail)
  const links = windows(linkMails)

  return {
    /** Counts an action under its method and its route; `takeBack` undoes the route's count. @param what method and route */
    act(what: string, sender: Sender): Attempt {
      const general = take(named.get(what.split(' ', 1)[0] ?? '')?.(sender) ?? [])
      return general.allowed ? take(named.get(what)?.(sender) ?? []) : general
    },
    /** Counts any request, before anything is looked up for it. */
    visit: (networks: readonly string[]): Attempt => take(visits({ person: null, networks })),
    /** Counts a hash that is no guess, such as one of a new password. @param owner `comparedEmail`, or null without an owner */
    hash: (owner: string | null, networks: readonly string[]): Attempt =>
      take(hashes({ person: owner && pairOf(owner, 'known'), networks })),
    /** Counts a password before it is checked, so that parallel attempts count too. */
    password({ emailKey, networks, place, isKnown }: PasswordAttempt) {
      const guesses: Counted[] = [
        [ofPlace, pairOf(emailKey, place)],
        [ofEmail, emailKey, isKnown],
      ]
      const own = take([...guesses, ...hashes({ person: pairOf(emailKey, isKnown ? 'known' : 'new'), networks: [] })])
      if (!own.allowed) return own
      const shared = take(hashes({ person: null, networks }))
      if (!shared.allowed) {
        own.takeBack()
        return shared
      }
      const [takeBackPlace, takeBackEmail, takeBackOwner] = own.backs
      return {
        allowed: true as const,
        /** Reports a right password: the place made no wrong guess. */
        right() {
          takeBackPlace?.()
          takeBackEmail?.()
        },
        /** Reports a wrong password: it counts for the sender, not for the owner. */
        wrong: () => takeBackOwner?.(),
        takeBack() {
          own.takeBack()
          shared.takeBack()
        },
      }
    },
    /** Forgets the wrong passwords for an e-mail after a reset; the counts of networks stay. */
    forgetPasswords(emailKey: string) {
      ofEmail.forget(emailKey)
      ofPlace.forget(emailKey)
    },
    /** Counts a mail with a link, 3 an hour and 10 a day. False: the caller silently drops it. Notices do not count. */
    linkMail: (emailKey: string): boolean => take([[links, emailKey]]).allowed,
  }
}

/** Windows of a limit, a key in them, and whether the key passes when full. */
type Counted = readonly [windows: Windows, key: string, passes?: boolean]
type Counter = (sender: Sender) => readonly Counted[]

/** Counts a sender under the person and under each network; wider networks have larger limits. */
function createCounter({ person, network }: Budget, create: (limit: readonly LimitWindow[]) => Windows): Counter {
  const ofPerson = person && create(person)
  const ofNetworks = [1, 2, 4].flatMap((times) =>
    network === undefined ? [] : [create(network.map(({ most, ms }) => ({ most: times * most, ms })))],
  )
  return (sender) => {
    const counted: Counted[] = ofNetworks.flatMap((windows, index) => {
      const key = sender.networks[index]
      return key === undefined ? [] : [[windows, key] satisfies Counted]
    })
    return ofPerson === undefined || sender.person === null ? counted : [...counted, [ofPerson, sender.person]]
  }
}

type Taken = Refused | (Allowed & { readonly backs: readonly (() => void)[] })

/** Counts under all keys, or under none when one of them is full. */
function take(counted: readonly Counted[]): Taken {
  const waitMs = Math.max(0, ...counted.map(([windows, key, passes]) => (passes === true ? 0 : windows.waitMs(key))))
  if (waitMs > 0) return { allowed: false, retryAfterSeconds: Math.ceil(waitMs / 1000) }
  const backs = counted.map(([windows, key]) => windows.count(key))
  return {
    allowed: true,
    backs,
    takeBack() {
      for (const back of backs) back()
    },
  }
}

/** Joins both by a space, which neither an address nor a place contains. */
function pairOf(emailKey: string, place: string): string {
  return `${emailKey} ${place}`
}
