import type { StatementLine } from '../credit-store.ts'
import { utcMonth } from './free-month.ts'
import type { LedgerRecord } from './ledger-record.ts'

/**
 * The lines of one account's UTC month, oldest first. A refund's line carries the call of its capture, which may lie in an
 * earlier month.
 *
 * @param month any time in the month
 */
export async function statementOf(
  records: AsyncIterable<LedgerRecord>,
  accountId: string,
  month: number,
): Promise<readonly StatementLine[]> {
  const { from, to } = utcMonth(month)
  const lines: StatementLine[] = []
  const open: OpenLines = new Map()
  for await (const record of records) {
    const line = lineOf(record, accountId, open)
    if (line !== null && line.at >= from && line.at < to) lines.push(line)
  }
  // Imported records need not be in order of time.
  return lines.sort((a, b) => a.at - b.at)
}

/** How far back statements go: to the start of the UTC month that is three before the one of `now`. */
export function startOfStatements(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 3, 1)
}

/** The account's captures that are not closed yet, by request id. */
type OpenLines = Map<string, StatementLine & { reason: string | null }>

/** Null where a record is no line of the account. How a capture is closed can give its line a reason. */
function lineOf(record: LedgerRecord, accountId: string, open: OpenLines): StatementLine | null {
  switch (record.type) {
    case 'grant':
      return record.accountId === accountId ? plain(record.at, 'grant', record.ref, record.credits) : null
    case 'reverse':
      // Not a minus sign: of a spent grant nothing is taken back, and -0 is not 0 to everyone.
      return record.accountId === accountId ? plain(record.at, 'reverse', record.reason, 0 - record.credits) : null
    case 'capture': {
      if (record.accountId !== accountId) return null
      const { at, requestId, operation, model, credits } = record
      const line: StatementLine = { at, kind: 'capture', requestId, operation, model, reason: null, credits: -credits }
      open.set(requestId, line)
      return line
    }
    case 'refund': {
      const capture = open.get(record.requestId)
      if (capture === undefined) return null
      open.delete(record.requestId)
      return { ...capture, at: record.at, kind: 'refund', reason: record.reason, credits: -capture.credits }
    }
    case 'delivered':
      for (const requestId of record.requestIds) {
        const capture = open.get(requestId)
        if (capture !== undefined) capture.reason = record.reason ?? null
        open.delete(requestId)
      }
      return null
    default:
      return null
  }
}

function plain(at: number, kind: 'grant' | 'reverse', reason: string, credits: number): StatementLine {
  return { at, kind, requestId: null, operation: null, model: null, reason, credits }
}
