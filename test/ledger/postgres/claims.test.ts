import { expect, it } from 'vitest'
import { createDatabaseClaims } from '#ledger/postgres/claims.ts'
import { createOrder } from '#ledger/postgres/collector.ts'
import type { Database } from '#ledger/postgres/database.ts'
import type { Lease } from '#ledger/postgres/leases.ts'

const claim = { accountId: 'acc', path: '/v1/predict', key: 'k', fingerprint: 'aa', requestId: 'req_2' }

it('a claim is repeated when a delivery is committed while the database answers it', async () => {
  const marks = createOrder()
  let commit = (): void => {}
  marks.track('req_1', new Promise((resolve) => (commit = resolve)))
  const answers = ['in_progress', 'stored']
  async function write(): Promise<readonly object[]> {
    const outcome = answers.shift()
    // The mark is committed before the answer, made without it, arrives.
    commit()
    while (marks.all() !== undefined) await null
    return [{ outcome, status: 200, body: Buffer.from('{}') }]
  }
  const database = { write } as unknown as Database
  const lease = { current: async () => 'node' } as unknown as Lease
  const claims = createDatabaseClaims({ database, lease, marks, now: () => new Date(0) })
  expect(await claims.claim(claim)).toEqual({ kind: 'stored', answer: { status: 200, body: '{}' } })
})
