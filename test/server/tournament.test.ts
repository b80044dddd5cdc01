import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseTournament, simulateTournament } from '@riftline/predictor'
import { createTournamentSimulator, type TournamentSimulator } from '@riftline/predictor/node'
import { createApiKey } from '@riftline/server'
import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { committedArtifacts, committedPredictor } from '../support/committed-artifacts.ts'
import { expectError } from '../support/contract-cases.ts'
import { exampleCup } from '../support/example-cup.ts'
import { bundledRiftline } from '../support/riftline-bundle.ts'
import {
  send,
  startServer,
  type TestRequest,
  type TestServer,
  type TestServerOptions,
  until,
} from '../support/server.ts'
import { open, parseResponses, readToEnd } from '../support/server-raw.ts'

let server: TestServer
afterEach(() => server.close())

// Node 20 starts no threads from TypeScript.
const worker = pathToFileURL(join(dirname(bundledRiftline()), 'tournament-worker.js'))
const pool = createTournamentSimulator({ threads: 2, worker })
afterAll(() => pool.close())

async function start(tournaments: TournamentSimulator = pool, options: TestServerOptions = {}): Promise<void> {
  const [{ catalogue }, predictor] = [await committedArtifacts(), await committedPredictor()]
  server = await startServer({ catalogue, predictor, tournaments, topUp: 1000, ...options })
}

const path = '/v1/tournament'
const body = { format: exampleCup, runs: 2000 }
const ask = (given: unknown = body, request: TestRequest = {}) =>
  send(server, 'POST', path, { body: given, ...request })
const withKey = (key: string): TestRequest => ({ headers: { 'Idempotency-Key': key } })

/** A league in which every team meets every other a number of times. */
function league(teams: number, rounds: number): object {
  const slots = Array.from({ length: teams }, (_, index) => `Team ${index}`)
  return { name: 'League', teams: slots, stages: [{ id: 'league', kind: 'roundRobin', bestOf: 1, rounds, slots }] }
}

/** Adds an account with credits, and returns its key. */
async function addAccount(name: string): Promise<string> {
  const { id: accountId } = await server.credits.createAccount(name)
  const { key, id, sha256 } = createApiKey(randomBytes)
  await server.credits.addKey({ id, accountId, name: 'prod', sha256 })
  await server.credits.grant(accountId, { kind: 'topup', ref: name, credits: 100 })
  return key
}

/** The bytes of a call over a plain connection. */
function rawCall({ key }: TestServer): string {
  const json = JSON.stringify(body)
  const head = `POST ${path} HTTP/1.1\r\nHost: h\r\nX-Api-Key: ${key}\r\nContent-Type: application/json\r\n`
  return `${head}Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`
}

/** A pool whose simulations begin at once and end when the test lets them. */
function heldPool() {
  const held: (() => void)[] = []
  const simulate: TournamentSimulator['simulate'] = async (plan, strengths, { runs, seed }) => {
    await new Promise<void>((resolve) => held.push(resolve))
    return simulateTournament(plan, strengths, { runs, seed })
  }
  return { held, tournaments: { simulate, close: async () => {} } }
}

