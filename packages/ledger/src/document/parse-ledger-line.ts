import { faultOf, orThrow } from '@riftline/base'
import * as z from 'zod'
import { documentInvalid, type LedgerLine } from './ledger-document.ts'

/** @throws RiftlineError `ledger_document_invalid` that names line and field */
export function parseLedgerLine(text: string, line: number): LedgerLine {
  const noJson = () => documentInvalid(line, `expected a JSON object, got ${shown(text)}`)
  const value: unknown = orThrow(() => JSON.parse(text), noJson)
  const parsed = ledgerLine.safeParse(value)
  // Not its copy, whose fields have another order: the evidence of a ban is exported as it came.
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
/** Name of the operation sold; the ledger takes any. */
const name = z
  .string('1 to 64 characters of a-z, 0-9 and -')
  .regex(/^[a-z0-9-]{1,64}$/, '1 to 64 characters of a-z, 0-9 and -')
const sha256 = z.string('64 hex digits').regex(/^[0-9a-f]{64}$/, '64 hex digits')
const count = integer('an integer from 0', 0)
const positive = integer('an integer above 0', 1)
const time = integer('milliseconds since 1970', -8.64e15, 8.64e15)

/** With no keys beside those of the shape. */
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
})

/** `amount - reversed - captured + refunded = remaining`; the sums are over all that ever happened to the grant. */
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

/** A charge of the months that are kept. */
const charge = object({
  type: z.literal('charge'),
  requestId: text,
  account: text,
  operation: name,
  model: z.nullable(name),
  keyId: z.optional(z.nullable(text)),
  amount: positive,
  /** `captured`: not yet known to be delivered. */
  state: oneOf('captured', 'delivered', 'refunded'),
  /** Reason of a refund, or `undelivered` for a charge that stays although its answer was cut off. */
  reason: oneOf('disconnect', 'crash', 'operator', 'undelivered', null),
  capturedAt: time,
  closedAt: z.nullable(time),
  /** Credits per grant, by its reference. */
  lines: z
    .array(z.tuple([text, positive], 'a reference and credits').readonly(), 'a list with something in it')
    .min(1, 'a list with something in it')
    .readonly(),
})

/**
 * Movements of grants in their order. Captures and refunds older than the kept charges are one entry for each grant and
 * kind, right behind the grant and with its time, and have no request id.
 */
const entry = object({
  type: z.literal('entry'),
  account: text,
  ref: text,
  kind: oneOf('grant', 'capture', 'refund', 'reverse'),
  /** Negative for captures and reversals. */
  amount: z.int('an integer'),
  requestId: z.nullable(text),
  at: time,
})

/** An answer kept for a retry, younger than 24 hours, and the request id of its charge. */
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

/** An address that the rule of one account per address leaves out. */
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
  /** Credits left in all grants that are not reversed, expired ones too. */
  remaining: count,
  /** SHA-256 over the sorted entries. */
  entriesSha256: sha256,
  /** SHA-256 of all lines before, each with its line feed. */
  sha256,
})

const lines = [header, account, key, grant, charge, entry, answer, address, exempt, trailer] as const
export const lineForms: readonly { readonly shape: z.core.$ZodShape }[] = lines
const types = lines.map(({ shape }) => JSON.stringify(shape.type.value)).join(' or ')

export type LedgerLineForm = typeof ledgerLine

const ledgerLine = z.discriminatedUnion('type', lines, {
  error: ({ code }) => (code === 'invalid_union' ? types : 'a JSON object'),
})
