import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { CliIo } from '#cli/io/cli-io.ts'
import { run } from '#cli/run.ts'
import { captured, linesOf } from '../odds/captured.ts'
import { startFeedServer } from '../odds/feed-server.ts'
import * as inProcess from '../support/serve-in-process.ts'
import { keyIn, logOf, type Running } from '../support/serve-in-process.ts'
import { send, until } from '../support/server.ts'
import { catalogue } from '../support/server-catalogue.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'riftline-serve-'))
  return () => rmSync(root, { recursive: true, force: true })
})

type Options = Partial<inProcess.Start>

/** Start options on free ports and with the data folder of the test. */
function defaults({ args, env = {}, ...others }: Options): inProcess.Start {
  return {
    args: args ?? ['--port', '0', '--data', join(root, 'data')],
    env: { RIFTLINE_OPS_PORT: 'any', ...env },
    ...others,
  }
}
const start = (options: Options = {}): Running => inProcess.start(defaults(options))
const started = (options: Options = {}) => inProcess.started(defaults(options))

const curlLines = (stdout: string) => stdout.split('\n').filter((line) => line.startsWith('curl '))

it("the docs on the operators' port send requests to the address that the server listens on", async () => {
  const { url, begun, output } = await started({ env: { RIFTLINE_API_KEY: 'rl_live_7Hq2mX9a' } })
  await begun
  const { operatorsPort } = logOf({ output }).find(({ event }) => event === 'started')!
  const page = await (await fetch(`http://127.0.0.1:${operatorsPort}/docs/start.js`)).text()
  expect(page).toContain(`"servers":[{"url":"${url}"}]`)
})

describe('a first start', () => {
  it('a first start prints one key and one curl command that runs unchanged', async () => {
    const { output, url } = await started()
    await until(() => curlLines(output.stdout).length > 0)
    const [command = '', ...others] = curlLines(output.stdout)
    expect(others).toEqual([])
    expect(command).not.toContain('|')
    expect(command).toContain(url)

    const { stdout } = await promisify(execFile)('sh', ['-c', command])
    expect(JSON.parse(stdout)).toMatchObject({ blueTeam: { id: 101 }, redTeam: { id: 102 }, model: 'fasttree' })
    const usage = await (await fetch(`${url}/v1/usage`, { headers: { 'X-Api-Key': keyIn(output.stdout) } })).json()
    expect(usage).toMatchObject({ creditsRemaining: 1018, topUp: { remaining: 1000 } })
    expect(output.stderr).not.toContain(keyIn(output.stdout).slice(17))
    const ledger = join(root, 'data', 'ledger')
    const files = readdirSync(ledger).map((name) => readFileSync(join(ledger, name), 'latin1'))
    expect(files.join('')).toContain('"t":"key"')
    expect(files.join('')).not.toContain(keyIn(output.stdout).slice(17))
  })

  it('the first curl command asks about T1 and Gen.G when the catalogue has them', async () => {
    const [first, second, third] = catalogue.teams
    const served = { ...catalogue, teams: [first!, { ...second!, name: 'Gen.G' }, { ...third!, name: 'T1' }] }
    const { output } = await started({ served })
    await until(() => curlLines(output.stdout).length > 0)
    expect(curlLines(output.stdout)[0]).toContain(`-d '{"blueTeam":"T1","redTeam":"Gen.G"}'`)
  })
})

it('the address of the account page is printed below that of the server', async () => {
  const { output, url } = await started({ env: { RIFTLINE_DEMO: 'off', RIFTLINE_ACCOUNT_PORT: 'any' } })
  const [, page = ''] = /^account page on (\S+)$/m.exec(output.stdout) ?? []
  expect(output.stdout).toBe(`riftline listens on ${url}\naccount page on ${page}\n`)
  expect(await (await fetch(`${page}/healthz`)).text()).toBe('ok')
})

it('a first start with the demo account switched off creates no account', async () => {
  const { output, url } = await started({ env: { RIFTLINE_DEMO: 'off' } })
  expect(output.stdout).toBe(`riftline listens on ${url}\n`)
  const ledger = join(root, 'data', 'ledger')
  expect(
    readdirSync(ledger)
      .map((name) => readFileSync(join(ledger, name), 'latin1'))
      .join(''),
  ).not.toContain('demo')
})

