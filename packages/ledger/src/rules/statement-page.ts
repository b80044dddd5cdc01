import { dayOf } from '@riftline/base'
import type { DayUse, StatementLine, StatementPage, StatementQuery } from '../account-reports.ts'
import { invalid, parseMonth } from './account-input.ts'
import { utcMonth } from './free-month.ts'
import type { LinesWanted, PlacedLine } from './statement.ts'
import { dayText } from './usage-sums.ts'

const mostLines = 1000
const mostSkipped = 1_000_000
/** The place of a page's last line. */
const cursor = /^[1-9]\d{0,14}$/

/** Selects lines, and the page of them. */
export interface ParsedStatementQuery extends Omit<LinesWanted, 'accountId'> {
  readonly skip: number
  readonly limit: number
}

/** @throws RiftlineError `validation_error` */
export function parseStatementQuery(query: StatementQuery): ParsedStatementQuery {
  const { month, keyId = null, before, skip = 0, limit } = query
  if (!isWithin(limit, 1, mostLines)) throw invalid('limit', `an integer from 1 to ${mostLines}`, limit)
  if (!isWithin(skip, 0, mostSkipped)) throw invalid('skip', `an integer from 0 to ${mostSkipped}`, skip)
  if (before !== undefined && !cursor.test(before)) throw invalid('before', 'next of another page', before)
  const place = before === undefined ? Number.POSITIVE_INFINITY : Number(before)
  return { ...utcMonth(parseMonth(month)), keyId, before: place, skip, limit }
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && value >= least && value <= most
}

/** @param lines backwards; read as far as the page needs */
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

/** @param lines of one month */
export async function addUpDays(lines: AsyncIterable<PlacedLine>): Promise<readonly DayUse[]> {
  const days = new Map<number, { calls: number; credits: number }>()
  for await (const { line, refunded } of lines) {
    if (line.kind !== 'capture' || refunded) continue
    const day = dayOf(line.at)
    const sums = days.get(day) ?? { calls: 0, credits: 0 }
    days.set(day, { calls: sums.calls + 1, credits: sums.credits - line.credits })
  }
  const inOrder = [...days].sort(([one], [other]) => one - other)
  return inOrder.map(([day, sums]) => ({ day: dayText(day), ...sums }))
}
