import { type AnswerToStore, type Hold, StorageError } from '../credit-store.ts'
import type { ChargesDeps } from './charges.ts'
import { type Collector, createCollector, oneByOneWhenRefused } from './collector.ts'
import { isWorthRepeating } from './failure.ts'

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

/** Captures of many holds in one durable transaction; gives the balances. */
export function createCaptures(
  { database, lease, now, freeCredits }: ChargesDeps,
  /** Called with the number of charges of each transaction, and of stored answers that were dropped. */
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
   * The connection broke: only the database knows. What it still holds is captured once more, under the same ids. That
   * locks the accounts, so that its commit waits for the disk, and for the standby where there is one, behind the first's.
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
    // Another process may have given everything back that stood under a name lost meanwhile.
    const sound = await lease.isCurrent(nodeId)
    return calls.map(({ hold }) => {
      const balance = sound ? balances.get(hold.requestId) : undefined
      return balance ?? new StorageError(`the hold of ${hold.requestId} has lapsed`)
    })
  }
  return createCollector({ run: oneByOneWhenRefused(run) })
}
