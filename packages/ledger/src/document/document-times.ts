import { RiftlineError } from '@riftline/base'
import { silentLog } from '@riftline/base/node'
import { utcText } from '../rules/free-month.ts'
import { firstOf, refuseBeforeFirst, type StartingClock } from '../rules/starting-clock.ts'
import type { ContentLine } from './ledger-document.ts'
import type { LedgerImport } from './ledger-import.ts'

/** The latest time at which something happened, and where the document says it. */
export interface LatestTime {
  readonly at: number
  /** From 1 on. */
  readonly line: number
  readonly field: string
}

/** Fields that tell when something happened, with their paths. The end of a grant is none: it may lie ahead. */
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

/** The later of what was found so far and what a line says; the first of equal ones. */
export function laterTime(found: LatestTime | null, content: ContentLine, line: number): LatestTime | null {
  let latest = found
  for (const field of timeFields[content.type]) {
    const at = field.split('.').reduce<unknown>((value, name) => Object(value)[name], content)
    if (typeof at === 'number' && at > (latest?.at ?? Number.NEGATIVE_INFINITY)) latest = { at, line, field }
  }
  return latest
}

const hourMs = 3_600_000

/**
 * Whether the document is of a clock that was ahead, so that the ledger has to be turned back behind it.
 * @throws RiftlineError `ledger_document_invalid` if that is not accepted, `clock_behind_ledger` if it is impossible
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
