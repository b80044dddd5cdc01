import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyLedger } from '@riftline/ledger/file'
import { createApiKey } from '@riftline/server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StatementLine } from '#ledger/account-reports.ts'
import { amount, runsAll } from '../../support/amount.ts'
import { bundleChild } from '../../support/bundle-child.ts'
import { matchBody } from '../../support/server-catalogue.ts'
import { type Child, type Standby, standBy } from './child-process.ts'
import { type Acknowledged, startLoad } from './load.ts'
import { endlessRuns } from './messages.ts'

/** Number of kills. They need real time and real processes: nothing else shows what `kill -9` leaves behind. KILLS=500 for more. */
const kills = Number(process.env.KILLS ?? amount(2, 150))
/** One life in this many ends after a pause without calls. */
const idleEvery = amount(2, 10)
const clients = 16
const topUp = 5_000_000
const everyMark = 20
/** Milliseconds by which a mark may be late on a busy machine: its batch is written first, and this process must see the answer. */
const lateness = 250

let script: string
beforeAll(async () => {
  script = await bundleChild('test/server/kill/child.ts')
})

let dataFolder: string
let running: Child | undefined
let next: Promise<Standby> | undefined
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'riftline-kill-'))
})
afterEach(async () => {
  await running?.end('SIGKILL')
  const unused = await next
  unused?.drop()
  next = undefined
  rmSync(dataFolder, { recursive: true, force: true })
})
afterAll(() => rmSync(dirname(script), { recursive: true }))

async function start(): Promise<Child> {
  const standby = await (next ?? standBy(script, dataFolder))
  next = undefined
  const child = await standby.open()
  if (typeof child === 'string') throw new Error(`the server refused to start: ${child}`)
  running = child
  return child
}

/** Makes two accounts with two keys each. */
async function setUp(child: Child): Promise<readonly string[]> {
  const keys = Array.from({ length: 4 }, () => createApiKey(randomBytes))
  const account = (name: string, from: number) => ({ name, topUp, keys: keys.slice(from, from + 2) })
  const accounts = [account('first', 0), account('second', 2)].map(({ keys: own, ...rest }) => ({
    ...rest,
    keys: own.map(({ id, sha256 }) => ({ id, sha256 })),
  }))
  await child.ask({ kind: 'set up', accounts })
  return keys.map(({ key }) => key)
}

interface Life {
  readonly acknowledged: readonly Acknowledged[]
  readonly killedMs: number
  /** Whether no call was in flight for a while before the kill. */
  readonly idle: boolean
}

async function live(child: Child, keys: readonly string[], life: number): Promise<Life> {
  const load = startLoad(child.port, keys, clients)
  next = standBy(script, dataFolder)
  const idle = life % idleEvery === idleEvery - 1
  // The kill waits for a number of calls, not for a time: a busy machine would kill before any call was charged.
  const enough = 10 + ((life * 37) % 200)
  while (load.acknowledged.length < enough) await sleep(1)
  if (idle) {
    await load.stop()
    await sleep(everyMark + lateness)
  }
  const killedMs = performance.now()
  expect(await child.end('SIGKILL')).toBe('SIGKILL')
  await load.stop()
  return { acknowledged: load.acknowledged, killedMs, idle }
}

async function statementOf(child: Child, months: readonly string[]): Promise<readonly StatementLine[]> {
  const reply = await child.ask({ kind: 'statement', months })
  return reply.kind === 'statement' ? reply.lines : []
}

const month = () => new Date().toISOString().slice(0, 7)

function countBy(lines: readonly StatementLine[], kind: StatementLine['kind']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { kind: own, requestId } of lines) {
    if (own === kind) counts.set(requestId ?? '', (counts.get(requestId ?? '') ?? 0) + 1)
  }
  return counts
}

it(`${kills} kills under load: no acknowledged charge is lost or doubled, and failed calls cost nothing`, async () => {
  const months = [month()]
  let child = await start()
  const keys = await setUp(child)
  const lives: Life[] = []
  for (let life = 0; life < kills; life++) {
    lives.push(await live(child, keys, life))
    child = await start()
  }

  const lines = await statementOf(child, [...new Set([...months, month()])])
  const captures = countBy(lines, 'capture')
  const refunds = countBy(lines, 'refund')
  const acknowledged = lives.flatMap((life) => life.acknowledged)
  expect(acknowledged.length).toBeGreaterThan(kills * 10)
  expect(new Set(acknowledged.map(({ requestId }) => requestId)).size).toBe(acknowledged.length)
  expect(acknowledged.filter(({ requestId }) => captures.get(requestId) !== 1)).toEqual([])
  expect([...refunds].filter(([requestId, count]) => count > 1 || !captures.has(requestId))).toEqual([])

  const known = new Set(acknowledged.map(({ requestId }) => requestId))
  const kept = [...captures.keys()].filter((requestId) => !refunds.has(requestId))
  expect(
    kept.filter((requestId) => !known.has(requestId)),
    'charged, but no client saw the answer',
  ).toEqual([])
  for (const life of lives) {
    const givenAway = life.acknowledged.filter(({ requestId }) => refunds.has(requestId))
    const before = life.idle ? Number.POSITIVE_INFINITY : life.killedMs - everyMark - lateness
    expect(
      givenAway.filter(({ atMs }) => atMs < before),
      'given away although it was marked',
    ).toEqual([])
  }
  const credits = lines.reduce((sum, line) => sum + (line.kind === 'grant' ? 0 : line.credits), 0)
  expect(child.balances).toBe(2 * topUp + credits)
  const charges = lines.filter(({ kind }) => kind === 'capture')
  const wrong = charges.filter(({ operation, credits, calls = 1 }) => {
    return operation === 'predict-batch' ? credits !== -6 || calls !== 3 : credits !== -2 || calls !== 1
  })
  expect(wrong).toEqual([])
  await child.end('SIGTERM')
  expect(await verifyLedger(dataFolder)).toMatchObject({ sound: true, violations: [] })
}, 600_000)

