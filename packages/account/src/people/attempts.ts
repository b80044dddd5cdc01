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

/** Keys of one limit that are kept apart, a few MB each when all are in use. */
const mostKeys = 20_000

/** The person, the network with those around it, or both, whose budgets an action counts against. */
export interface Sender {
  readonly person: string | null
  /** The IPv4 address or /64, then its /56 and /48; none where rules about networks leave it out. */
  readonly networks: readonly string[]
}

export type Attempt = Allowed | Refused

export interface Allowed {
  readonly allowed: true
  /** Uncounts the attempt, because nothing was done. */
  takeBack(): void
}

export interface Refused {
  readonly allowed: false
  /** Whole seconds, at least 1: `Retry-After`. */
  readonly retryAfterSeconds: number
}

interface PasswordAttempt {
  /** As `comparedEmail`, of somebody known or not. */
  readonly emailKey: string
  readonly networks: readonly string[]
  /** Where guesses are counted together: a network, or the session that sends them. */
  readonly place: string
  /** Whether the person signed in from there before: others who guess do not lock it out. */
  readonly isKnown: boolean
}

export type Attempts = ReturnType<typeof createAttempts>

/** Makes the limits on what people and networks do, in one process: see `budgets`. A refused attempt counts nowhere. Nothing here is logged. */
export function createAttempts(clock: Clock, most: number = mostKeys) {
  const windows = (limit: readonly LimitWindow[]): Windows => createWindows(limit, clock, most)
  const named = new Map(Object.entries(budgets).map(([name, budget]) => [name, createCounter(budget, windows)]))
  const visits = createCounter(visitBudget, windows)
  const hashes = createCounter(hashBudget, windows)
  const ofPlace = windows(wrongPasswords.ofPlace)
  const ofEmail = windows(wrongPasswords.ofEmail)
  const links = windows(linkMails)

  return {
    /** @param what method and route: counts under both, and `takeBack` gives back the route's */
    act(what: string, sender: Sender): Attempt {
      const general = take(named.get(what.split(' ', 1)[0] ?? '')?.(sender) ?? [])
      return general.allowed ? take(named.get(what)?.(sender) ?? []) : general
    },
    /** Counts any request, before anything is looked up for it. */
    visit: (networks: readonly string[]): Attempt => take(visits({ person: null, networks })),
    /** Counts a hash without a guess, such as of a new password. @param owner `comparedEmail`; null: nobody's yet */
    hash: (owner: string | null, networks: readonly string[]): Attempt =>
      take(hashes({ person: owner && pairOf(owner, 'known'), networks })),
    /** Counts a password before it is looked at, so that many at once count too. */
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
        /** The password was right: its place made no wrong guess. */
        right() {
          takeBackPlace?.()
          takeBackEmail?.()
        },
        /** The password was wrong: it counts for the sender alone, not for the owner. */
        wrong: () => takeBackOwner?.(),
        takeBack() {
          own.takeBack()
          shared.takeBack()
        },
      }
    },
    /** After a reset: wrong passwords for an e-mail count no more, those of networks do. */
    forgetPasswords(emailKey: string) {
      ofEmail.forget(emailKey)
      ofPlace.forget(emailKey)
    },
    /** Counts a mail with a link, 3 an hour and 10 a day; false: it is dropped in silence. Notices do not count. */
    linkMail: (emailKey: string): boolean => take([[links, emailKey]]).allowed,
  }
}

/** Windows, a key in them, and whether they are let pass when full. */
type Counted = readonly [windows: Windows, key: string, passes?: boolean]
type Counter = (sender: Sender) => readonly Counted[]

/** Counts a sender under the person and under each network, of which a wider one has more. */
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

/** Counts under all keys, or, where one is full, under none. */
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

/** No address and no place has a space. */
function pairOf(emailKey: string, place: string): string {
  return `${emailKey} ${place}`
}