it('a later start creates no account and keeps keys and balances', async () => {
  const first = await started()
  await until(() => curlLines(first.output.stdout).length > 0)
  const key = keyIn(first.output.stdout)
  const headers = { 'X-Api-Key': key, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ blueTeamId: 101, redTeamId: 102, model: 'consensus' })
  await (await fetch(`${first.url}/v1/predict`, { method: 'POST', headers, body })).text()
  first.stop()
  expect(await first.code).toBe(0)

  const second = await started()
  const usage = await (await fetch(`${second.url}/v1/usage`, { headers })).json()
  expect(usage).toMatchObject({ creditsRemaining: 1010, used: { thisMonth: 10 } })
  expect(second.output.stdout).toBe(`riftline listens on ${second.url}\n`)
})

describe('a refused start gives exit code 1 and one line', () => {
  async function refusal(options: Options): Promise<string> {
    const server = start(options)
    expect(await server.code).toBe(1)
    expect(server.output.stdout).toBe('')
    expect(server.output.stderr).toMatch(/^riftline serve: [^\n]+\n$/)
    return server.output.stderr.slice('riftline serve: '.length, -1)
  }

  async function takenPort(): Promise<{ readonly port: number; free(): Promise<void> }> {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    return { port, free: () => new Promise((resolve) => other.close(() => resolve())) }
  }

  it('a start is refused when its port is in use, and releases the data folder', async () => {
    const { port, free } = await takenPort()
    const args = ['--port', String(port), '--data', join(root, 'data')]
    expect(await refusal({ args })).toBe(`cannot listen on 127.0.0.1 port ${port}: the port is in use`)
    await free()
    expect((await started()).output.stdout).toContain('listens on')
  })

  it("a start is refused when the configured operators' port is in use", async () => {
    const { port, free } = await takenPort()
    const message = `cannot listen on 127.0.0.1 port ${port}: the port is in use (RIFTLINE_OPS_HOST, RIFTLINE_OPS_PORT)`
    expect(await refusal({ env: { RIFTLINE_OPS_PORT: String(port) } })).toBe(message)
    await free()
    expect((await started()).url).not.toBe('')
  })

  it('a start is refused when another server holds the data folder', async () => {
    await started()
    expect(await refusal({})).toBe(`another server holds the data folder ${join(root, 'data')}`)
  })

  it('a start is refused when a variable with the prefix RIFTLINE_ is unknown', async () => {
    expect(await refusal({ env: { RIFTLINE_PROT: '1' } })).toBe('RIFTLINE_PROT: unknown variable')
  })

  it('a start is refused when there are no artifacts', async () => {
    const output = { stderr: '' }
    const io: CliIo = {
      env: { RIFTLINE_ARTIFACTS_DIR: join(root, 'nothing') },
      stdout: () => {},
      stderr: (text) => {
        output.stderr += text
      },
      onStop: () => () => {},
    }
    expect(await run(['serve'], io)).toBe(1)
    expect(output.stderr).toMatch(/^riftline serve: artifacts folder \S+nothing cannot be used: [^\n]+\n$/)
  })
})

it("two servers with default settings run side by side, the second on another operators' port", async () => {
  const env = { RIFTLINE_OPS_PORT: undefined } as unknown as Record<string, string>
  const first = await started({ env })
  const second = await started({ env, args: ['--port', '0', '--data', join(root, 'other')] })
  const ports = [first, second].map((server) => logOf(server).find(({ event }) => event === 'started')?.operatorsPort)
  expect(ports[0]).not.toBe(ports[1])
  for (const port of ports) expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200)
})

