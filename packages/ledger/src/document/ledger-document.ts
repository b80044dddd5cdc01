import { createHash } from 'node:crypto'
import { RiftlineError } from '@riftline/base'
import type { BanEvidence, ChargeReason, StoredAnswer } from '../credit-store.ts'
import type { GrantRecord } from '../rules/ledger-record.ts'

/*
 * A whole ledger as JSON Lines, for the move between stores: a header; accounts, keys, grants, charges, entries, stored
 * answers, uses of addresses and exempt addresses, each after what it names; a trailer. Times are milliseconds since 1970.
 * A grant is named by its account and `ref`, since every store numbers grants anew. A field that can be absent is one that an
 * earlier release did not know.
 */

export interface HeaderLine {
  readonly type: 'header'
  readonly format: 'riftline-ledger'
  readonly version: 1
}

export interface AccountLine {
  readonly type: 'account'
  readonly id: string
  readonly name: string
  readonly createdAt: number
  /** The ban in force. Without evidence an operator banned by hand. */
  readonly ban: {
    readonly at: number
    readonly evidence: BanEvidence | null
    readonly reason?: string | null | undefined
  } | null
}

export interface KeyLine {
  readonly type: 'key'
  readonly id: string
  readonly account: string
  readonly name: string
  readonly sha256: string
  readonly createdAt: number
  readonly revokedAt: number | null
  readonly lastUsedAt?: number | null | undefined
}

/** `amount - reversed - captured + refunded = remaining`; the sums are over all that ever happened to the grant. */
export interface GrantLine {
  readonly type: 'grant'
  readonly account: string
  readonly ref: string
  readonly kind: GrantRecord['kind']
  readonly amount: number
  readonly remaining: number
  readonly captured: number
  readonly refunded: number
  readonly reversed: number
  readonly grantedAt: number
  readonly expiresAt: number | null
  readonly planName: string | null
  /** Null: not reversed. */
  readonly reversedAt: number | null
  readonly reversedWhy: string | null
}

/** A charge of the months that are kept. */
export interface ChargeLine {
  readonly type: 'charge'
  readonly requestId: string
  readonly account: string
  readonly operation: string
  readonly model: string | null
  readonly keyId?: string | null | undefined
  readonly amount: number
  /** `captured`: not yet known to be delivered. */
  readonly state: 'captured' | 'delivered' | 'refunded'
  /** Reason of a refund, or `undelivered` for a charge that stays although its answer was cut off. */
  readonly reason: ChargeReason | null
  readonly capturedAt: number
  readonly closedAt: number | null
  /** Credits per grant. */
  readonly lines: readonly (readonly [ref: string, credits: number])[]
}

/**
 * A movement of a grant, in the order in which they happened. What was captured or refunded before the charges that are kept
 * is one entry for each grant and kind, right behind its grant and with that one's time, and has no request id.
 */
export interface EntryLine {
  readonly type: 'entry'
  readonly account: string
  readonly ref: string
  readonly kind: 'grant' | 'capture' | 'refund' | 'reverse'
  /** Negative for captures and reversals. */
  readonly amount: number
  readonly requestId: string | null
  readonly at: number
}

/** An answer kept for a retry, younger than 24 hours. */
export interface AnswerLine extends StoredAnswer {
  readonly type: 'answer'
  readonly account: string
  readonly path: string
  readonly key: string
  readonly fingerprint: string
  /** Its charge. */
  readonly requestId: string
}

export interface AddressLine {
  readonly type: 'address'
  readonly account: string
  readonly address: string
  readonly requestId: string
  readonly firstAt: number
  readonly lastAt: number
}

/** An address that the rule of one account per address leaves out. */
export interface ExemptLine {
  readonly type: 'exempt'
  readonly address: string
}

/** A line between header and trailer. */
export type ContentLine =
  | AccountLine
  | KeyLine
  | GrantLine
  | ChargeLine
  | EntryLine
  | AnswerLine
  | AddressLine
  | ExemptLine

export interface TrailerLine extends LedgerTotals {
  readonly type: 'trailer'
  /** SHA-256 of all lines before, each with its line feed. */
  readonly sha256: string
}

/** Totals that are equal when one ledger is a copy of another. */
export interface LedgerTotals {
  readonly counts: Readonly<Record<ContentLine['type'], number>>
  /** Credits left in all grants that are not reversed, expired ones too. */
  readonly remaining: number
  /** SHA-256 over the sorted entries. */
  readonly entriesSha256: string
}

export type LedgerLine = HeaderLine | ContentLine | TrailerLine

export const header: HeaderLine = { type: 'header', format: 'riftline-ledger', version: 1 }

export interface TotalsBuilder {
  add(line: ContentLine): void
  totals(): LedgerTotals
}

export function createTotals(): TotalsBuilder {
  const counts = { account: 0, key: 0, grant: 0, charge: 0, entry: 0, answer: 0, address: 0, exempt: 0 }
  const entries: string[] = []
  let remaining = 0
  return {
    add(line) {
      counts[line.type] += 1
      if (line.type === 'grant' && line.reversedAt === null) remaining += line.remaining
      if (line.type === 'entry') entries.push(entryText(line))
    },
    totals() {
      const hash = createHash('sha256')
      for (const text of entries.sort()) hash.update(text)
      return { counts: { ...counts }, remaining, entriesSha256: hash.digest('hex') }
    },
  }
}

/** Where two ledgers have other totals: field, expected, got. Nothing where one is a copy of the other. */
export function differences(expected: LedgerTotals, got: LedgerTotals): readonly string[] {
  const found: string[] = []
  for (const type of Object.keys(expected.counts) as (keyof LedgerTotals['counts'])[]) {
    const [one, other] = [expected.counts[type], got.counts[type]]
    if (one !== other) found.push(`counts.${type}: expected ${one}, got ${other}`)
  }
  for (const field of ['remaining', 'entriesSha256'] as const) {
    if (expected[field] !== got[field]) found.push(`${field}: expected ${expected[field]}, got ${got[field]}`)
  }
  return found
}

function entryText({ account, ref, kind, amount, requestId, at }: EntryLine): string {
  return `${JSON.stringify([account, ref, kind, amount, requestId, at])}\n`
}

export function documentInvalid(line: number, message: string): RiftlineError {
  return new RiftlineError('ledger_document_invalid', `line ${line}: ${message}`)
}
