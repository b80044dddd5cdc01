import { type AnswerToStore, type CallToCharge, type Hold, type HoldResult, StorageError } from '../credit-store.ts'
import { utcMonth } from '../rules/ledger-time.ts'
import { accountNotFound } from './accounts.ts'
import type { ChargesDeps } from './charges.ts'
import { type Collector, createCollector, oneByOneWhenRefused } from './collector.ts'
import { isWorthRepeating, sqlState } from './connection.ts'

export interface ToCapture {
  readonly hold: Hold
  readonly answer?: AnswerToStore
}

interface CaptureRow {
  readonly request_id: string
  readonly balance: number
  readonly evicted: number
}

const captureSql = 'SELECT * FROM ledger_capture($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)'

export function createCaptures(
  { database, lease, now, freeCredits }: ChargesDeps,
  /** Called after each transaction with the number of its charges and of the stored answers it dropped. */
  captured: (charges: number, evicted: number) => void,
): Collector<ToCapture, number> {
  const captureAll = async (nodeId: string, calls: readonly ToCapture[]): Promise<Map<string, number>> => {
    const answers = calls.flatMap(({ answer }) => answer ?? [])
    const rows = await database.write<CaptureRow>(captureSql, [
      nodeId,
      now(),
      freeCredits,
      calls.map(({ hold }) => hold.requestId),
      answers.map(({ claim }) => claim.requestId),
      answers.map(({ claim }) => claim.path),
      answers.map(({ claim }) => claim.key),
      answers.map(({ claim }) => Buffer.from(claim.fingerprint, 'hex')),
      answers.map(({ status }) => status),
      answers.map(({ body }) => Buffer.from(body)),
    ])
    captured(rows.length, rows[0]?.evicted ?? 0)
    return new Map(rows.map((row) => [row.request_id, row.balance]))
  }

  /**
   * Repeats a capture after the connection broke, because only the database knows the outcome. Charges it still holds are captured
   * under the same ids; that locks the accounts, so it waits for the first attempt's commit.
   */
  const captureAgain = async (nodeId: string, calls: readonly ToCapture[]): Promise<Map<string, number>> => {
    const balances = await captureAll(nodeId, calls)
    const asked = calls.map(({ hold }) => hold.requestId).filter((requestId) => !balances.has(requestId))
    const done = await database.write<CaptureRow>(
      `SELECT request_id, ledger_balance(account_id, $2, $4) AS balance FROM charge
        WHERE request_id = ANY ($1) AND state = 'captured' AND node_id = $3`,
      [asked, now(), nodeId, freeCredits],
    )
    return new Map([...balances, ...done.map((row) => [row.request_id, row.balance] as const)])
  }

  const run = async (calls: readonly ToCapture[]): Promise<(number | Error)[]> => {
    const nodeId = await lease.current()
    const balances = await captureAll(nodeId, calls).catch((error: unknown) => {
      if (isWorthRepeating(error)) return captureAgain(nodeId, calls)
      throw error
    })
    // If the lease under this name was lost meanwhile, another process may have refunded everything.
    const sound = await lease.isCurrent(nodeId)
    return calls.map(({ hold }) => {
      const balance = sound ? balances.get(hold.requestId) : undefined
      return balance ?? new StorageError(`the hold of ${hold.requestId} has lapsed`)
    })
  }
  return createCollector({ run: oneByOneWhenRefused(run) })
}

interface HoldRow {
  readonly request_id: string
  readonly outcome: 'held' | 'insufficient' | 'key_limit' | 'banned' | 'unknown'
  readonly available: number
  readonly held: number
  readonly grants: readonly number[]
  readonly credits: readonly number[]
}

// Accounts are locked in the order of their ids, as everywhere, and the calls of one account keep the order of arrival.
const holdSql = `
SELECT h.*
  FROM (SELECT account, array_agg(request ORDER BY place) AS requests, array_agg(operation ORDER BY place) AS operations,
               array_agg(model ORDER BY place) AS models, array_agg(key ORDER BY place) AS keys, array_agg(credits ORDER BY place) AS credits,
               array_agg(calls ORDER BY place) AS calls
          FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::integer[])
               WITH ORDINALITY AS u (account, request, operation, model, key, credits, calls, place)
         GROUP BY account ORDER BY account) c,
       LATERAL ledger_hold(c.account, $8, $9, $10, $11, c.requests, c.operations, c.models, c.keys, c.credits, c.calls) h`

/** Holds of many calls in one statement. A failed hold may leave a row behind. */
export function createHolds({ database, lease, now, freeCredits }: ChargesDeps): Collector<CallToCharge, HoldResult> {
  const holdAll = async (calls: readonly CallToCharge[]): Promise<(HoldResult | Error)[]> => {
    const at = now()
    const rows = await database.write<HoldRow>(holdSql, [
      calls.map(({ accountId }) => accountId),
      calls.map(({ requestId }) => requestId),
      calls.map(({ operation }) => operation),
      calls.map(({ model }) => model),
      calls.map(({ keyId }) => keyId),
      calls.map(({ credits }) => credits),
      calls.map((call) => call.calls ?? 1),
      await lease.current(),
      at,
      firstOfMonth(at),
      freeCredits,
    ])
    const byRequest = new Map(rows.map((row) => [row.request_id, row]))
    return calls.map((call) => toResult(call, byRequest.get(call.requestId)!, at))
  }

  /** Voids the holds and makes them again, because a broken connection hides whether they were stored. */
  const holdAgain = async (calls: readonly CallToCharge[], wasLate = false): Promise<(HoldResult | Error)[]> => {
    const requestIds = calls.map(({ requestId }) => requestId)
    await database.write('SELECT ledger_void($1, $2)', [await lease.current(), requestIds])
    return holdAll(calls).catch((error: unknown) => {
      // The first attempt was still waiting for an account's lock, and finished before this repetition.
      if (sqlState(error) === '23505' && !wasLate) return holdAgain(calls, true)
      throw error
    })
  }

  const run = (calls: readonly CallToCharge[]): Promise<(HoldResult | Error)[]> =>
    holdAll(calls).catch((error: unknown) => {
      if (isWorthRepeating(error)) return holdAgain(calls)
      throw sqlState(error) === '23505' ? new Error('a call holds or paid credits already', { cause: error }) : error
    })
  return createCollector({ run: oneByOneWhenRefused(run) })
}

/** First day of the UTC month, for the database. */
export function firstOfMonth(at: Date): string {
  return `${at.toISOString().slice(0, 7)}-01`
}

function toResult(call: CallToCharge, row: HoldRow, at: Date): HoldResult | Error {
  switch (row.outcome) {
    case 'held': {
      const lines = row.grants.map((grantId, index) => [grantId, row.credits[index]!] as const)
      return { kind: 'held', hold: { ...call, lines } }
    }
    case 'insufficient':
      return { kind: 'insufficient', available: row.available, held: row.held }
    case 'key_limit':
      return { kind: 'key_limit', limit: row.available, used: row.held, resetsAt: utcMonth(at.getTime()).to }
    case 'banned':
      return { kind: 'banned' }
    case 'unknown':
      return accountNotFound(call.accountId)
  }
}
