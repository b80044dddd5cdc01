import { expect } from 'vitest'
import { StorageError } from '#ledger/credit-store.ts'
import { verifyPostgresLedger } from '#ledger/postgres/migrate.ts'
import type { PostgresStore } from '#ledger/postgres/postgres-store.ts'
import type { OwnPostgresCluster } from '../../support/postgres.ts'
import { until } from '../../support/server.ts'
import { callOf } from '../store/credit-store.fixture.ts'

/** Request ids of calls by the outcome that their callers know. */
export interface Books {
  readonly acknowledged: string[]
  readonly failed: string[]
}

/** Charges 2 credits, or holds and voids them, and records the outcome that the caller saw. */
export async function chargeOnce(
  store: PostgresStore,
  account: string,
  { acknowledged, failed }: Books,
  givesUp = false,
): Promise<void> {
  const call = callOf(account, 2)
  try {
    const result = await store.hold(call)
    if (result.kind !== 'held') throw new Error(`not held: ${result.kind}`)
    if (givesUp) {
      store.voidHold(result.hold)
      failed.push(call.requestId)
      return
    }
    await store.capture(result.hold)
    store.delivered(call.requestId)
    acknowledged.push(call.requestId)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    failed.push(call.requestId)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Beats until the store is sound again. */
export function soundAgain(store: PostgresStore): Promise<void> {
  return until(() =>
    store.beat().then(
      () => store.isSound(),
      () => false,
    ),
  )
}

/**
 * Checks that no acknowledged charge is lost or doubled, and that every failed call costs nothing. Marks of delivery are not
 * awaited, so a crash of the server may lose some, and their charges are refunded. Returns the number of those.
 */
export async function expectSettled(
  cluster: OwnPostgresCluster,
  url: string,
  { acknowledged, failed }: Books,
  mostGivenAway: number,
): Promise<number> {
  const readStates = async (): Promise<ReadonlyMap<string, string>> => {
    const sql = `SELECT request_id AS id, concat_ws(' ', state, reason) AS state FROM charge WHERE request_id = ANY ($1)`
    const rows = await cluster.query<{ id: string; state: string }>(url, sql, [[...acknowledged, ...failed]])
    return new Map(rows.map(({ id, state }) => [id, state]))
  }
  let states: ReadonlyMap<string, string> = new Map()
  // The last marks of delivery may not be written yet.
  await until(async () => {
    states = await readStates()
    return acknowledged.every((id) => states.get(id) !== 'captured')
  })
  expect((await verifyPostgresLedger(url)).violations).toEqual([])
  const givenAway = acknowledged.filter((id) => states.get(id) === 'refunded crash')
  expect(givenAway.length).toBeLessThanOrEqual(mostGivenAway)
  expect(acknowledged.filter((id) => states.get(id) !== 'delivered' && !givenAway.includes(id))).toEqual([])
  expect(failed.filter((id) => !/^(gone|refunded)/.test(states.get(id) ?? 'gone'))).toEqual([])
  return givenAway.length
}
