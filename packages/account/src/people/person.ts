import * as z from 'zod'
import { caselessEmail, comparedEmail } from '../mail/email.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import type { PaymentStore } from '../payments/payment.ts'
import { sha256Hex, storedText } from '../storage/json-files.ts'
import { storedPassword } from './password-hasher.ts'

const text = z.string().regex(storedText)
const time = z.int()
const count = z.int().min(0)
const hash = z.string().regex(sha256Hex)
const passwordHash = z.string().regex(storedPassword)

export const personId: RegExp = /^per_[0-9A-Za-z]{12}$/

const session = z
  .strictObject({
    /** Public id of the session in forms: 16 hex digits. */
    id: z.string().regex(/^[0-9a-f]{16}$/),
    hash,
    createdAt: time,
    lastSeenAt: time,
    passwordAt: time,
    network: text,
    browser: text,
  })
  .readonly()

/** Session of a signed-in browser. Its cookie is 32 random bytes in base64url, of which only the hash is stored. */
export type PersonSession = z.infer<typeof session>

const link = z
  .strictObject({
    hash,
    kind: z.enum(['reset', 'email', 'invite']),
    createdAt: time,
    expiresAt: time,
    /** Address that a link of kind `email` confirms; otherwise null. */
    email: text.nullable(),
    /** Number of wrong passwords; the fifth ends the link. */
    wrongPasswords: count,
  })
  .readonly()

/** Mailed link, valid for one use. Its token is 32 random bytes in base64url, of which only the hash is stored. */
export type MailedLink = z.infer<typeof link>

const usedForm = z
  .strictObject({
    form: text,
    at: time,
    /** Result of the form, such as a key id; null before it exists. */
    made: text.nullable(),
  })
  .readonly()

/** One-time value of a form and the result of sending it. */
export type UsedForm = z.infer<typeof usedForm>

const event = z
  .strictObject({
    at: time,
    kind: z.enum([
      ...['signed-up', 'signed-in', 'sign-in-failed', 'signed-out', 'session-ended'],
      ...['password-changed', 'email-changed', 'alerts-changed', 'exported', 'banned', 'unbanned'],
      ...['key-created', 'key-rotated', 'key-changed', 'key-expiring', 'key-revoked'],
      ...['payment', 'refund', 'plan-changed'],
    ] as const),
    network: text,
    browser: text,
    /** Subject of the event, such as a key id or a payment id; never a secret. */
    detail: text.nullable(),
  })
  .readonly()

/** Event of a person, with its time in milliseconds and its place. */
export type PersonEvent = z.infer<typeof event>

export const personSchema = z
  .strictObject({
    id: z.string().regex(personId),
    /** Account in the ledger; unique. */
    accountId: text.min(1),
    /** Address as it was confirmed; mail goes here. */
    email: text.min(1),
    /** Form of the address for comparison, `comparedEmail(email)`; unique. */
    emailKey: text.min(1),
    /** Stored hash `scrypt$17$8$1$salt$hash`; null until an invitation is accepted. */
    passwordHash: passwordHash.nullable(),
    /** Status of the person. Bans are stored in the ledger alone. */
    status: z.enum(['invited', 'active', 'deleting']),
    createdAt: time,
    /** Balance below which a mail warns about low credits; 0 for never. */
    alertBelow: count,
    /** Whether that mail was sent since the balance was last above the limit. */
    alerted: z.boolean(),
    /** Sessions, at most 20, oldest first. */
    sessions: z.array(session).readonly(),
    links: z.array(link).readonly(),
    /** One-time values of forms that were sent, oldest first. */
    forms: z.array(usedForm).readonly(),
    /** Events of 400 days, oldest first, at most 1,000: above that the oldest failed sign-in goes, or else the oldest event. */
    events: z.array(event).readonly(),
  })
  .readonly()

/** Person with an account in the ledger, from the invitation on; one per account. All times are milliseconds since 1970 (UTC). */
export type Person = z.infer<typeof personSchema>

export const pendingSchema = z
  .strictObject({
    hash,
    email: text.min(1),
    emailKey: text.min(1),
    passwordHash,
    network: text,
    createdAt: time,
    expiresAt: time,
    wrongPasswords: count,
  })
  .readonly()

