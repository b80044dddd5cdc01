import { faultOf, orThrow } from '@riftline/base'
import * as z from 'zod'
import { keyScopes } from '../key-limits.ts'
import { mostCredits } from '../rules/account-input.ts'
import { documentInvalid, type LedgerLine } from './ledger-document.ts'

/** Parses one line of a document. @throws RiftlineError `ledger_document_invalid` naming line and field */
export function parseLedgerLine(text: string, line: number): LedgerLine {
  const noJson = () => documentInvalid(line, `expected a JSON object, got ${shown(text)}`)
  const value: unknown = orThrow(() => JSON.parse(text), noJson)
  const parsed = ledgerLine.safeParse(value)
  // Returns the original, not zod's copy with another order of fields: the evidence of a ban must be exported unchanged.
  if (parsed.success) return value as LedgerLine
  const { place, expected, got } = faultOf(parsed.error.issues[0]!, value)
  throw documentInvalid(line, `${place === '' ? '' : `${place}: `}expected ${expected}, got ${shown(got)}`)
}

function shown(got: unknown): string {
  const text = JSON.stringify(got) ?? 'nothing'
  return text.length > 100 ? `${text.slice(0, 100)}...` : text
}

function oneOf<const Value extends string | number | null>(...values: readonly Value[]): z.ZodLiteral<Value> {
  return z.literal(values, values.map((value) => JSON.stringify(value)).join(' or '))
}

function integer(expected: string, least: number, most: number = Number.MAX_SAFE_INTEGER): z.ZodInt {
  return z.int(expected).min(least, expected).max(most, expected)
}

const text = z.string('a text that is not empty').min(1, 'a text that is not empty')
/** Name of a sold operation; the ledger accepts any. */
const name = z
  .string('1 to 64 characters of a-z, 0-9 and -')
  .regex(/^[a-z0-9-]{1,64}$/, '1 to 64 characters of a-z, 0-9 and -')
const sha256 = z.string('64 hex digits').regex(/^[0-9a-f]{64}$/, '64 hex digits')
const count = integer('an integer from 0', 0)
const positive = integer('an integer above 0', 1)
const time = integer('milliseconds since 1970', -8.64e15, 8.64e15)

/** Object with exactly these keys. */
function object<Shape extends z.core.$ZodShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  return z.strictObject(shape, 'a JSON object')
}

const evidence = object({
  otherAccountId: text,
  address: text,
  requestId: text,
  otherRequestId: text,
  at: time,
  otherAt: time,
})

const header = object({ type: z.literal('header'), format: oneOf('riftline-ledger'), version: oneOf(1) })

const account = object({
  type: z.literal('account'),
  id: text,
  name: text,
  createdAt: time,
  ban: z.nullable(object({ at: time, evidence: z.nullable(evidence), reason: z.optional(z.nullable(text)) })),
})

const key = object({
  type: z.literal('key'),
  id: text,
  account: text,
  name: text,
  sha256,
  createdAt: time,
  revokedAt: z.nullable(time),
  lastUsedAt: z.optional(z.nullable(time)),
  monthlyLimit: z.optional(z.nullable(integer(`an integer from 1 to ${mostCredits}`, 1, mostCredits))),
  expiresAt: z.optional(z.nullable(time)),
  scopes: z.optional(
    z.nullable(
      z
        .array(oneOf(...keyScopes), 'a list of scopes')
        .min(1, 'a scope')
        .readonly(),
    ),
  ),
})

/** Grant with `amount - reversed - captured + refunded = remaining`; the sums cover its whole life. */
const grant = object({
  type: z.literal('grant'),
  account: text,
  ref: text,
  kind: oneOf('free', 'plan', 'topup'),
  amount: positive,
  remaining: count,
  captured: count,
  refunded: count,
  reversed: count,
  grantedAt: time,
  expiresAt: z.nullable(time),
  planName: z.nullable(text),
  reversedAt: z.nullable(time),
  reversedWhy: z.nullable(text),
})

/** Charge of the months that are kept. */
const charge = object({
  type: z.literal('charge'),
  requestId: text,
  account: text,
  operation: name,
  model: z.nullable(name),
  keyId: z.optional(z.nullable(text)),
  amount: positive,
  /** Number of calls that the charge pays for; 1 when absent. */
  calls: z.optional(positive),
  /** State of the charge. `captured`: delivery is not known yet. */
  state: oneOf('captured', 'delivered', 'refunded'),
  /** Reason of a refund, or `undelivered` for a charge kept although its answer was cut off. */
  reason: oneOf('disconnect', 'crash', 'operator', 'undelivered', null),
  capturedAt: time,
  closedAt: z.nullable(time),
  /** Credits per grant, by the grant's ref. */
  lines: z
    .array(z.tuple([text, positive], 'a reference and credits').readonly(), 'a list with something in it')
    .min(1, 'a list with something in it')
    .readonly(),
})

/**
 * Changes of grants in their order. Captures and refunds older than the kept charges are summed into one entry for each grant
 * and kind, which follows the grant, has its time, and has no request id.
 */
const entry = object({
  type: z.literal('entry'),
  account: text,
  ref: text,
  kind: oneOf('grant', 'capture', 'refund', 'reverse'),
  /** Credits of the entry; negative for captures and reversals. */
  amount: z.int('an integer'),
  requestId: z.nullable(text),
  at: time,
})

/** Answer stored for retries, younger than 24 hours, and the request id of its charge. */
const answer = object({
  type: z.literal('answer'),
  account: text,
  path: text,
  key: text,
  fingerprint: sha256,
  requestId: text,
  status: positive,
  body: z.string('a text'),
})

const address = object({
  type: z.literal('address'),
  account: text,
  address: text,
  requestId: text,
  firstAt: time,
  lastAt: time,
})

/** Address exempt from the rule of one account per address. */
const exempt = object({ type: z.literal('exempt'), address: text })

const trailer = object({
  type: z.literal('trailer'),
  counts: object({
    account: count,
    key: count,
    grant: count,
    charge: count,
    entry: count,
    answer: count,
    address: count,
    exempt: count,
  }),
  /** Credits remaining in all grants that are not reversed, expired ones included. */
  remaining: count,
  /** SHA-256 over the sorted entries. */
  entriesSha256: sha256,
  /** SHA-256 of all lines before this one, each with its line feed. */
  sha256,
})

const lines = [header, account, key, grant, charge, entry, answer, address, exempt, trailer] as const
export const lineForms: readonly { readonly shape: z.core.$ZodShape }[] = lines
const types = lines.map(({ shape }) => JSON.stringify(shape.type.value)).join(' or ')

export type LedgerLineForm = typeof ledgerLine

const ledgerLine = z.discriminatedUnion('type', lines, {
  error: ({ code }) => (code === 'invalid_union' ? types : 'a JSON object'),
})
