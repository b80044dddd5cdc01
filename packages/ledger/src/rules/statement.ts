import { dayOf } from '@riftline/base'
import type { DayUse, StatementLine, StatementPage, StatementQuery } from '../account-reports.ts'
import { invalid, isWithin, parseMonth } from './account-input.ts'
import type { CaptureRecord, GrantRecord, LedgerRecord, RefundRecord, ReverseRecord } from './ledger-record.ts'
import { utcMonth } from './ledger-time.ts'
import { dayText } from './usage-sums.ts'

/** Line with the place of its record in the ledger; later records have larger places. */
export interface PlacedLine {
  readonly place: number
  readonly line: StatementLine
  readonly refunded: boolean
}

export interface LinesWanted {
  readonly accountId: string
  /** Key whose charges and refunds are wanted; null for all lines. */
  readonly keyId: string | null
  /** Range of times: from `from`, up to but excluding `to`. */
  readonly from: number
  readonly to: number
  readonly before: number
}

/** Returns all lines of one account's UTC month, sorted by time, because imported records need not be in that order. */
export async function wholeMonth(lines: AsyncIterable<PlacedLine>): Promise<readonly StatementLine[]> {
  const found: StatementLine[] = []
  for await (const { line } of lines) found.push(line)
  return found.reverse().sort((a, b) => a.at - b.at)
}

function isWanted({ place, line }: PlacedLine, { keyId, from, to, before }: LinesWanted): boolean {
  return place < before && line.at >= from && line.at < to && (keyId === null || line.keyId === keyId)
}

/** Start of statements: the beginning of the UTC month three months before that of `now`. */
export function startOfStatements(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 3, 1)
}

/** Yields the wanted lines in reverse order, after reading all records. @param firstPlace place of the first record */
export async function* linesBack(
  records: AsyncIterable<LedgerRecord> | Iterable<LedgerRecord>,
  wanted: LinesWanted,
  firstPlace = 1,
): AsyncIterable<PlacedLine> {
  const { accountId } = wanted
  const lines: PlacedLine[] = []
  const add = (placed: PlacedLine): void => {
    if (isWanted(placed, wanted)) lines.push(placed)
  }
  /** Captures of the account that are not closed yet, by request id. */
  const open = new Map<string, { place: number; line: ReturnType<typeof captureLine>; refunded: boolean }>()
  let place = firstPlace - 1
  for await (const record of records) {
    place += 1
    if (record.type === 'capture' && record.accountId === accountId) {
      const placed = { place, line: captureLine(record, null), refunded: false }
      open.set(record.requestId, placed)
      add(placed)
    } else if (record.type === 'refund') {
      const capture = open.get(record.requestId)
      if (capture === undefined) continue
      open.delete(record.requestId)
      capture.refunded = true
      add({ place, line: refundLine(record, capture.line), refunded: false })
    } else if (record.type === 'delivered') {
      for (const requestId of record.requestIds) {
        const capture = open.get(requestId)
        if (capture !== undefined) capture.line.reason = record.reason ?? null
        open.delete(requestId)
      }
    } else if ((record.type === 'grant' || record.type === 'reverse') && record.accountId === accountId) {
      add({ place, line: grantLine(record), refunded: false })
    }
  }
  yield* lines.reverse()
}

export function captureLine(
  { at, requestId, operation, model, keyId = null, credits, calls }: CaptureRecord,
  reason: string | null,
): StatementLine & { reason: string | null } {
  const line = { at, kind: 'capture', requestId, operation, model, keyId, reason, credits: -credits } as const
  return calls === undefined ? line : { ...line, calls }
}

/** Makes the line of a refund. @param capture line of the refunded charge */
export function refundLine({ at, reason }: RefundRecord, capture: StatementLine): StatementLine {
  return { ...capture, at, kind: 'refund', reason, credits: -capture.credits }
}

export function grantLine(record: GrantRecord | ReverseRecord): StatementLine {
  const { at, type: kind } = record
  const reason = record.type === 'grant' ? record.ref : record.reason
  // Subtracted instead of negated: a spent grant gives 0, and -0 would differ from 0 for some callers.
  const credits = record.type === 'grant' ? record.credits : 0 - record.credits
  return { at, kind, requestId: null, operation: null, model: null, keyId: null, reason, credits }
}

const mostLines = 1000
const mostSkipped = 1_000_000
/** Cursor: place of the last line of a page. */
const cursor = /^[1-9]\d{0,14}$/

export interface ParsedStatementQuery extends Omit<LinesWanted, 'accountId'> {
  readonly skip: number
  readonly limit: number
}

/** Checks a query. @throws RiftlineError `validation_error` */
export function parseStatementQuery(query: StatementQuery): ParsedStatementQuery {
  const { month, keyId = null, before, skip = 0, limit } = query
  if (!isWithin(limit, 1, mostLines)) throw invalid('limit', `an integer from 1 to ${mostLines}`, limit)
  if (!isWithin(skip, 0, mostSkipped)) throw invalid('skip', `an integer from 0 to ${mostSkipped}`, skip)
  if (before !== undefined && !cursor.test(before)) throw invalid('before', 'next of another page', before)
  const place = before === undefined ? Number.POSITIVE_INFINITY : Number(before)
  return { ...utcMonth(parseMonth(month)), keyId, before: place, skip, limit }
}

/** Takes one page of lines. @param lines in reverse order; read only as far as the page needs */
export async function takePage(
  lines: AsyncIterable<PlacedLine>,
  { skip, limit }: ParsedStatementQuery,
): Promise<StatementPage> {
  const taken: StatementLine[] = []
  let passed = 0
  let last = 0
  for await (const { place, line } of lines) {
    passed += 1
    if (passed <= skip) continue
    if (taken.length === limit) return { lines: taken, next: String(last) }
    taken.push(line)
    last = place
  }
  return { lines: taken, next: null }
}

export async function addUpDays(lines: AsyncIterable<PlacedLine>): Promise<readonly DayUse[]> {
  const days = new Map<number, { calls: number; credits: number }>()
  for await (const { line, refunded } of lines) {
    if (line.kind !== 'capture' || refunded) continue
    const day = dayOf(line.at)
    const sums = days.get(day) ?? { calls: 0, credits: 0 }
    days.set(day, { calls: sums.calls + (line.calls ?? 1), credits: sums.credits - line.credits })
  }
  const inOrder = [...days].sort(([one], [other]) => one - other)
  return inOrder.map(([day, sums]) => ({ day: dayText(day), ...sums }))
}
