import { createHash } from 'node:crypto'
import { hourMs, RiftlineError } from '@riftline/base'
import { silentLog } from '@riftline/base/node'
import { utcText } from '../rules/ledger-time.ts'
import { firstOf, refuseBeforeFirst, type StartingClock } from '../rules/turn-back.ts'
import { createDocumentCheck } from './check-document.ts'
import {
  type ContentLine,
  createTotals,
  differences,
  documentInvalid,
  type LedgerLine,
  type LedgerTotals,
  type LineOf,
} from './ledger-document.ts'

/** List name for each type of line. */
const lists = {
  account: 'accounts',
  key: 'keys',
  grant: 'grants',
  charge: 'charges',
  entry: 'entries',
  answer: 'answers',
  address: 'addresses',
  exempt: 'exempt',
} as const

type LineLists = { readonly [Type in ContentLine['type'] as (typeof lists)[Type]]: readonly LineOf<Type>[] }

/** Checked ledger document: every reference resolves and every sum is right. */
export interface LedgerImport extends LineLists {
  readonly totals: LedgerTotals
  /** Latest time in the document; null for an empty ledger. */
  readonly latest: LatestTime | null
}

/** Parses and checks a document. @throws RiftlineError `ledger_document_invalid` naming line and field */
export async function parseExport(lines: AsyncIterable<string> | Iterable<string>): Promise<LedgerImport> {
  const content = Object.fromEntries(Object.values(lists).map((name) => [name, [] as ContentLine[]]))
  const hash = createHash('sha256')
  const totals = createTotals()
  const check = createDocumentCheck()
  let parseLine: ((text: string, line: number) => LedgerLine) | undefined
  let number = 0
  let trailer: LineOf<'trailer'> | null = null
  let latest: LatestTime | null = null
  for await (const text of lines) {
    number += 1
    if (trailer !== null) throw documentInvalid(number, 'expected the end after the trailer')
    // Loaded only when needed, because zod slows the start of a server; and inside the loop, or `readline` would lose lines meanwhile.
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
    content[lists[line.type]]?.push(line)
  }
  if (trailer === null) throw documentInvalid(number + 1, 'expected a trailer; the document is cut off')
  const sums = totals.totals()
  const sha256 = hash.digest('hex')
  const hashFault = trailer.sha256 === sha256 ? null : `sha256: expected ${sha256}, got ${trailer.sha256}`
  const fault = check.end() ?? differences(sums, trailer)[0] ?? hashFault
  if (fault !== null) throw documentInvalid(number, fault)
  return { ...(content as unknown as LineLists), totals: sums, latest }
}

/** Latest time of an event in the document, and its place. */
interface LatestTime {
  readonly at: number
  readonly line: number
  readonly field: string
}

/** Fields with the times of events, by path. The end of a grant is not listed, because it may lie in the future. */
const timeFields: { readonly [Type in ContentLine['type']]: readonly string[] } = {
  account: ['createdAt', 'ban.at', 'ban.evidence.at', 'ban.evidence.otherAt'],
  key: ['createdAt', 'lastUsedAt'],
  grant: ['grantedAt', 'reversedAt'],
  charge: ['capturedAt', 'closedAt'],
  entry: ['at'],
  answer: [],
  address: ['firstAt', 'lastAt'],
  exempt: [],
}

/** Returns the later of the latest time so far and the times of a line; the first of equal ones. */
function laterTime(found: LatestTime | null, content: ContentLine, line: number): LatestTime | null {
  let latest = found
  for (const field of timeFields[content.type]) {
    const at = field.split('.').reduce<unknown>((value, name) => Object(value)[name], content)
    if (typeof at === 'number' && at > (latest?.at ?? Number.NEGATIVE_INFINITY)) latest = { at, line, field }
  }
  return latest
}

/** Refuses an import into a ledger with accounts. @throws RiftlineError `ledger_not_empty` */
export function refuseAccounts(count: number): void {
  if (count > 0)
    throw new RiftlineError('ledger_not_empty', 'the ledger has accounts; only an empty one takes an import')
}

/**
 * Tells whether the document's clock was ahead, so that the imported ledger has to be turned back.
 * @throws RiftlineError `ledger_document_invalid` if that is not accepted, `clock_behind_ledger` if it cannot be done
 */
export function isAhead(
  { latest, accounts }: LedgerImport,
  { clock, log = silentLog, acceptClock }: StartingClock,
): boolean {
  const wall = clock.now()
  if (latest === null || latest.at - wall <= hourMs) return false
  const { line, field, at } = latest
  if (acceptClock === true) {
    refuseBeforeFirst(wall, firstOf(accounts.map(({ createdAt }) => createdAt)))
    log({ level: 'warn', event: 'clock_accepted', clockUtc: utcText(wall), newestUtc: utcText(at) })
    return true
  }
  const expected = `expected at most an hour after ${utcText(wall)}, which the clock says (UTC), got ${utcText(at)}`
  const advice = 'RIFTLINE_ACCEPT_CLOCK=on takes a ledger of a clock that was ahead'
  throw new RiftlineError('ledger_document_invalid', `line ${line}: ${field}: ${expected}; ${advice}`)
}
