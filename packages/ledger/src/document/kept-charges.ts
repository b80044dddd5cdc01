import type { GrantState } from '../rules/account-state.ts'
import type { CaptureRecord, LedgerRecord } from '../rules/ledger-record.ts'
import type { ChargeLine } from './ledger-document.ts'

export type Outcome = Pick<ChargeLine, 'state' | 'reason' | 'closedAt'>

/** Facts about charges and grants that follow from the remaining records. */
export interface KeptCharges {
  /** Result of each charge whose capture remains. */
  readonly outcomes: ReadonlyMap<string, Outcome>
  /** Grants and reversals that have their record. */
  readonly granted: ReadonlySet<number>
  readonly reversed: ReadonlySet<number>
  /** Credits captured from a grant, and returned to it, by charges whose capture is gone. */
  folded(entry: GrantState): { readonly captured: number; readonly refunded: number }
}

const open: Outcome = { state: 'captured', reason: null, closedAt: null }

export async function readKeptCharges(records: AsyncIterable<LedgerRecord>): Promise<KeptCharges> {
  const captures = new Map<string, CaptureRecord['lines']>()
  const outcomes = new Map<string, Outcome>()
  const [granted, reversed] = [new Set<number>(), new Set<number>()]
  const [captured, refunded] = [new Map<number, number>(), new Map<number, number>()]
  const close = (requestId: string, outcome: Outcome): void => {
    if (outcomes.has(requestId)) outcomes.set(requestId, outcome)
    if (outcome.state === 'refunded') addLines(refunded, captures.get(requestId) ?? [])
    captures.delete(requestId)
  }
  for await (const record of records) {
    if (record.type === 'grant') granted.add(record.grantId)
    if (record.type === 'reverse') reversed.add(record.grantId)
    if (record.type === 'capture') {
      captures.set(record.requestId, record.lines)
      outcomes.set(record.requestId, open)
      addLines(captured, record.lines)
    }
    if (record.type === 'delivered') {
      const outcome: Outcome = { state: 'delivered', reason: record.reason ?? null, closedAt: record.at }
      for (const requestId of record.requestIds) close(requestId, outcome)
    }
    if (record.type === 'refund')
      close(record.requestId, { state: 'refunded', reason: record.reason, closedAt: record.at })
  }
  return {
    outcomes,
    granted,
    reversed,
    folded: ({ grant, ...sums }) => ({
      captured: sums.captured - (captured.get(grant.grantId) ?? 0),
      refunded: sums.refunded - (refunded.get(grant.grantId) ?? 0),
    }),
  }
}

function addLines(sums: Map<number, number>, lines: CaptureRecord['lines']): void {
  for (const [grantId, credits] of lines) sums.set(grantId, (sums.get(grantId) ?? 0) + credits)
}