describe('the end of a server', () => {
  it('a server exits with 1 and logs a line on an uncaught error', async () => {
    const server = await started()
    server.fail(new Error('out of nowhere'))
    expect(await server.code).toBe(1)
    expect(logOf(server)).toContainEqual(
      expect.objectContaining({ event: 'uncaught_error', error: expect.stringContaining('out of nowhere') }),
    )
  })

  it('a server ends at once on a second signal, whatever is in flight', async () => {
    const server = await started({ env: { RIFTLINE_DRAIN_DELAY_MS: '600000' } })
    server.stop()
    server.stop()
    expect(await server.code).toBe(1)
  })

  it('a signal before the server listens ends it in order, without leaving a lock or an account', async () => {
    for (const when of ['at once', 'while the artifacts are loaded'] as const) {
      const server = start({
        loading: () => {
          if (when === 'while the artifacts are loaded') server.stop()
        },
      })
      await server.begun
      if (when === 'at once') server.stop()
      expect(await server.code).toBe(0)
      expect([server.output.stdout, server.output.stderr]).toEqual(['', ''])
    }
    const { output } = await started()
    expect(keyIn(output.stdout)).not.toBe('')
  })

  it('a signal at the moment the server is ready ends it in order', async () => {
    const server = start()
    let isStopped = false
    await until(() => {
      if (logOf(server).some(({ event }) => event === 'started') && !isStopped) {
        isStopped = true
        server.stop()
      }
      return isStopped
    })
    expect(await server.code).toBe(0)
    expect(readdirSync(join(root, 'data'))).not.toContain('operator-token')
  })

  it('a server that ends in order first reports unready, and removes its token last', async () => {
    const server = await started({ env: { RIFTLINE_DRAIN_DELAY_MS: '200' } })
    const port = Number(new URL(server.url).port)
    server.stop()
    const ready = await send({ port, key: '' }, 'GET', '/readyz', { key: null })
    expect([ready.status, ready.json.error]).toEqual([503, 'shutting_down'])
    expect(readdirSync(join(root, 'data'))).toContain('operator-token')
    expect(await server.code).toBe(0)
    expect(readdirSync(join(root, 'data'))).not.toContain('operator-token')
  })
})

it('a request to reload is reported in the log', async () => {
  const server = await started()
  server.reload()
  await until(() => logOf(server).some(({ event }) => event === 'artifacts_unchanged'))
  expect(logOf(server).at(-1)).toMatchObject({ event: 'artifacts_unchanged', trigger: 'signal', asOf: catalogue.asOf })
})

it('a request to reload during the start waits until the server is ready', async () => {
  const server = start()
  await server.begun
  server.reload()
  await until(() => logOf(server).some(({ event }) => event === 'artifacts_unchanged'))
  expect(logOf(server).map(({ event }) => event)).toEqual(['started', 'artifacts_unchanged'])
})

it('teams named by an odds feed are found in the served artifacts', async () => {
  const feed = await startFeedServer()
  onTestFinished(() => feed.close())
  const [first, second] = [
    { team: 'NL', decimalOdds: 1.5 },
    { team: { name: 'harbors kings' }, decimalOdds: 2.5 },
  ]
  const snapshot = captured({ at: '2020-01-01T00:00:00Z', start: '9998-01-01T00:00:00Z' })
  const match = { ...(snapshot.match as object), team1: first.team, team2: second.team }
  const file = linesOf([{ ...snapshot, match, markets: { seriesWinner: [first, second] } }])
  feed.answer = (_request, response) => response.end(file)
  const server = await started({ env: { RIFTLINE_ODDS_FEED_URL: feed.url } })
  const feedLog = () => logOf(server).filter(({ event }) => String(event).startsWith('odds_feed_'))
  await until(() => feedLog().length > 0)
  expect(feedLog()).toMatchObject([{ event: 'odds_feed_ok', imported: 1 }])
  const headers = { 'X-Api-Key': keyIn(server.output.stdout) }
  const answer = await fetch(`${server.url}/v1/odds?team1Id=101&team2Id=102`, { headers })
  expect(await answer.json()).toMatchObject({ match: { team1: { id: 101 }, team2: { id: 102 } } })
})

it('the log contains only entries of its level and above', async () => {
  const server = await started({ env: { RIFTLINE_LOG_LEVEL: 'error' } })
  await fetch(`${server.url}/healthz`)
  expect(server.output.stderr).toBe('')
})

describe('the command line', () => {
  it('an option of the command line overrides the environment', async () => {
    const { url } = await started({ env: { RIFTLINE_PORT: '1', RIFTLINE_DATA_DIR: '/nowhere' } })
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })

  it.each([
    [['--prot', '1'], /--prot/],
    [['extra'], /expected 0 arguments beside options, got 1/],
    [['--port', 'x'], /--port: expected an integer from 0 to 65535, got "x"/],
    [['--port'], /--port/],
  ])('riftline serve %j exits with 2 and points to its help', async (args, message) => {
    const server = start({ args })
    expect(await server.code).toBe(2)
    const lines = server.output.stderr.split('\n')
    expect(lines[0]).toMatch(message)
    expect(lines.slice(1)).toEqual(['riftline serve --help shows the options.', ''])
  })

  it('serve --help lists the options', async () => {
    const server = start({ args: ['--help'] })
    expect(await server.code).toBe(0)
    expect(server.output.stdout).toContain('--artifacts')
  })
})
