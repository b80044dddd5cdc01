import { describe, expect, it } from 'vitest'
import { StorageError } from '#ledger/credit-store.ts'
import { createDatabaseCharges } from '#ledger/postgres/charges.ts'
import { createDatabaseClaims } from '#ledger/postgres/claims.ts'
import { createOrder } from '#ledger/postgres/collector.ts'
import { ConnectionLost } from '#ledger/postgres/connection.ts'
import type { Database, Run } from '#ledger/postgres/database.ts'
import { createOpenCharges } from '#ledger/postgres/leases.ts'

/** Creates charges over a database that takes no mark of delivery; `refund` is its answer to a refund. */
function chargesOver(refund: () => Promise<readonly object[]>) {
  /** Charges that `markLate` looked up, to see whether their mark still has to be written. */
  const asked: string[] = []
  let marks = 0
  const write = (async (sql: string) => {
    if (sql.includes('ledger_refund')) return refund()
    marks += 1
    throw new ConnectionLost('away')
  }) as Run
  const open = createOpenCharges(write)
  const seen = { ...open, has: (requestId: string) => asked.push(requestId) > 0 && open.has(requestId) }
  const database = { write, read: write, slow: write } as unknown as Database
  const lease = { current: () => 'node', renew: async () => {}, isCurrent: async () => true, leave: async () => {} }
  const now = () => new Date(0)
  const deps = { database, lease, open: seen, marks: createOrder(), freeCredits: 0, now, captured: () => {} }
  const charges = createDatabaseCharges(deps, createDatabaseClaims(deps))
  const deliver = async (requestId: string) => {
    open.add(requestId)
    charges.delivered(requestId)
    await deps.marks.all()
  }
  const askedByMarking = async () => {
    asked.length = 0
    await charges.markLate()
    return [...asked]
  }
  return { charges, deliver, askedByMarking, marks: () => marks }
}

describe('a mark of delivery while the database is away', () => {
  it('a mark of delivery is tried again until it is written', async () => {
    const { deliver, askedByMarking, marks } = chargesOver(async () => [])
    await deliver('r')
    expect([await askedByMarking(), await askedByMarking()]).toEqual([['r'], ['r']])
    expect(marks()).toBe(3)
  })

  it('a mark of delivery is dropped once an operator has refunded the charge', async () => {
    const { charges, deliver, askedByMarking, marks } = chargesOver(async () => [{ request_id: 'r' }])
    await deliver('r')
    await charges.refund('r', 'operator')
    expect(await askedByMarking()).toEqual([])
    expect(marks()).toBe(1)
  })

  it('a mark of delivery is dropped once the charge is to be refunded', async () => {
    const { charges, deliver, askedByMarking, marks } = chargesOver(() => Promise.reject(new ConnectionLost('away')))
    await deliver('r')
    await expect(charges.refund('r', 'operator')).rejects.toBeInstanceOf(StorageError)
    await askedByMarking()
    expect(await askedByMarking()).toEqual([])
    expect(marks()).toBe(1)
  })
})
