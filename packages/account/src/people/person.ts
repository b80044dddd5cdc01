import * as z from 'zod'
import { sha256Hex, storedText } from '../storage/json-files.ts'
import { storedPassword } from './password-text.ts'
/** Somebody who signed in at least by invitation; one for a ledger account. All times are milliseconds since 1970 (UTC). */
export interface Person {
  /** `per_` and 12 base62 digits. */
  readonly id: string
  /** The account of the ledger; unique. */
  readonly accountId: string
  /** As it was confirmed; mail goes here. */
  readonly email: string
  /** The compared form, `comparedEmail(email)`; unique. */
  readonly emailKey: string
  /** `scrypt$17$8$1$salt$hash`; null until an invitation is accepted. */
  readonly passwordHash: string | null
  /** A ban is the ledger's to know. */
  readonly status: 'invited' | 'active' | 'deleting'
  readonly createdAt: number
  /** Credits under which a mail says that they are low; 0: never. */
  readonly alertBelow: number
  /** Whether that mail has gone out since the balance was last above. */
  readonly alerted: boolean
  /** At most 20, oldest first. */
  readonly sessions: readonly Session[]
  readonly links: readonly Link[]
  /** One-time values of forms that were sent, oldest first. */
  readonly forms: readonly UsedForm[]
  /** Oldest first, of 400 days, at most 1,000: over that the oldest failed sign-in goes, or the oldest. */
  readonly events: readonly PersonEvent[]
}

/** A signed-in browser. Its cookie is 32 random bytes in base64url, of which only the hash is kept. */
export interface Session {
  /** Public name in forms: 16 hex digits. */
  readonly id: string
  /** SHA-256 of the cookie's value, hex. */
  readonly hash: string
  readonly createdAt: number
  readonly lastSeenAt: number
  /** When the password was last entered. */
  readonly passwordAt: number
  readonly network: string
  readonly browser: string
}

/** A link that was mailed: works once. Its token is 32 random bytes in base64url, of which only the hash is kept. */
export interface Link {
  /** SHA-256 of the token, hex. */
  readonly hash: string
  readonly kind: 'reset' | 'email' | 'invite'
  readonly createdAt: number
  readonly expiresAt: number
  /** The address that a link of kind `email` confirms; else null. */
  readonly email: string | null
  /** A fifth wrong password ends it. */
  readonly wrongPasswords: number
}

/** The one-time value of a form, and what it made. */
export interface UsedForm {
  readonly form: string
  readonly at: number
  /** Such as a key id; null before it is made. */
  readonly made: string | null
}

/** Something that happened to a person, with when (milliseconds) and from where. */
export interface PersonEvent {
  readonly at: number
  readonly kind: PersonEventKind
  readonly network: string
  readonly browser: string
  /** Such as a key id or a payment id; never a secret. */
  readonly detail: string | null
}

export type PersonEventKind = (typeof personEventKinds)[number]

export const personEventKinds = [
  'signed-up',
  'signed-in',
  'sign-in-failed',
  'signed-out',
  'password-changed',
  'email-changed',
  'alerts-changed',
  'session-ended',
  'key-created',
  'key-rotated',
  'key-revoked',
  'payment',
  'refund',
  'plan-changed',
  'exported',
  'banned',
  'unbanned',
] as const

/** A sign-up that waits for its link: it reserves nothing. */
export interface PendingSignUp {
  /** SHA-256 of the link's token, hex. */
  readonly hash: string
  readonly email: string
  readonly emailKey: string
  readonly passwordHash: string
  readonly network: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly wrongPasswords: number
}

/** Fields that a new person begins with; the rest is empty. */
export type Beginning = Pick<
  Person,
  'id' | 'accountId' | 'email' | 'emailKey' | 'passwordHash' | 'status' | 'createdAt'
> &
  Partial<Pick<Person, 'sessions' | 'links' | 'events'>>

export function newPerson(beginning: Beginning): Person {
  return { alertBelow: 0, alerted: false, sessions: [], links: [], forms: [], events: [], ...beginning }
}

/** Oldest first; of one moment, by id. */
export function inOrder<T extends { readonly id: string; readonly createdAt: number }>(all: Iterable<T>): readonly T[] {
  return [...all].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
}

const text = z.string().regex(storedText)
const time = z.int()
const count = z.int().min(0)
const hash = z.string().regex(sha256Hex)
const passwordHash = z.string().regex(storedPassword)

/** The name of a person, and of their file. */
export const personId: RegExp = /^per_[0-9A-Za-z]{12}$/

const session = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{16}$/),
  hash,
  createdAt: time,
  lastSeenAt: time,
  passwordAt: time,
  network: text,
  browser: text,
})

const link = z.strictObject({
  hash,
  kind: z.enum(['reset', 'email', 'invite']),
  createdAt: time,
  expiresAt: time,
  email: text.nullable(),
  wrongPasswords: count,
})

const event = z.strictObject({
  at: time,
  kind: z.enum(personEventKinds),
  network: text,
  browser: text,
  detail: text.nullable(),
})

export const personSchema: z.ZodType<Person> = z.strictObject({
  id: z.string().regex(personId),
  accountId: text.min(1),
  email: text.min(1),
  emailKey: text.min(1),
  passwordHash: passwordHash.nullable(),
  status: z.enum(['invited', 'active', 'deleting']),
  createdAt: time,
  alertBelow: count,
  alerted: z.boolean(),
  sessions: z.array(session),
  links: z.array(link),
  forms: z.array(z.strictObject({ form: text, at: time, made: text.nullable() })),
  events: z.array(event),
})

export const pendingSchema: z.ZodType<PendingSignUp> = z.strictObject({
  hash,
  email: text.min(1),
  emailKey: text.min(1),
  passwordHash,
  network: text,
  createdAt: time,
  expiresAt: time,
  wrongPasswords: count,
})
