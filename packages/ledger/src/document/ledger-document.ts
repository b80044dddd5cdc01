import { createHash } from 'node:crypto'
import { RiftlineError } from '@riftline/base'
import type * as z from 'zod'
import type { LedgerLineForm } from './parse-ledger-line.ts'

/*
 * Whole ledger as JSON Lines, for moves between stores: a header; accounts, keys, grants, charges, entries, stored answers, address uses
 * and exempt addresses, each after the lines it refers to; a trailer. Times are milliseconds since 1970. Grants are identified by account
 * and `ref`, because every store numbers them anew. Optional fields are those that an earlier release did not have.
 */

/** Line of a document; its schema defines the shape and explains the fields. */
export type LedgerLine = Readonly<z.infer<LedgerLineForm>>
export type LineOf<Type extends LedgerLine['type']> = Extract<LedgerLine, { readonly type: Type }>

/** Line between header and trailer. */
export type ContentLine = Exclude<LedgerLine, { readonly type: 'header' | 'trailer' }>
export type GrantLine = LineOf<'grant'>
export type ChargeLine = LineOf<'charge'>
export type EntryLine = LineOf<'entry'>

/** Totals that are equal for a ledger and its copy. */
export type LedgerTotals = Pick<LineOf<'trailer'>, 'counts' | 'remaining' | 'entriesSha256'>

export const header: LineOf<'header'> = { type: 'header', format: 'riftline-ledger', version: 1 }

export function createTotals() {
  const counts = { account: 0, key: 0, grant: 0, charge: 0, entry: 0, answer: 0, address: 0, exempt: 0 }
  const entries: string[] = []
  let remaining = 0
  return {
    add(line: ContentLine): void {
      counts[line.type] += 1
      if (line.type === 'grant' && line.reversedAt === null) remaining += line.remaining
      if (line.type !== 'entry') return
      const { account, ref, kind, amount, requestId, at } = line
      entries.push(`${JSON.stringify([account, ref, kind, amount, requestId, at])}\n`)
    },
    totals(): LedgerTotals {
      const hash = createHash('sha256')
      for (const text of entries.sort()) hash.update(text)
      return { counts: { ...counts }, remaining, entriesSha256: hash.digest('hex') }
    },
  }
}

/** Differences between two ledgers as field, expected, got. Empty if one is a copy of the other. */
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

export function documentInvalid(line: number, message: string): RiftlineError {
  return new RiftlineError('ledger_document_invalid', `line ${line}: ${message}`)
}
