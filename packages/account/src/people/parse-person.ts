import * as z from 'zod'
import { sha256Hex, storedText } from '../storage/document.ts'
import { storedPassword } from './password-text.ts'
import { type PendingSignUp, type Person, personEventKinds } from './person.ts'

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