describe('a simulated tournament', () => {
  it('the answer has the bytes of predictor.tournament for the same runs, seed, model and day', async () => {
    await start()
    const predictor = await committedPredictor()
    for (const given of [{}, { seed: 7 }, { model: 'fasttree', runs: 1500 }] as const) {
      const answer = await ask({ ...body, ...given })
      const { format, ...options } = { ...body, ...given }
      const own = predictor.tournament(parseTournament(format), { ...options, at: server.clock.now() })
      expect(answer.status).toBe(200)
      expect(answer.text).toBe(JSON.stringify(own))
    }
  })

  it('a tournament costs 20 credits with any model, and is a line of its own in statement and usage', async () => {
    await start()
    for (const model of ['consensus', 'fasttree'])
      expect((await ask({ ...body, model })).headers['x-credits-charged']).toBe('20')
    expect(await server.balance()).toBe(980)
    const month = new Date(server.clock.now()).toISOString().slice(0, 7)
    expect((await server.credits.statement(server.accountId, month)).at(-1)).toMatchObject({
      ...{ kind: 'capture', operation: 'simulate-tournament', model: 'fasttree', credits: -20 },
    })
    expect((await send(server, 'GET', '/v1/usage')).json.calls).toEqual([
      { operation: 'simulate-tournament', model: 'consensus', calls: 1, credits: 20 },
      { operation: 'simulate-tournament', model: 'fasttree', calls: 1, credits: 20 },
    ])
  })

  it('a repeat under one Idempotency-Key gets the same bytes, free, also with the defaults written out', async () => {
    await start()
    const first = await ask(body, withKey('a'))
    const again = await ask({ ...body, seed: 1, model: 'consensus' }, withKey('a'))
    expect([again.text, again.headers['x-credits-charged']]).toEqual([first.text, '0'])
    expectError(await ask({ ...body, seed: 2 }, withKey('a')), 422, 'idempotency_key_reused')
    expect(await server.balance()).toBe(1000)
  })

  it.each<[string, object, number, string, string | RegExp]>([
    ['no format', {}, 400, 'validation_error', /^format: must be the format of a tournament/],
    ['an unknown field', { ...body, run: 1 }, 400, 'validation_error', 'run: unknown field; did you mean runs?'],
    [
      'too many runs',
      { ...body, runs: 100_001 },
      400,
      'validation_error',
      /^runs: must be an integer from 1 to 100000/,
    ],
    ['a wrong model', { ...body, model: 'elo' }, 400, 'validation_error', /^model: must be fasttree/],
    [
      'more series than one request may simulate',
      { format: league(64, 4) },
      ...([400, 'validation_error', 'runs: must be at most 12400 for a format with 8064 series, got 100000'] as const),
    ],
    [
      'a fault in the format',
      { format: { ...exampleCup, stages: [exampleCup.stages[0], { ...exampleCup.stages[1], bestOf: 4 }] } },
      ...([400, 'validation_error', /^format\.stages\[1\]\.bestOf: must be 1, 3 or 5/] as const),
    ],
    [
      'a result that cannot be',
      { format: { ...exampleCup, results: [{ stage: 'groups', teams: ['T1', 'Gen.G'], score: [1, 0] }] } },
      ...([400, 'validation_error', /^format\.results\[0\]/] as const),
    ],
    [
      'an unknown team',
      JSON.parse(JSON.stringify({ format: exampleCup }).replaceAll('Fnatic', 'Fnattic')),
      ...([404, 'team_not_found', /no team Fnattic; did you mean Fnatic/] as const),
    ],
  ])('%s is refused with its place, and free', async (_name, given, status, code, message) => {
    await start()
    const { json, ...answer } = await ask(given)
    expect([answer.status, json.error]).toEqual([status, code])
    expect(json.message).toMatch(message)
    expect(await server.balance()).toBe(1020)
  })

  it('a body may have 262,144 bytes', async () => {
    await start()
    expect((await ask(JSON.stringify(body).padEnd(262_144, ' '))).status).toBe(200)
    expectError(await ask(JSON.stringify(body).padEnd(262_145, ' ')), 413, 'payload_too_large')
  })
})

