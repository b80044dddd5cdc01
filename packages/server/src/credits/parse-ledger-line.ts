import { RiftlineError } from '@riftline/core'
import type { LedgerLine } from './ledger-document.ts'

/** @throws FieldFault for a value that breaks the rule */
type Rule = (value: unknown, field: string) => void
type Shape = Readonly<Record<string, Rule>>

/** @throws RiftlineError `ledger_document_invalid` that names line and field */
export function parseLedgerLine(text: string, line: number): LedgerLine {
  try {
    const value = parseJson(text)
    object({ type: oneOf(...Object.keys(shapes)) }, true)(value, '')
    const { type } = value as { readonly type: LedgerLine['type'] }
    object({ type: any, ...shapes[type] })(value, '')
    return value as LedgerLine
  } catch (error) {
    throw error instanceof FieldFault ? documentInvalid(line, error.message) : error
  }
}

export function documentInvalid(line: number, message: string): RiftlineError {
  return new RiftlineError('ledger_document_invalid', `line ${line}: ${message}`)
}

class FieldFault extends Error {}

function refuse(field: string, expected: string, got: unknown): never {
  const shown = JSON.stringify(got) ?? 'nothing'
  const where = field === '' ? '' : `${field}: `
  throw new FieldFault(`${where}expected ${expected}, got ${shown.length > 100 ? `${shown.slice(0, 100)}...` : shown}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('', 'a JSON object', text)
  }
}

function rule(holds: (value: unknown) => boolean, expected: string): Rule {
  return (value, field) => {
    if (!holds(value)) refuse(field, expected, value)
  }
}

/** With no keys beside those of the shape, unless `open`. */
function object(shape: Shape, open = false): Rule {
  return (value, field) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return refuse(field, 'a JSON object', value)
    const path = field === '' ? '' : `${field}.`
    for (const key of Object.keys(value)) {
      if (!open && !Object.hasOwn(shape, key)) refuse(`${path}${key}`, 'no such field', 'it')
    }
    for (const [key, check] of Object.entries(shape)) {
      check(Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined, `${path}${key}`)
    }
  }
}

function nullable(check: Rule): Rule {
  return (value, field) => {
    if (value !== null) check(value, field)
  }
}

function list(check: Rule): Rule {
  return (value, field) => {
    if (!Array.isArray(value) || value.length === 0) return refuse(field, 'a list with something in it', value)
    for (const [index, item] of value.entries()) check(item, `${field}[${index}]`)
  }
}

function oneOf(...values: readonly unknown[]): Rule {
  return rule((value) => values.includes(value), values.map((value) => JSON.stringify(value)).join(' or '))
}

const any: Rule = () => {}
const text = rule((value) => typeof value === 'string' && value !== '', 'a text that is not empty')
const body = rule((value) => typeof value === 'string', 'a text')
const sha256 = rule((value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value), '64 hex digits')
const credits = rule(Number.isSafeInteger, 'an integer')
const count = rule((value) => Number.isSafeInteger(value) && Number(value) >= 0, 'an integer from 0')
const positive = rule((value) => Number.isSafeInteger(value) && Number(value) > 0, 'an integer above 0')
const time = rule(
  (value) => Number.isSafeInteger(value) && Math.abs(Number(value)) <= 8.64e15,
  'milliseconds since 1970',
)

const evidence = object({
  otherAccountId: text,
  address: text,
  requestId: text,
  otherRequestId: text,
  at: time,
  otherAt: time,
})
const line: Rule = (value, field) => {
  if (!Array.isArray(value) || value.length !== 2) return refuse(field, 'a reference and credits', value)
  text(value[0], `${field}[0]`)
  positive(value[1], `${field}[1]`)
}
const content = ['account', 'key', 'grant', 'charge', 'entry', 'answer', 'address', 'exempt']

const shapes: Readonly<Record<LedgerLine['type'], Shape>> = {
  header: { format: oneOf('riftline-ledger'), version: oneOf(1) },
  account: { id: text, name: text, createdAt: time, ban: nullable(object({ at: time, evidence: nullable(evidence) })) },
  key: { id: text, account: text, name: text, sha256, createdAt: time, revokedAt: nullable(time) },
  grant: {
    account: text,
    ref: text,
    kind: oneOf('free', 'plan', 'topup'),
    amount: positive,
    remaining: count,
    captured: count,
    refunded: count,
    reversed: count,
    grantedAt: time,
    expiresAt: nullable(time),
    planName: nullable(text),
    reversedAt: nullable(time),
    reversedWhy: nullable(text),
  },
  charge: {
    requestId: text,
    account: text,
    operation: oneOf('team', 'player', 'tournament', 'odds', 'predict', 'predict-draft'),
    model: oneOf('fasttree', 'lightgbm', 'pcasweep', 'consensus', null),
    amount: positive,
    state: oneOf('captured', 'delivered', 'refunded'),
    reason: oneOf('disconnect', 'crash', 'operator', 'undelivered', null),
    capturedAt: time,
    closedAt: nullable(time),
    lines: list(line),
  },
  entry: {
    account: text,
    ref: text,
    kind: oneOf('grant', 'capture', 'refund', 'reverse'),
    amount: credits,
    requestId: nullable(text),
    at: time,
  },
  answer: { account: text, path: text, key: text, fingerprint: sha256, requestId: text, status: positive, body },
  address: { account: text, address: text, requestId: text, firstAt: time, lastAt: time },
  exempt: { address: text },
  trailer: {
    counts: object(Object.fromEntries(content.map((type) => [type, count]))),
    remaining: count,
    entriesSha256: sha256,
    sha256,
  },
}
