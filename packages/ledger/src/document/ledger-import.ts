import { createHash } from 'node:crypto'
import { createDocumentCheck } from './check-document.ts'
import { type LatestTime, laterTime } from './document-times.ts'
import {
  type AccountLine,
  type AddressLine,
  type AnswerLine,
  type ChargeLine,
  type ContentLine,
  createTotals,
  differences,
  documentInvalid,
  type EntryLine,
  type ExemptLine,
  type GrantLine,
  type KeyLine,
  type LedgerLine,
  type LedgerTotals,
  type TrailerLine,
} from './ledger-document.ts'

/** A ledger's document without contradictions: every name is known, every sum is right. */
export interface LedgerImport {
  readonly accounts: readonly AccountLine[]
  readonly keys: readonly KeyLine[]
  readonly grants: readonly GrantLine[]
  readonly charges: readonly ChargeLine[]
  readonly entries: readonly EntryLine[]
  readonly answers: readonly AnswerLine[]
  readonly addresses: readonly AddressLine[]
  readonly exempt: readonly ExemptLine[]
  readonly totals: LedgerTotals
  /** Null in an empty ledger. */
  readonly latest: LatestTime | null
}

/** @throws RiftlineError `ledger_document_invalid` that names line and field */
export async function parseExport(lines: AsyncIterable<string> | Iterable<string>): Promise<LedgerImport> {
  const content: { readonly [T in ContentLine['type']]: Extract<ContentLine, { type: T }>[] } = {
    account: [],
    key: [],
    grant: [],
    charge: [],
    entry: [],
    answer: [],
    address: [],
    exempt: [],
  }
  const hash = createHash('sha256')
  const totals = createTotals()
  const check = createDocumentCheck()
  let parseLine: ((text: string, line: number) => LedgerLine) | undefined
  let number = 0
  let trailer: TrailerLine | null = null
  let latest: LatestTime | null = null
  for await (const text of lines) {
    number += 1
    if (trailer !== null) throw documentInvalid(number, 'expected the end after the trailer')
    // Loaded at need, since a server that starts would wait for zod, and here: lines that `readline` emits before this loop are lost.
    parseLine ??= (await import('./parse-ledger-line.ts')).parseLedgerLine
    const line = parseLine(text, number)
    if ((line.type === 'header') !== (number === 1))
      throw documentInvalid(number, 'expected one header, as the first line')
    if (line.type === 'trailer') {
      trailer = line
      continue
    }
    hash.update(text).update('\n')
    if (line.type === 'header') continue
    const fault = check.add(line)
    if (fault !== null) throw documentInvalid(number, fault)
    totals.add(line)
    latest = laterTime(latest, line, number)
    ;(content[line.type] as ContentLine[]).push(line)
  }
  if (trailer === null) throw documentInvalid(number + 1, 'expected a trailer; the document is cut off')
  const sums = totals.totals()
  const fault = check.end() ?? differences(sums, trailer)[0] ?? hashFault(trailer, hash.digest('hex'))
  if (fault !== null) throw documentInvalid(number, fault)
  const { account: accounts, key: keys, grant: grants, charge: charges, entry: entries } = content
  const { answer: answers, address: addresses, exempt } = content
  return { accounts, keys, grants, charges, entries, answers, addresses, exempt, totals: sums, latest }
}

function hashFault({ sha256 }: TrailerLine, expected: string): string | null {
  return sha256 === expected ? null : `sha256: expected ${expected}, got ${sha256}`
}
