import { expect, it } from 'vitest'
import { type Hold, StorageError } from '#ledger/credit-store.ts'
import { createHolds } from '#ledger/postgres/captures.ts'
import type { ChargesDeps } from '#ledger/postgres/charges.ts'
import { ConnectionLost } from '#ledger/postgres/connection.ts'
import { callOf } from '../store/credit-store.fixture.ts'

it('a hold that is repeated after its connection broke fails with the error of the repetition', async () => {
  const errors = [new ConnectionLost('away'), new StorageError('refused')]
  const voided: unknown[] = []
  async function write(sql: string, [, requestIds]: readonly unknown[]): Promise<Hold[]> {
    if (sql.includes('ledger_hold')) throw errors.shift()
    voided.push(requestIds)
    return []
  }
  const deps = { database: { write }, lease: { current: () => 'node' }, now: () => new Date(0), freeCredits: 0 }
  const holds = createHolds(deps as unknown as ChargesDeps)
  const call = callOf('acc', 3)
  await expect(holds(call)).rejects.toThrow('refused')
  expect(voided).toEqual([[call.requestId]])
})
