import { randomBytes } from 'node:crypto'
import { arch, cpus, platform } from 'node:os'
import { silentLog, systemClock } from '@riftline/base/node'
import { quantile } from 'simple-statistics'
import type { CreditStore } from '#ledger/credit-store.ts'
import { verifyPostgresLedger } from '#ledger/postgres/migrate.ts'
import { openPostgresStore } from '#ledger/postgres/postgres-store.ts'
import { ownPostgres, postgresMissing } from '../test/support/postgres.ts'

// Measures charges per second through the PostgreSQL store: hold, durable capture, delivery mark. The database shares the cores.
const calls = 256
const seconds = 10
const call = { operation: 'predict', model: 'fasttree', keyId: 'abcdefgh', credits: 2 }

if (postgresMissing === null) await measure()
else process.stdout.write(`postgres: ${postgresMissing}\n`)

async function measure(): Promise<void> {
  const cluster = await ownPostgres()
  try {
    process.stdout.write(
      `${cpus().length} cores, ${platform()} ${arch()}, Node ${process.version}; ${calls} calls at a time\n`,
    )
    for (const accounts of [1000, 1]) {
      const databaseUrl = await cluster.createDatabase()
      const store = await openPostgresStore({
        databaseUrl,
        clock: systemClock,
        randomBytes,
        freeCredits: 20,
        log: silentLog,
      })
      const ids = await addAccounts(store, accounts)
      await charge(store, ids, 3)
      const { done, elapsed, latencies } = await charge(store, ids, seconds)
      await store.close()
      const { sound, violations } = await verifyPostgresLedger(databaseUrl)
      if (!sound) throw new Error(`unsound after the measurement: ${JSON.stringify(violations)}`)
      const [p50, p99] = quantile(latencies, [0.5, 0.99]).map((ms) => ms.toFixed(0))
      const name = accounts === 1 ? 'one hot account' : `spread over ${accounts} accounts`
      process.stdout.write(
        `${name.padEnd(28)} ${(done / elapsed).toFixed(0)} charges/s, p50 ${p50} ms, p99 ${p99} ms\n`,
      )
    }
  } finally {
    cluster.remove()
  }
}

async function addAccounts(store: CreditStore, count: number): Promise<readonly string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const { id } = await store.createAccount(`account ${index}`)
    await store.grant(id, { kind: 'topup', ref: 'bench', credits: 1_000_000 })
    ids.push(id)
  }
  return ids
}

async function charge(store: CreditStore, ids: readonly string[], forSeconds: number) {
  const latencies: number[] = []
  const started = performance.now()
  const until = started + forSeconds * 1000
  let next = 0
  const caller = async (): Promise<void> => {
    for (let at = performance.now(); at < until; ) {
      const accountId = ids[next++ % ids.length] ?? ''
      const requestId = `req_${randomBytes(12).toString('hex')}`
      const held = await store.hold({ requestId, accountId, ...call })
      if (held.kind !== 'held') throw new Error(`not held: ${held.kind}`)
      await store.capture(held.hold)
      store.delivered(requestId)
      const end = performance.now()
      latencies.push(end - at)
      at = end
    }
  }
  await Promise.all(Array.from({ length: calls }, caller))
  return {
    done: latencies.length,
    elapsed: (performance.now() - started) / 1000,
    latencies,
  }
}
