import { randomBytes } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { nullFor } from '@riftline/base'
import { silentLog, systemClock } from '@riftline/base/node'
import { type CreditStore, StorageError } from '@riftline/ledger'
import { openFileStore } from '@riftline/ledger/file'
import { openPostgresStore } from '@riftline/ledger/postgres'

/** Order of the parent: make calls of these keys, all at once. */
export interface LimitOrder {
  /** Data folder, or URL of a database. */
  readonly place: string
  readonly keyIds: readonly string[]
  readonly limit: number
  readonly calls: number
}

/** `charged`: another charge is durable. `done`: every call has ended; what each key has used. */
export type LimitReport = 'loaded' | 'charged' | { readonly used: readonly number[]; readonly refused: number }

const tell = (report: LimitReport): void => void process.send?.(report)
const dice = (sides: number): number => (randomBytes(4).readUInt32LE() >>> 0) % sides

function open(place: string): Promise<CreditStore> {
  const parts = { clock: systemClock, randomBytes, freeCredits: 0, log: silentLog }
  if (place.startsWith('postgres:')) return openPostgresStore({ ...parts, databaseUrl: place })
  return openFileStore({ ...parts, dataFolder: place })
}

/** Asks a database again that was too busy to answer in time. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 30; ; left -= 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StorageError) || left === 0) throw error
    }
  }
}

/** Makes the account and the keys of a life unless another process has. */
async function prepare(store: CreditStore, { keyIds, limit }: LimitOrder): Promise<string> {
  await nullFor(store.createAccount('load'), 'account_exists')
  const { id: accountId } = await store.findAccount('load')
  await store.grant(accountId, { kind: 'topup', ref: 'start', credits: 10_000_000 })
  for (const id of keyIds) {
    const sha256 = Buffer.from(id.padEnd(32, '.')).toString('hex')
    await nullFor(store.addKey({ id, accountId, name: 'load', sha256, monthlyLimit: limit }), 'validation_error')
  }
  return accountId
}

/** A call that a busy database did not answer in time is not answered by a server either, and its credits are given back. */
function endUnanswered(error: unknown): void {
  if (!(error instanceof StorageError)) throw error
}

async function run(order: LimitOrder): Promise<void> {
  const store = await open(order.place)
  const accountId = await patiently(() => prepare(store, order))
  let refused = 0
  const call = async (index: number): Promise<void> => {
    const keyId = order.keyIds[index % order.keyIds.length]!
    for (let turns = dice(40); turns > 0; turns -= 1) await turn()
    const requestId = `req_${process.pid}_${randomBytes(6).toString('hex')}`
    const call = { requestId, accountId, operation: 'predict', model: null, keyId, credits: 1 + dice(3) }
    const result = await store.hold(call)
    if (result.kind !== 'held') {
      if (result.kind !== 'key_limit') throw new Error(`a hold is ${result.kind}`)
      if (result.used > order.limit) throw new Error(`${result.used} of ${order.limit} credits are used`)
      refused += 1
      return
    }
    await turn()
    const end = dice(10)
    if (end < 3) return store.voidHold(result.hold)
    await store.capture(result.hold)
    tell('charged')
    if (end < 5) await store.refund(requestId, 'disconnect')
    else store.delivered(requestId)
  }
  await Promise.all(Array.from({ length: order.calls }, (_, index) => call(index).catch(endUnanswered)))
  const used = await Promise.all(order.keyIds.map((id) => patiently(() => store.usedByKey(id))))
  await store.close()
  tell({ used, refused })
}

// All code is loaded now. The place is opened on the parent's order, as the last process on it may still be alive.
tell('loaded')
process.once('message', (order: LimitOrder) => {
  run(order).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
    process.exit(1)
  })
})