describe('the work of tournaments', () => {
  it('an account has two at a time, all have four; further calls get 503 with Retry-After and pay nothing', async () => {
    const { held, tournaments } = heldPool()
    await start(tournaments)
    const [second, third] = [await addAccount('second'), await addAccount('third')]
    const first = [ask(), ask()]
    await until(() => held.length === 2)
    expectError(await ask(), 503, 'overloaded')
    const others = [ask(body, { key: second }), ask(body, { key: second })]
    await until(() => held.length === 4)
    const refused = await ask(body, { key: third })
    expectError(refused, 503, 'overloaded')
    expect(refused.headers).toMatchObject({ 'retry-after': '1', 'x-credits-remaining': '120' })
    for (const release of held) release()
    for (const answer of await Promise.all([...first, ...others])) expect(answer.status).toBe(200)
    const again = ask(body, { key: third })
    await until(() => held.length === 5)
    held[4]!()
    expect((await again).headers['x-credits-charged']).toBe('20')
    expect([await server.balance(), server.credits.heldCredits()]).toEqual([980, 0])
  })

  it('of fifty calls at once two are simulated, and other calls are answered in the turns of the event loop meanwhile', async () => {
    let turns = 0
    let release = (): void => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const simulate: TournamentSimulator['simulate'] = async (...task) => {
      let isSimulating = true
      const count = (): void => {
        turns += 1
        if (isSimulating) setImmediate(count)
      }
      count()
      const tally = await pool.simulate(...task)
      isSimulating = false
      await released
      return tally
    }
    await start({ ...pool, simulate })
    const order: string[] = []
    const asked = Array.from({ length: 50 }, () =>
      ask({ ...body, runs: 50_000 }).then(({ status }) => order.push(String(status))),
    )
    const others = Array.from({ length: 20 }, () =>
      send(server, 'GET', '/v1/usage').then(({ status }) => order.push(`usage ${status}`)),
    )
    await until(() => order.length === 68)
    release()
    await Promise.all([...asked, ...others])
    expect([...order].sort()).toEqual([
      ...Array(2).fill('200'),
      ...Array(48).fill('503'),
      ...Array(20).fill('usage 200'),
    ])
    expect(order.slice(-2)).toEqual(['200', '200'])
    // On the thread of the server the whole simulation would take one turn.
    expect(turns).toBeGreaterThan(10)
    expect(await server.balance()).toBe(980)
  })

  it('a tournament whose caller goes away is given up, and nothing is charged', async () => {
    let gone = (): void => {}
    let ended: Promise<string> | undefined
    const simulate: TournamentSimulator['simulate'] = (plan, strengths, options) => {
      const outcome = pool.simulate(plan, strengths, { ...options, runs: 10_000_000 })
      ended = outcome.then(
        () => 'done',
        () => 'given up',
      )
      gone()
      return outcome
    }
    const onRequest: TestServerOptions['onRequest'] = ({ socket }) => {
      gone = () => socket.destroy()
    }
    await start({ ...pool, simulate }, { onRequest })
    await expect(ask()).rejects.toThrow('socket hang up')
    await until(() => ended !== undefined && server.lifecycle.inFlight === 0)
    expect(await ended).toBe('given up')
    expect([await server.balance(), server.credits.heldCredits()]).toEqual([1020, 0])
    // The threads and the place are free again.
    await start()
    expect((await ask()).status).toBe(200)
  })

  it('a caller who closes the connection is noticed by interim answers, though it looks like one that only stopped sending', async () => {
    let outcome: Promise<string> | undefined
    let leave = (): void => {}
    const simulate: TournamentSimulator['simulate'] = (plan, strengths, options) => {
      leave()
      const outcomeOf = pool.simulate(plan, strengths, { ...options, runs: 10_000_000 })
      outcome = outcomeOf.then(
        () => 'done',
        () => 'given up',
      )
      return outcomeOf
    }
    await start({ ...pool, simulate })
    const socket = await open(server.port)
    leave = () => socket.destroy()
    socket.write(rawCall(server))
    await until(() => outcome !== undefined && server.lifecycle.inFlight === 0)
    expect(await outcome).toBe('given up')
    expect([await server.balance(), server.credits.heldCredits()]).toEqual([1020, 0])
  })

  it('a caller who only stops sending gets interim answers, and then the answer', async () => {
    await start()
    const socket = await open(server.port)
    const reading = readToEnd(socket)
    socket.end(rawCall(server))
    const statuses = parseResponses(Buffer.from(await reading)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([102, 200]))
    expect(statuses.at(-1)).toBe(200)
    expect(await server.balance()).toBe(1000)
  })

  it('after a thread has died the next tournament has new ones', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'riftline-threads-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const script = join(folder, 'worker.mjs')
    writeFileSync(
      script,
      // Ready for a job, and gone as soon as it comes.
      `import { parentPort } from 'node:worker_threads'
       parentPort.on('message', () => process.exit(1))
       parentPort.postMessage({ kind: 'ready' })`,
    )
    const simulator = createTournamentSimulator({ threads: 2, worker: pathToFileURL(script) })
    onTestFinished(() => simulator.close())
    await start(simulator)
    expectError(await ask(), 500, 'prediction_error')
    expect(await server.balance()).toBe(1020)
    writeFileSync(script, `import ${JSON.stringify(worker.href)}`)
    expect((await ask()).headers['x-credits-charged']).toBe('20')
  })

  it('a simulation that fails is 500, and nothing is charged', async () => {
    let fails = true
    const simulate: TournamentSimulator['simulate'] = async (...given) => {
      if (fails) throw new Error('a thread ended')
      return pool.simulate(...given)
    }
    await start({ ...pool, simulate })
    expectError(await ask(body, withKey('a')), 500, 'prediction_error')
    expect([await server.balance(), server.credits.heldCredits()]).toEqual([1020, 0])
    fails = false
    expect((await ask(body, withKey('a'))).headers['x-credits-charged']).toBe('20')
  })
})
