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
    /** Public name in forms: 16 hex digits. */
    id: z.string().regex(/^[0-9a-f]{16}$/),
    hash,
    createdAt: time,
    lastSeenAt: time,
    passwordAt: time,
    network: text,
    browser: text,
  })
  .readonly()

/** A signed-in browser. Its cookie is 32 random bytes in base64url, of which only the hash is stored. */
export type PersonSession = z.infer<typeof session>

const link = z
  .strictObject({
    hash,
    kind: z.enum(['reset', 'email', 'invite']),
    createdAt: time,
    expiresAt: time,
    /** The address that a link of kind `email` confirms; else null. */
    email: text.nullable(),
    /** A fifth wrong password ends it. */
    wrongPasswords: count,
  })
  .readonly()

/** A link that was mailed: works once. Its token is 32 random bytes in base64url, of which only the hash is stored. */
export type MailedLink = z.infer<typeof link>

const usedForm = z
  .strictObject({
    form: text,
    at: time,
    /** Such as a key id; null before it is made. */
    made: text.nullable(),
  })
  .readonly()

/** The one-time value of a form, and what it made. */
export type UsedForm = z.infer<typeof usedForm>

const event = z
  .strictObject({
    at: time,
    kind: z.enum([
      ...['signed-up', 'signed-in', 'sign-in-failed', 'signed-out', 'session-ended'],
      ...['password-changed', 'email-changed', 'alerts-changed', 'exported', 'banned', 'unbanned'],
      ...['key-created', 'key-rotated', 'key-revoked', 'payment', 'refund', 'plan-changed'],
    ] as const),
    network: text,
    browser: text,
    /** Such as a key id or a payment id; never a secret. */
    detail: text.nullable(),
  })
  .readonly()

/** Something that happened to a person, with when (milliseconds) and from where. */
export type PersonEvent = z.infer<typeof event>

export const personSchema = z
  .strictObject({
    id: z.string().regex(personId),
    /** The account of the ledger; unique. */
    accountId: text.min(1),
    /** As it was confirmed; mail goes here. */
    email: text.min(1),
    /** The compared form, `comparedEmail(email)`; unique. */
    emailKey: text.min(1),
    /** `scrypt$17$8$1$salt$hash`; null until an invitation is accepted. */
    passwordHash: passwordHash.nullable(),
    /** A ban is the ledger's to know. */
    status: z.enum(['invited', 'active', 'deleting']),
    createdAt: time,
    /** Credits under which a mail says that they are low; 0: never. */
    alertBelow: count,
    /** Whether that mail has gone out since the balance was last above. */
    alerted: z.boolean(),
    /** At most 20, oldest first. */
    sessions: z.array(session).readonly(),
    links: z.array(link).readonly(),
    /** One-time values of forms that were sent, oldest first. */
    forms: z.array(usedForm).readonly(),
    /** Oldest first, of 400 days, at most 1,000: over that the oldest failed sign-in goes, or the oldest. */
    events: z.array(event).readonly(),
  })
  .readonly()

/** Somebody who signed in at least by invitation; one for a ledger account. All times are milliseconds since 1970 (UTC). */
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

/** A sign-up that waits for its link: it reserves nothing. */
export type PendingSignUp = z.infer<typeof pendingSchema>

/** Fields that a new person begins with; the rest is empty. */
type NewPerson = Omit<Person, 'alertBelow' | 'alerted' | 'sessions' | 'links' | 'forms' | 'events'> &
  Partial<Pick<Person, 'sessions' | 'links' | 'events'>>

export function createPerson(beginning: NewPerson): Person {
  return { alertBelow: 0, alerted: false, sessions: [], links: [], forms: [], events: [], ...beginning }
}

/** Oldest first; of one moment, by id. */
export function inOrder<T extends { readonly id: string; readonly createdAt: number }>(all: Iterable<T>): readonly T[] {
  return [...all].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
}

/** A property that finds a person. Hashes are SHA-256 in hex. */
export type PersonQuery =
  | { readonly emailKey: string }
  | { readonly accountId: string }
  | { readonly sessionHash: string }
  | { readonly linkHash: string }

/**
 * People, their sign-ups and payments, apart from the ledger. A change is durable once its promise resolves, and whole or not there.
 * Expired things stay until `sweep`; the rules of their age are the caller's.
 * Errors are `RiftlineError`: `people_unusable` for content that cannot be read; `StorageError` when nothing can be kept.
 */
export interface PeopleStore extends PaymentStore {
  person(id: string): Promise<Person | null>
  findPerson(by: PersonQuery): Promise<Person | null>
  /** In order of `createdAt`. */
  people(): Promise<readonly Person[]>
  /** False, and nothing is kept, where another person has the id, the e-mail key or the account. */
  addPerson(person: Person): Promise<boolean>
  /**
   * Changes a person atomically, also among processes; null where there is none, or where the new e-mail key is another's.
   * `change` is pure and may be called again: what it throws is thrown here, and the same object writes nothing.
   */
  changePerson(id: string, change: (person: Person) => Person): Promise<Person | null>
  /** With sessions, links and events. A second call changes nothing. */
  removePerson(id: string): Promise<void>

  addPending(signUp: PendingSignUp): Promise<void>
  pending(hash: string): Promise<PendingSignUp | null>
  /** As `changePerson`. */
  changePending(hash: string, change: (signUp: PendingSignUp) => PendingSignUp): Promise<PendingSignUp | null>
  removePending(hash: string): Promise<void>
  /** All sign-ups that wait for one address. */
  removePendingOf(emailKey: string): Promise<void>

  /** Keeps a keyed hash of a deleted person's address until a time. */
  forget(addressHash: string, until: number): Promise<void>
  /** Until when; null where it is not kept. */
  forgottenUntil(addressHash: string): Promise<number | null>
  /** 32 bytes that key those hashes: made at the first call, the same ever after. */
  secret(): Promise<Uint8Array>

  readonly mails: MailQueue
  /** Forgets what is past: sign-ups, links, sessions, forms, events, hashes, checkouts that nobody paid. */
  sweep(now: number): Promise<void>
  close(): Promise<void>
}

/** Finds the person of a typed address. Of two with one Gmail mailbox, the one whose dots they are; both look-ups are always made. */
export async function findByEmail(people: Pick<PeopleStore, 'findPerson'>, email: string): Promise<Person | null> {
  const keys = [caselessEmail(email), comparedEmail(email)]
  const [own = null, same = null] = await Promise.all(keys.map((emailKey) => people.findPerson({ emailKey })))
  return own ?? same
}

/** Gives people who are stored under a key with dots the one without, unless another has it; of several the oldest. */
export function withComparedEmails(people: readonly Person[]): readonly Person[] {
  const taken = new Set(people.map(({ emailKey }) => emailKey))
  return inOrder(people).map((person) => {
    const emailKey = comparedEmail(person.email)
    if (person.emailKey !== caselessEmail(person.email) || taken.has(emailKey)) return person
    taken.add(emailKey)
    return { ...person, emailKey }
  })
}
