import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { databaseTests, sharedPostgres } from '../support/postgres.ts'
import { type RiftlineProcess, startRiftline } from '../support/riftline-process.ts'
import { keyIn } from '../support/serve-in-process.ts'
import { send, until } from '../support/server.ts'
import { artifactsFolder } from '../support/tiny-artifacts-folder.ts'

// Real processes with a wrong Date.now.

const preload = `--import ${fileURLToPath(new URL('../support/jumping-clock.mjs', import.meta.url))}`
const hourMs = 3_600_000
/** Time limit for tests that start several processes one after another. */
const patient = { timeout: 300_000 }
const nineYears = 9 * 365 * 24 * hourMs

let root: string
let data: string
let artifacts: string
let store: Record<string, string>
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'riftline-clock-'))
  data = join(root, 'data')
  artifacts = await artifactsFolder()
  store = {}
  return () => rmSync(root, { recursive: true, force: true })
})

type Env = Readonly<Record<string, string>>
const off = (milliseconds: number): Env => ({ NODE_OPTIONS: preload, CLOCK_OFFSET_MS: String(milliseconds) })

function start(args: readonly string[], env: Env = {}): RiftlineProcess {
  return startRiftline({ args: [...args, '--data', data], env: { ...store, ...env } })
}

async function run(args: readonly string[], env: Env = {}): Promise<readonly [number | null, string, string]> {
  const { code, output } = start(args, env)
  return [await code, output.stdout, output.stderr]
}

interface Server extends RiftlineProcess {
  readonly port: number
  /** Key of the demo account; empty when the account existed before this start. */
  readonly key: string
}

const serveArgs = () => ['serve', '--port', '0', '--artifacts', artifacts]

async function serve(env: Env = {}): Promise<Server> {
  const server = start(serveArgs(), { RIFTLINE_OPS_PORT: 'any', ...env })
  const [, port] = await server.printed('stdout', /listens on http:\/\/127\.0\.0\.1:(\d+)\n/)
  await server.printed('stderr', /"event":"started"/)
  return { ...server, port: Number(port), key: keyIn(server.output.stdout) }
}

async function stop(server: Server): Promise<void> {
  server.signal('SIGTERM')
  expect(await server.code).toBe(0)
}

async function planOf(server: Server, key: string): Promise<unknown> {
  let found: unknown
  await until(async () => {
    const { status, json } = await send({ port: server.port, key }, 'GET', '/v1/usage')
    found = [json?.plan?.remaining, json?.creditsRemaining]
    return status === 200
  })
  return found
}

/** Reads a plan of 100,000 credits before, during and after one call with the server's clock nine years ahead. */
async function jumpForOneCall(): Promise<void> {
  const server = await serve({ ...off(nineYears), CLOCK_JUMPS: 'on-signal' })
  const plan = ['plan', 'demo', '--name', 'pro', '--per-period', '100000', '--renews', '2035-01-01', '--json']
  expect((await run(plan)).slice(0, 1)).toEqual([0])
  expect(await planOf(server, server.key)).toEqual([100_000, 101_020])
  server.signal('SIGUSR2')
  await server.printed('stderr', /the clock is off/)
  await send({ port: server.port, key: server.key }, 'GET', '/v1/usage')
  server.signal('SIGUSR2')
  await server.printed('stderr', /the clock is right/)
  expect(await planOf(server, server.key)).toEqual([100_000, 101_020])
  await stop(server)
  const again = await serve()
  expect(await planOf(again, server.key)).toEqual([100_000, 101_020])
  await stop(again)
}

it.runIf(runsAll)('credits survive one call with the clock nine years ahead, and a restart', patient, jumpForOneCall)

it.runIf(runsAll)('a server whose clock jumped reports it, keeps charging and refuses grants', patient, async () => {
  const server = await serve({ ...off(nineYears), CLOCK_JUMPS: 'on-signal' })
  server.signal('SIGUSR2')
  await server.printed('stderr', /the clock is off/)
  const body = { blueTeamId: 1, redTeamId: 2 }
  expect((await send(server, 'POST', '/v1/predict', { body })).headers['x-credits-charged']).toBe('2')
  await server.printed('stderr', /"event":"clock_ahead"/)
  const [code, , refusal] = await run(['grant', 'demo', '--topup', '5', '--ref', 'p1'])
  expect([code, refusal]).toEqual([1, expect.stringMatching(/^riftline grant: ledger time is .*, the clock says /)])
  server.signal('SIGUSR2')
  await server.printed('stderr', /the clock is right/)
  expect((await run(['grant', 'demo', '--topup', '5', '--ref', 'p1']))[0]).toBe(0)
  await stop(server)
})

