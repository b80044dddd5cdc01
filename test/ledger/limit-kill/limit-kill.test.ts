import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { silentLog, systemClock } from '@riftline/base/node'
import type { CreditStore } from '@riftline/ledger'
import { openFileStore, verifyLedger } from '@riftline/ledger/file'
import { verifyPostgresLedger } from '@riftline/ledger/postgres'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openPostgresStore } from '#ledger/postgres/postgres-store.ts'
import { amount } from '../../support/amount.ts'
import { bundleChild } from '../../support/bundle-child.ts'
import { databaseTests } from '../../support/postgres.ts'
import { createTestDatabase } from '../../support/postgres-store.ts'
import type { LimitOrder, LimitReport } from './child.ts'

/** Calls of a life, all at once; they need real processes, since nothing else shows what `kill -9` leaves behind. */
const calls = amount(600, 10_000)
const kills = Number(process.env.KILLS ?? amount(1, 12))
const limit = 500

let script: string
const children = new Set<ChildProcess>()
beforeAll(async () => {
  script = await bundleChild('test/ledger/limit-kill/child.ts')
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
})
afterAll(() => rmSync(dirname(script), { recursive: true }))

/** Runs an order in a process of its own. `killAfter`: number of charges after which it is killed. */
async function live(order: LimitOrder, killAfter?: number): Promise<LimitReport | null> {
  const child = fork(script, [], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] })
  children.add(child)
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk
  })
  await once(child, 'message')
  let charged = 0
  let last: LimitReport | null = null
  child.on('message', (report: LimitReport) => {
    if (report === 'charged') charged += 1
    else last = report
    if (charged === killAfter) child.kill('SIGKILL')
  })
  child.send(order)
  await once(child, 'exit')
  children.delete(child)
  expect(errors).toBe('')
  return last
}

/** Credits that stay charged, by key and month. */
async function spentBy(store: CreditStore, keyIds: readonly string[]): Promise<readonly number[]> {
  const { id } = await store.findAccount('load')
  const spent = new Map<string, number>()
  for (const month of [systemClock.now() - 3_600_000, systemClock.now()].map((at) =>
    new Date(at).toISOString().slice(0, 7),
  ))
    for (const { keyId, credits } of spent.has(month) ? [] : await store.statement(id, month)) {
      if (keyId === null) continue
      spent.set(month, 0)
      spent.set(`${month} ${keyId}`, (spent.get(`${month} ${keyId}`) ?? 0) - credits)
    }
  return keyIds.map((keyId) =>
    Math.max(...[...spent].flatMap(([name, credits]) => (name.endsWith(` ${keyId}`) ? credits : []))),
  )
}

/** Lives of a place, each with the key of the life before and a new one. `runs` are the processes of one life. */
async function outlive(place: string, processes: number): Promise<readonly string[]> {
  const keyIds = Array.from({ length: kills + 1 }, (_, life) => `key${String(life).padStart(5, '0')}`)
  const order = (from: number, calls: number) => ({ place, limit, calls, keyIds: keyIds.slice(from, from + 2) })
  await live(order(0, 0))
  for (let life = 0; life < kills; life += 1) {
    const killAfter = 10 + ((life * 97) % 400)
    const runs = Array.from({ length: processes }, (_, index) =>
      live(order(life, calls), index === 0 ? killAfter : undefined),
    )
    for (const report of (await Promise.all(runs)).slice(1)) expect(report).not.toBeNull()
  }
  const report = await live({ ...order(0, calls), keyIds })
  expect(report).toMatchObject({ used: keyIds.map(() => expect.any(Number)) })
  for (const used of (report as { used: readonly number[] }).used) expect(used).toBeLessThanOrEqual(limit)
  return keyIds
}

it(`${calls} calls at once of a key with a limit of ${limit}, and ${kills} kills: a folder never spends more`, async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'riftline-limit-kill-'))
  try {
    const keyIds = await outlive(dataFolder, 1)
    const parts = { clock: systemClock, randomBytes, freeCredits: 0, log: silentLog, dataFolder }
    const store = await openFileStore(parts)
    await expectSpent(store, keyIds)
    await store.close()
    expect(await verifyLedger(dataFolder)).toMatchObject({ sound: true, violations: [] })
  } finally {
    rmSync(dataFolder, { recursive: true, force: true })
  }
}, 600_000)

/** Checks that each key has spent its limit at most, and that the rest of it can be spent to the last credit. */
async function expectSpent(store: CreditStore, keyIds: readonly string[]): Promise<void> {
  const spent = await spentBy(store, keyIds)
  expect(await Promise.all(keyIds.map((id) => store.usedByKey(id)))).toEqual(spent)
  const { id: accountId } = await store.findAccount('load')
  for (const [index, keyId] of keyIds.entries()) {
    expect(spent[index]).toBeLessThanOrEqual(limit)
    const call = { requestId: `req_rest_${keyId}`, accountId, operation: 'predict', model: null, keyId, credits: 1 }
    const rest = limit - spent[index]!
    expect(await store.hold({ ...call, credits: rest + 1 })).toMatchObject({
      kind: 'key_limit',
      limit,
      used: spent[index],
    })
    const last = rest === 0 ? null : await store.hold({ ...call, credits: rest })
    if (last?.kind === 'held') {
      await store.capture(last.hold)
      store.delivered(call.requestId)
    }
    expect(await store.hold({ ...call, requestId: `req_over_${keyId}` })).toMatchObject({
      kind: 'key_limit',
      used: limit,
    })
  }
  expect(await spentBy(store, keyIds)).toEqual(keyIds.map(() => limit))
}

describe.skipIf(databaseTests.skip)(`a database${databaseTests.why}`, () => {
  it(`two processes with ${calls} calls each at once, and ${kills} kills of one: a database never spends more`, async () => {
    const database = await createTestDatabase()
    const keyIds = await outlive(database.url, 2)
    const parts = { clock: systemClock, randomBytes, freeCredits: 0, log: silentLog, databaseUrl: database.url }
    const store = await openPostgresStore(parts)
    // The killed processes are dead when their leases run out, which would take 20 seconds.
    await database.query(`UPDATE node SET lease_until = '-infinity'`)
    await store.beat()
    await expectSpent(store, keyIds)
    await store.close()
    expect(await verifyPostgresLedger(database.url)).toMatchObject({ sound: true, violations: [] })
  }, 600_000)
})
