import { toUtc } from '../clock.ts'
import type { UsageLine } from './credit-store.ts'
import type { CaptureRecord } from './ledger-record.ts'

/** Calls and credits of one account by UTC day (`YYYY-MM-DD`), then by operation and model. */
export type UsageSums = Map<string, Map<string, UsageLine>>

export function createUsageSums(): UsageSums {
  return new Map()
}

/** Adds a capture to its day, or takes a refunded one away again (`sign` -1). */
export function addUsage(sums: UsageSums, capture: CaptureRecord, sign: number): void {
  const day = dayOf(capture.at)
  const lines = sums.get(day) ?? new Map<string, UsageLine>()
  const key = `${capture.op} ${capture.model}`
  const before = lines.get(key)
  lines.set(key, {
    operation: capture.op,
    model: capture.model,
    calls: (before?.calls ?? 0) + sign,
    credits: (before?.credits ?? 0) + sign * capture.n,
  })
  sums.set(day, lines)
}

export function usedOnDay(sums: UsageSums, at: number): number {
  let credits = 0
  for (const line of sums.get(dayOf(at))?.values() ?? []) credits += line.credits
  return credits
}

/** The lines of a UTC month, by operation and then model; calls that were all refunded leave no line. */
export function linesOfMonth(sums: UsageSums, at: number): readonly UsageLine[] {
  const total = new Map<string, UsageLine>()
  for (const [day, lines] of sums) {
    if (day.slice(0, 7) !== dayOf(at).slice(0, 7)) continue
    for (const [key, line] of lines) {
      const before = total.get(key)
      total.set(key, {
        ...line,
        calls: (before?.calls ?? 0) + line.calls,
        credits: (before?.credits ?? 0) + line.credits,
      })
    }
  }
  const keys = [...total.keys()].sort()
  return keys.flatMap((key) => total.get(key) ?? []).filter((line) => line.calls > 0)
}

function dayOf(at: number): string {
  return toUtc(at).slice(0, 10)
}
