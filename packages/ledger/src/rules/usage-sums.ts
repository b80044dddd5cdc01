import { dayOf } from '@riftline/core'
import type { UsageLine } from '../credit-store.ts'
import { utcMonth } from './free-month.ts'
import type { CaptureRecord } from './ledger-record.ts'

/** Calls and credits of one UTC month. */
export interface MonthSums {
  readonly from: number
  readonly to: number
  /** Credits by UTC day, counted from 1970. */
  readonly days: Map<number, number>
  /** By operation and model. */
  readonly lines: Map<string, UsageLine>
}

/**
 * The latest months of an account in which something was captured, oldest first: two at most, and those of a clock that
 * was ahead until their time comes.
 */
export type UsageSums = MonthSums[]

const keptMonths = 2

export function createUsageSums(): UsageSums {
  return []
}

/** Adds a capture to its day and month, or takes a refunded one away again (`sign` -1). */
export function addUsage(
  sums: UsageSums,
  charge: Pick<CaptureRecord, 'at' | 'operation' | 'model' | 'credits'>,
  sign: 1 | -1,
  /** Ledger time. */
  now: number,
): void {
  const month = monthAt(sums, charge.at) ?? (sign === 1 ? addMonth(sums, charge.at, now) : null)
  if (month === null) return
  const day = dayOf(charge.at)
  const credits = sign * charge.credits
  month.days.set(day, (month.days.get(day) ?? 0) + credits)
  const key = `${charge.operation} ${charge.model}`
  const before = month.lines.get(key)
  month.lines.set(key, {
    operation: charge.operation,
    model: charge.model,
    calls: (before?.calls ?? 0) + sign,
    credits: (before?.credits ?? 0) + credits,
  })
}

export function usedOnDay(sums: UsageSums, at: number): number {
  return monthAt(sums, at)?.days.get(dayOf(at)) ?? 0
}

/** The lines of a UTC month, by operation and then model; calls that were all refunded leave no line. */
export function linesOfMonth(sums: UsageSums, at: number): readonly UsageLine[] {
  const { lines } = monthAt(sums, at) ?? { lines: new Map<string, UsageLine>() }
  const keys = [...lines.keys()].sort()
  return keys.flatMap((key) => lines.get(key) ?? []).filter((line) => line.calls > 0)
}

function monthAt(sums: UsageSums, at: number): MonthSums | null {
  for (let index = sums.length - 1; index >= 0; index -= 1) {
    const month = sums[index]
    if (month !== undefined && month.from <= at && at < month.to) return month
  }
  return null
}

/** A month older than those kept is made and dropped at once. */
function addMonth(sums: UsageSums, at: number, now: number): MonthSums {
  const month: MonthSums = { ...utcMonth(at), days: new Map(), lines: new Map() }
  sums.push(month)
  sums.sort((a, b) => a.from - b.from)
  if (sums.filter(({ from }) => from <= now).length > keptMonths) sums.shift()
  return month
}