it('a batch that is repeated under one Idempotency-Key until it is answered is charged once, whenever the server is killed', async () => {
  let child = await start()
  const [key = ''] = await setUp(child)
  const requests = Array.from({ length: 100 }, () => matchBody)
  const headers = { 'X-Api-Key': key, 'Content-Type': 'application/json', 'Idempotency-Key': 'slate' }
  const ask = async () => {
    const body = JSON.stringify({ requests })
    const answer = await fetch(`http://127.0.0.1:${child.port}/v1/predict/batch`, { method: 'POST', headers, body })
    return { status: answer.status, text: await answer.text(), replayed: answer.headers.has('idempotent-replayed') }
  }
  const texts = new Set<string>()
  for (let life = 0; life < amount(4, 60); life++) {
    next = standBy(script, dataFolder)
    const asked = ask().catch(() => null)
    await sleep(life % 6)
    await child.end('SIGKILL')
    const answer = await asked
    if (answer?.status === 200) texts.add(answer.text)
    child = await start()
  }
  const last = await ask()
  expect(last.status).toBe(200)
  // A charge whose delivery was not known is refunded at the next start, and its call runs again; forecasts are the same.
  expect([...texts].filter((text) => text !== last.text)).toEqual([])
  await sleep(everyMark + lateness)
  const again = await ask()
  expect([again.text, again.replayed]).toEqual([last.text, true])
  expect(child.balances === 2 * topUp || child.balances === 2 * topUp - 200).toBe(true)
  await child.end('SIGTERM')
  expect((await start()).balances).toBe(2 * topUp - 200)
}, 600_000)

it('a tournament that is being simulated when the server is killed is not charged', async () => {
  let child = await start()
  const [key = ''] = await setUp(child)
  const teams = ['Northern Lights', 'Desert Kings']
  const stages = [{ id: 'final', kind: 'singleElimination', bestOf: 5, slots: teams }]
  const headers = { 'X-Api-Key': key, 'Content-Type': 'application/json' }
  const ask = async (runs: number) => {
    const body = JSON.stringify({ format: { name: 'Cup', teams, stages }, runs })
    return (await fetch(`http://127.0.0.1:${child.port}/v1/tournament`, { method: 'POST', headers, body })).status
  }
  expect(await ask(1000)).toBe(200)
  let charged = 1
  const outlive = async (): Promise<number | string> => {
    const outcome = await ask(endlessRuns + 1).catch(() => 'cut')
    return outcome === 503 ? outlive() : outcome
  }
  const cut = [outlive(), outlive()]
  // An account has two tournaments at work: once a third one is refused, both are being simulated.
  for (let status = await ask(1000); status !== 503; status = await ask(1000)) charged += 1
  await sleep(everyMark + lateness)
  next = standBy(script, dataFolder)
  await next
  await child.end('SIGKILL')
  expect(await Promise.all(cut)).toEqual(['cut', 'cut'])
  child = await start()
  expect(child.balances).toBe(2 * topUp - 20 * charged)
  expect(await ask(1000)).toBe(200)
  await child.end('SIGTERM')
  expect(await verifyLedger(dataFolder)).toMatchObject({ sound: true, violations: [] })
})

describe('two servers on one data folder', () => {
  it.runIf(runsAll)(
    'a second server on one data folder refuses to start within a second, and the first goes on',
    async () => {
      const child = await start()
      const keys = await setUp(child)
      const second = await standBy(script, dataFolder)
      const began = performance.now()
      expect(await second.open()).toBe('data_folder_locked')
      expect(performance.now() - began).toBeLessThan(1000)
      const load = startLoad(child.port, keys, 2)
      await sleep(50)
      await load.stop()
      expect(load.failures).toEqual([])
      expect(load.acknowledged.length).toBeGreaterThan(0)
    },
  )

  it.runIf(runsAll)('after kill -9 the next server on the data folder starts within a second', async () => {
    const child = await start()
    await setUp(child)
    next = standBy(script, dataFolder)
    await next
    await child.end('SIGKILL')
    const began = performance.now()
    await start()
    expect(performance.now() - began).toBeLessThan(1000)
  })
})

it.runIf(runsAll)(
  'SIGTERM under load fails no call in flight, exits with 0 within ten seconds, and charges exactly the answered calls',
  async () => {
    let keys: readonly string[] = []
    let answered = 0
    for (let round = 0; round < amount(1, 5); round++) {
      const child = await start()
      if (round === 0) keys = await setUp(child)
      const load = startLoad(child.port, keys, clients)
      while (load.acknowledged.length < 100) await sleep(1)
      const began = performance.now()
      expect(await child.end('SIGTERM')).toBe(0)
      expect(performance.now() - began).toBeLessThan(10_000)
      await load.stop()
      // Every call got an answer: its own, or a 503 because the server was leaving.
      expect(load.failures.filter((failure) => !failure.startsWith('503 '))).toEqual([])
      answered += load.acknowledged.reduce((sum, { credits }) => sum + credits, 0)
    }
    expect((await start()).balances).toBe(2 * topUp - answered)
  },
)