it.runIf(runsAll)(
  'a start with a clock behind the newest record is refused until the clock is accepted, which is needed only once',
  patient,
  async () => {
    expect((await run(['account', 'create', 'acme']))[0]).toBe(0)
    await run(['plan', 'acme', '--name', 'pro', '--per-period', '100', '--renews', '2035-01-01'])
    const [code, , warning] = await run(['grant', 'acme', '--topup', '5', '--ref', 'p1'], off(nineYears))
    expect([code, warning]).toEqual([
      0,
      expect.stringMatching(/^riftline: clock_jump: the clock, 20\d\d-\S+ UTC, is far/),
    ])

    const refused =
      /^riftline (serve|account|grant|statement): the newest record of the ledger is of (20\d\d-\S+), the clock says (20\d\d-\S+) \(UTC\): .*RIFTLINE_ACCEPT_CLOCK=on/
    for (const args of [
      serveArgs(),
      ['account', 'list'],
      ['grant', 'acme', '--topup', '5', '--ref', 'p2'],
      ['statement', 'acme'],
    ]) {
      const [refusal, , reason] = await run(args)
      expect([refusal, reason]).toEqual([1, expect.stringMatching(refused)])
      const [, , newest = '', clock = ''] = refused.exec(reason) ?? []
      expect(Date.parse(newest) - Date.parse(clock)).toBeGreaterThan(nineYears - hourMs)
    }
    expect((await run(['ledger', 'verify']))[0]).toBe(0)

    const server = await serve({ RIFTLINE_ACCEPT_CLOCK: 'on' })
    await server.printed('stderr', /"event":"clock_accepted"/)
    await stop(server)
    const again = await serve()
    await stop(again)
    expect(await run(['grant', 'acme', '--topup', '5', '--ref', 'p1', '--json'])).toEqual([
      0,
      expect.stringContaining('"creditsRemaining":125'),
      '',
    ])
    expect((await run(['ledger', 'verify']))[0]).toBe(0)
  },
)

it.runIf(runsAll)('only the server can accept a clock, and only after the first record', patient, async () => {
  const accept = { RIFTLINE_ACCEPT_CLOCK: 'on' }
  await run(['account', 'create', 'acme'])
  await run(['account', 'create', 'later'], off(nineYears))
  for (const args of [
    ['account', 'list'],
    ['key', 'create', 'acme', '--name', 'prod'],
  ]) {
    expect(await run(args, accept)).toEqual([1, '', expect.stringMatching(/: the newest record of the ledger is of /)])
  }
  const [code, , refusal] = await run(serveArgs(), { ...accept, ...off(-24 * hourMs) })
  expect([code, refusal]).toEqual([
    1,
    expect.stringMatching(/: the first record of the ledger is of 20\d\d-\S+, the clock says 20\d\d-\S+ \(UTC\): /),
  ])
  await stop(await serve(accept))
  expect(await run(['account', 'list', '--json'])).toEqual([0, expect.stringContaining('later'), ''])
})

it.runIf(runsAll)('a read-only command warns of a clock that is far ahead', patient, async () => {
  await run(['account', 'create', 'acme'])
  const [code, , warning] = await run(['account', 'list'], off(nineYears))
  expect([code, warning]).toEqual([
    0,
    expect.stringMatching(/^riftline: clock_jump: the clock, 20\d\d-\S+ UTC, is far/),
  ])
})

it.runIf(runsAll)(
  'an import refuses times more than an hour ahead, with line and field, unless the option accepts them',
  patient,
  async () => {
    await run(['account', 'create', 'early'])
    await run(['account', 'create', 'acme'], off(nineYears))
    const file = join(root, 'ledger.jsonl')
    expect((await run(['ledger', 'export', file]))[0]).toBe(0)
    data = join(root, 'copy')
    const [code, , refusal] = await run(['ledger', 'import', file])
    expect([code, refusal]).toEqual([
      1,
      expect.stringMatching(/^riftline ledger: line 3: createdAt: .*RIFTLINE_ACCEPT_CLOCK/),
    ])
    const [taken, , warning] = await run(['ledger', 'import', file], { RIFTLINE_ACCEPT_CLOCK: 'on' })
    expect([taken, warning]).toEqual([0, expect.stringMatching(/^riftline: clock_accepted: the clock, 20/)])
    expect(await run(['account', 'list', '--json'])).toEqual([0, expect.stringContaining('acme'), ''])
  },
)

describe.skipIf(databaseTests.skip)(`with a database${databaseTests.why}`, () => {
  beforeEach(async () => {
    store = {
      RIFTLINE_STORE: 'postgres',
      RIFTLINE_DEMO: 'on',
      RIFTLINE_DATABASE_URL: await (await sharedPostgres()).createDatabase(),
    }
  })

  it('credits in a database survive one call with the clock nine years ahead, and a restart', patient, jumpForOneCall)

  it("a process whose clock is more than an hour from the database's is refused", patient, async () => {
    for (const milliseconds of [hourMs + 60_000, -hourMs - 60_000]) {
      for (const args of [serveArgs(), ['account', 'create', 'acme']]) {
        const [code, , refusal] = await run(args, off(milliseconds))
        expect([code, refusal]).toEqual([
          1,
          expect.stringMatching(/: the clock says 20\d\d-\S+, that of the database 20\d\d-\S+ \(UTC\): /),
        ])
      }
    }
    expect((await run(['account', 'create', 'acme'], off(hourMs - 60_000)))[0]).toBe(0)
  })
})
