import type { Violation } from './ledger-invariants.ts'
import type { LedgerRecord } from './ledger-record.ts'
import type { LedgerState } from './ledger-state.ts'

/** Sums over records, taken without the rules that make the state, so that the two can be compared. */
export interface LedgerTally {
  add(record: LedgerRecord): void
  violations(state: LedgerState): readonly Violation[]
}

interface GrantSums {
  /** Whether the grant's own record was among the records, and with it all that ever happened to it. */
  whole: boolean
  captured: number
  refunded: number
  reversed: number
}

type Charge = { lines: readonly (readonly [number, number])[]; refunded: boolean; delivered: boolean }

/** Needs memory for every charge: for `ledger verify` and tests, not for a server. */
export function createLedgerTally(): LedgerTally {
  const grants = new Map<number, GrantSums>()
  const charges = new Map<string, Charge>()
  const found: Violation[] = []
  const sumsOf = (grantId: number): GrantSums => {
    const sums = grants.get(grantId) ?? { whole: false, captured: 0, refunded: 0, reversed: 0 }
    grants.set(grantId, sums)
    return sums
  }
  const close = (requestId: string, how: 'refunded' | 'delivered'): void => {
    const charge = charges.get(requestId)
    // Its capture may be older than the records that are kept.
    if (charge === undefined) return
    if (charge.refunded) found.push({ invariant: 'I3', message: `charge ${requestId} is refunded, then ${how}` })
    if (charge.delivered) found.push({ invariant: 'I4', message: `charge ${requestId} is delivered, then ${how}` })
    charge[how] = true
    if (how === 'refunded') for (const [grantId, credits] of charge.lines) sumsOf(grantId).refunded += credits
  }
  return {
    add(record) {
      switch (record.type) {
        case 'grant':
          sumsOf(record.grantId).whole = true
          break
        case 'reverse':
          sumsOf(record.grantId).reversed += record.credits
          break
        case 'folded':
          sumsOf(record.grantId).captured += record.captured
          sumsOf(record.grantId).refunded += record.refunded
          break
        case 'capture':
          if (charges.has(record.requestId))
            found.push({ invariant: 'I3', message: `charge ${record.requestId} is captured twice` })
          charges.set(record.requestId, { lines: record.lines, refunded: false, delivered: false })
          for (const [grantId, credits] of record.lines) sumsOf(grantId).captured += credits
          break
        case 'delivered':
          for (const requestId of record.requestIds) close(requestId, 'delivered')
          break
        case 'refund':
          close(record.requestId, 'refunded')
          break
      }
    },
    violations(state) {
      const differing = [...grants].filter(([grantId, sums]) => !agrees(state, grantId, sums))
      const messages = differing.map(([grantId, sums]): Violation => {
        return { invariant: 'I6', message: `grant ${grantId}: the records sum up to ${JSON.stringify(sums)}` }
      })
      return [...found, ...messages]
    },
  }
}

/** Records that were deleted can only have added to the sums. */
function agrees(state: LedgerState, grantId: number, sums: GrantSums): boolean {
  const entry = state.grants.get(grantId)
  if (entry === undefined) return false
  const { captured, refunded } = entry
  const reversed = entry.reversed?.credits ?? 0
  if (sums.whole) return captured === sums.captured && refunded === sums.refunded && reversed === sums.reversed
  return captured >= sums.captured && refunded >= sums.refunded && reversed >= sums.reversed
}
