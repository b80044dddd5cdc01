import { dayMs, dayOf } from '@riftline/base'
import type { AccountGrant, DayUse, KeyUse, Usage, UsageLine } from '../account-reports.ts'
import type { CaptureRecord } from './ledger-record.ts'
import { freeRef, utcMonth, utcText } from './ledger-time.ts'

/** Calls and credits of one UTC month. */
export interface MonthSums {
  readonly from: number
  readonly to: number
  /** Credits by UTC day, as day numbers since 1970. */
  readonly days: Map<number, number>
  readonly lines: Map<string, UsageLine>
  /** Calls by UTC day, and credits by key, of charges whose record has a key, which earlier releases did not store. */
  readonly calls: Map<number, number>
  readonly keys: Map<string, number>
}

/** Latest months of an account with captures, oldest first: at most two, plus future months of a clock that was ahead until they begin. */
export type UsageSums = MonthSums[]

const keptMonths = 2

/** Adds a capture to its day and month, or subtracts a refunded one (`sign` -1). */
export function addUsage(
  sums: UsageSums,
  charge: Pick<CaptureRecord, 'at' | 'operation' | 'model' | 'keyId' | 'credits' | 'calls'>,
  sign: 1 | -1,
  /** Current ledger time. */
  now: number,
): void {
  const month = monthAt(sums, charge.at) ?? (sign === 1 ? addMonth(sums, charge.at, now) : null)
  if (month === null) return
  const day = dayOf(charge.at)
  const credits = sign * charge.credits
  const calls = sign * (charge.calls ?? 1)
  month.days.set(day, (month.days.get(day) ?? 0) + credits)
  const key = lineKey(charge)
  const before = month.lines.get(key)
  month.lines.set(key, {
    operation: charge.operation,
    model: charge.model,
    calls: (before?.calls ?? 0) + calls,
    credits: (before?.credits ?? 0) + credits,
  })
  const { keyId } = charge
  if (keyId === undefined) return
  month.calls.set(day, (month.calls.get(day) ?? 0) + calls)
  if (keyId !== null) month.keys.set(keyId, (month.keys.get(keyId) ?? 0) + credits)
}

/** Returns the days of a UTC month with calls, ascending; null if the sums do not cover the whole month. */
export function daysOfMonth(sums: UsageSums, at: number): readonly DayUse[] | null {
  const month = monthAt(sums, at)
  const [oldest] = sums
  if (month === null) return oldest === undefined || sums.length < keptMonths || at > oldest.from ? [] : null
  let missing = 0
  for (const { calls } of month.lines.values()) missing += calls
  for (const calls of month.calls.values()) missing -= calls
  if (missing !== 0) return null
  const days = [...month.calls].filter(([, calls]) => calls > 0).sort(([one], [other]) => one - other)
  return days.map(([day, calls]) => ({ day: dayText(day), calls, credits: month.days.get(day)! }))
}

export function dayText(day: number): string {
  return utcText(day * dayMs).slice(0, 10)
}

export function usedOnDay(sums: UsageSums, at: number): number {
  return monthAt(sums, at)?.days.get(dayOf(at)) ?? 0
}

/** Returns the calls of a UTC month by operation and model, without lines whose calls were all refunded. */
export function linesOfMonth(sums: UsageSums, at: number): readonly UsageLine[] {
  return [...(monthAt(sums, at)?.lines.values() ?? [])].filter(({ calls }) => calls > 0)
}

export interface UsageParts {
  /** Grants that count now, oldest first, spent ones included. */
  readonly grants: readonly Pick<AccountGrant, 'kind' | 'ref' | 'name' | 'credits' | 'remaining' | 'expiresAt'>[]
  readonly calls: readonly UsageLine[]
  readonly today: number
  readonly freeCredits: number
  readonly at: number
}

/** Credits as in `/v1/usage`, whose three allowances add up to the balance. Calls are sorted by operation, then model. */
export function usageOf({ grants, calls, today, freeCredits, at }: UsageParts): Usage {
  const left = { free: 0, plan: 0, topup: 0 }
  for (const { kind, remaining } of grants) left[kind] += remaining
  const month = grants.find(({ ref }) => ref === freeRef(at))
  // Newest plan, even if spent; credits left from older plans are added to it.
  const plan = grants.findLast(({ kind }) => kind === 'plan')
  return {
    creditsRemaining: left.free + left.plan + left.topup,
    free: { monthly: month?.credits ?? freeCredits, remaining: left.free, ...utcMonth(at) },
    plan: plan?.expiresAt
      ? { name: plan.name ?? 'plan', perPeriod: plan.credits, remaining: left.plan, to: plan.expiresAt }
      : null,
    topUp: { remaining: left.topup },
    used: { today, thisMonth: calls.reduce((sum, { credits }) => sum + credits, 0) },
    calls: calls.toSorted((one, other) => (lineKey(one) < lineKey(other) ? -1 : 1)),
  }
}

function lineKey({ operation, model }: Pick<UsageLine, 'operation' | 'model'>): string {
  return `${operation} ${model}`
}

function monthAt(sums: UsageSums, at: number): MonthSums | null {
  return sums.findLast(({ from, to }) => from <= at && at < to) ?? null
}

/** Adds a month. One older than the kept months is created and dropped immediately. */
function addMonth(sums: UsageSums, at: number, now: number): MonthSums {
  const month: MonthSums = {
    ...utcMonth(at),
    days: new Map(),
    lines: new Map(),
    calls: new Map(),
    keys: new Map(),
  }
  sums.push(month)
  sums.sort((a, b) => a.from - b.from)
  if (sums.filter(({ from }) => from <= now).length > keptMonths) sums.shift()
  return month
}

/**
 * Time of the last charge by key id, in the order of first charges. Changed in place, because a new number for each
 * charge would create garbage.
 */
export type KeyUses = Map<string, { at: number }>

export function noteKeyUse(uses: KeyUses, keyId: string, at: number): void {
  const use = uses.get(keyId)
  if (use === undefined) uses.set(keyId, { at })
  else if (at > use.at) use.at = at
}

/**
 * Credits of a key that count towards its monthly limit, without holds. Months after the current one, which a clock that was ahead may
 * have entered, count too: a running call may be charged in any of them.
 */
export function spentByKey(sums: UsageSums, keyId: string, at: number): number {
  return sums.reduce((most, { to, keys }) => (to > at ? Math.max(most, keys.get(keyId) ?? 0) : most), 0)
}

export function keyUsesOf(uses: KeyUses, usage: UsageSums, at: number): readonly KeyUse[] {
  const month = monthAt(usage, at)
  return Array.from(uses, ([keyId, use]) => {
    return { keyId, lastUsedAt: use.at, creditsThisMonth: month?.keys.get(keyId) ?? 0 }
  }).sort(byKeyId)
}

/** Compares key ids as code units, so that every store sorts alike; databases sort by their locale. */
export function byKeyId(one: KeyUse, other: KeyUse): number {
  return one.keyId < other.keyId ? -1 : 1
}
