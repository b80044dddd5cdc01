import { randomBytes } from 'node:crypto'
import { systemClock } from '@riftline/base/node'
import type { CreditStore } from '@riftline/ledger'
import { openFileStore } from '@riftline/ledger/file'
import type { FromWriter } from './messages.ts'

/** Tells the parent. This process writes to a ledger, charges as fast as its disk allows, and reports each acknowledged charge. */
const tell = (message: FromWriter): void => void process.send?.(message)

const callers = 8
const [dataFolder = '', name = ''] = process.argv.slice(2)

async function run(): Promise<void> {
  const store = await openFileStore({
    dataFolder,
    clock: systemClock,
    randomBytes,
    freeCredits: 0,
    log: () => {},
    // Small segments and snapshots make the ledger change files often.
    limits: { segmentBytes: 131_072, snapshotRecords: 100_000 },
  })
  const [account = await store.createAccount('load')] = await store.accounts()
  await store.grant(account.id, { kind: 'topup', ref: name, credits: 1_000_000 })
  // This listener comes first, because the first process of a namespace ignores a signal without one.
  process.on('SIGTERM', () => void store.close().then(() => process.exit(0)))
  tell({ kind: 'open' })
  const lost = store.failed.then(async (cause) => {
    tell({ kind: 'lost', reason: String(cause) })
    await store.close()
    process.exit(1)
  })
  await Promise.all(Array.from({ length: callers }, (_, caller) => charge(store, account.id, caller)))
  await lost
}

async function charge(store: CreditStore, accountId: string, caller: number): Promise<void> {
  for (let call = 0; store.isSound(); call += 1) {
    const requestId = `${name}-${caller}-${call}`
    try {
      const result = await store.hold({
        requestId,
        accountId,
        operation: 'predict',
        model: 'fasttree',
        keyId: null,
        credits: 1,
      })
      if (result.kind !== 'held') return
      await store.capture(result.hold)
    } catch {
      return
    }
    tell({ kind: 'charged', requestId })
    store.delivered(requestId)
    // The pause lets messages leave: each waits until the parent reads it, and charges wait for messages.
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

run().catch((error: Error & { readonly code?: string }) => {
  tell({ kind: 'refused', code: error.code ?? '', message: error.message })
  process.exit(1)
})