/** Sign-up that waits for its link. It reserves nothing. */
export type PendingSignUp = z.infer<typeof pendingSchema>

/** Initial fields of a new person; the others start empty. */
type NewPerson = Omit<Person, 'alertBelow' | 'alerted' | 'sessions' | 'links' | 'forms' | 'events'> &
  Partial<Pick<Person, 'sessions' | 'links' | 'events'>>

export function createPerson(beginning: NewPerson): Person {
  return { alertBelow: 0, alerted: false, sessions: [], links: [], forms: [], events: [], ...beginning }
}

/** Sorts by creation time, then by id. */
export function inOrder<T extends { readonly id: string; readonly createdAt: number }>(all: Iterable<T>): readonly T[] {
  return [...all].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
}

/** Property to find a person by. Hashes are SHA-256 in hex. */
export type PersonQuery =
  | { readonly emailKey: string }
  | { readonly accountId: string }
  | { readonly sessionHash: string }
  | { readonly linkHash: string }

/**
 * Store of people, their sign-ups and payments, apart from the ledger. A change is durable once its promise resolves, and never partial.
 * Expired entries stay until `sweep`; callers check their age.
 * Errors are `RiftlineError`: `people_unusable` for unreadable content; `StorageError` when writing fails.
 */
export interface PeopleStore extends PaymentStore {
  person(id: string): Promise<Person | null>
  findPerson(by: PersonQuery): Promise<Person | null>
  /** Lists all people by `createdAt`. */
  people(): Promise<readonly Person[]>
  /** Adds a person; returns false and stores nothing when another person has the id, the e-mail key or the account. */
  addPerson(person: Person): Promise<boolean>
  /**
   * Changes a person atomically, also across processes; null for an unknown id, or if another person has the new e-mail key.
   * `change` must be pure and may be called again: its errors are rethrown, and nothing is written when it returns the same object.
   */
  changePerson(id: string, change: (person: Person) => Person): Promise<Person | null>
  /** Removes a person with sessions, links and events. A second call changes nothing. */
  removePerson(id: string): Promise<void>

  addPending(signUp: PendingSignUp): Promise<void>
  pending(hash: string): Promise<PendingSignUp | null>
  /** Changes a sign-up as `changePerson` does a person. */
  changePending(hash: string, change: (signUp: PendingSignUp) => PendingSignUp): Promise<PendingSignUp | null>
  removePending(hash: string): Promise<void>
  /** Removes all sign-ups that wait for one address. */
  removePendingOf(emailKey: string): Promise<void>

  /** Remembers the keyed hash of a deleted person's address until a time. */
  forget(addressHash: string, until: number): Promise<void>
  /** Returns the time until which a hash is remembered; null when it is not. */
  forgottenUntil(addressHash: string): Promise<number | null>
  /** Returns the 32 bytes that key these hashes; created at the first call and never changed. */
  secret(): Promise<Uint8Array>

  readonly mails: MailQueue
  /** Removes everything expired: sign-ups, links, sessions, forms, events, hashes and unpaid checkouts. */
  sweep(now: number): Promise<void>
  close(): Promise<void>
}

/** Finds the person of a typed address. Of two people with one Gmail mailbox, exact dots win. Always makes both look-ups. */
export async function findByEmail(people: Pick<PeopleStore, 'findPerson'>, email: string): Promise<Person | null> {
  const keys = [caselessEmail(email), comparedEmail(email)]
  const [own = null, same = null] = await Promise.all(keys.map((emailKey) => people.findPerson({ emailKey })))
  return own ?? same
}

/** Replaces stored keys with dots by keys without, unless another person has that key; of several people the oldest gets it. */
export function withComparedEmails(people: readonly Person[]): readonly Person[] {
  const taken = new Set(people.map(({ emailKey }) => emailKey))
  return inOrder(people).map((person) => {
    const emailKey = comparedEmail(person.email)
    if (person.emailKey !== caselessEmail(person.email) || taken.has(emailKey)) return person
    taken.add(emailKey)
    return { ...person, emailKey }
  })
}
