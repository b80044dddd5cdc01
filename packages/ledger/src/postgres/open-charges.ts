import type { RefundReason } from '../credit-store.ts'
import type { Run } from './database.ts'

/**
 * The charges that this process answers for. What only the database has under its name
 * has no owner: an outcome that was never learnt, a void or refund that found no database. It is given back.
 */
export interface OpenCharges {
  readonly count: number
  has(requestId: string): boolean
  add(requestId: string): void
  /** False when it was not there. */
  end(requestId: string): boolean
  /** Ends it; what the database still has of it is given back for this reason. */
  giveUp(requestId: string, reason: RefundReason): void
  /** Gives back what was given up, under a name of this process. */
  sweep(nodeId: string, at: Date): Promise<readonly GivenBack[]>
}

export interface GivenBack {
  readonly reason: RefundReason
  readonly voided: number
  readonly refunded: number
  /** Credits refunded. */
  readonly credits: number
}

export function createOpenCharges(write: Run): OpenCharges {
  const open = new Set<string>()
  const reasons = new Map<string, RefundReason>()

  const giveBack = async (nodeId: string, at: Date, reason: RefundReason, ids: string[]): Promise<GivenBack[]> => {
    if (ids.length === 0) return []
    const sql = 'SELECT * FROM ledger_give_back($1, $2, $3, $4)'
    const rows = await write<Omit<GivenBack, 'reason'>>(sql, [nodeId, at, reason, ids])
    for (const id of ids) reasons.delete(id)
    return rows.map((row) => ({ ...row, reason }))
  }

  return {
    get count() {
      return open.size
    },
    has: (requestId) => open.has(requestId),
    add: (requestId) => open.add(requestId),
    end: (requestId) => open.delete(requestId),
    giveUp(requestId, reason) {
      open.delete(requestId)
      if (reason !== 'crash') reasons.set(requestId, reason)
    },
    async sweep(nodeId, at) {
      const sql = 'SELECT request_id AS id FROM charge WHERE node_id = $1 AND closed_at IS NULL'
      const rows = await write<{ id: string }>(sql, [nodeId])
      // Read before it is compared: one that was closed meanwhile is given back for nothing, which does nothing.
      const orphans = rows.map(({ id }) => id).filter((id) => !open.has(id))
      const reasonOf = (id: string): RefundReason => reasons.get(id) ?? 'crash'
      const given: GivenBack[] = []
      for (const reason of new Set(orphans.map(reasonOf))) {
        const ids = orphans.filter((id) => reasonOf(id) === reason)
        given.push(...(await giveBack(nodeId, at, reason, ids)))
      }
      return given
    },
  }
}
