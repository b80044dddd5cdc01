import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Catalogue } from '@riftline/core'
import { createServing, type LoadedServing } from '@riftline/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CliIo } from '../../packages/cli/src/cli-io.ts'
import { serve } from '../../packages/cli/src/serve/serve.ts'
import { until } from '../support/server.ts'
import { catalogue } from '../support/server-catalogue.ts'
import { createFakePredictor } from '../support/server-predictor.ts'

let root: string
let running: Running[]
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'riftline-serve-'))
  running = []
})
afterEach(async () => {
  for (const server of running) {
    server.stop()
    await server.code
  }
  rmSync(root, { recursive: true, force: true })
})

interface Running {
  readonly output: { stdout: string; stderr: string }
  readonly code: Promise<number>
  stop(): void
}

interface Start {
  readonly args?: readonly string[]
  readonly env?: Record<string, string>
  readonly served?: Catalogue
}

/** Runs the command with a fake predictor on any free port. */
function start({
  args = ['--port', '0', '--data', join(root, 'data')],
  env = {},
  served = catalogue,
}: Start = {}): Running {
  const output = { stdout: '', stderr: '' }
  const listeners = new Set<() => void>()
  const io: CliIo = {
    env,
    stdout: (text) => {
      output.stdout += text
    },
    stderr: (text) => {
      output.stderr += text
    },
    onStop: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const load = async (): Promise<LoadedServing> => {
    const details = { teams: {}, players: {}, tournaments: {} }
    const parts = { predictor: createFakePredictor(served), catalogue: served, details }
    return {
      serving: createServing(parts, { logoPlaceholderUrl: 'data:,' }),
      version: { digest: '1', asOf: served.asOf },
    }
  }
  const code = serve(args, io, load)
  const stop = () => {
    for (const listener of listeners) listener()
  }
  const server = { output, code, stop }
  running.push(server)
  return server
}

async function started(options: Start = {}): Promise<Running & { readonly url: string }> {
  const server = start(options)
  await Promise.race([server.code, until(() => /listens on .*\n/.test(server.output.stdout))])
  const url = /listens on (\S+)/.exec(server.output.stdout)?.[1] ?? ''
  return { ...server, url }
}

const curlLines = (stdout: string) => stdout.split('\n').filter((line) => line.startsWith('curl '))
const keyIn = (stdout: string) => /^ {2}(rl_live_\w+)$/m.exec(stdout)?.[1] ?? ''

describe('a first start', () => {
  test('prints a key once and one curl command that runs as it stands', async () => {
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

  test('asks about T1 and Gen.G where the catalogue has them', async () => {
    const [first, second, third] = catalogue.teams
    const served = { ...catalogue, teams: [first!, { ...second!, name: 'Gen.G' }, { ...third!, name: 'T1' }] }
    const { output } = await started({ served })
    await until(() => curlLines(output.stdout).length > 0)
    expect(curlLines(output.stdout)[0]).toContain(`-d '{"blueTeam":"T1","redTeam":"Gen.G"}'`)
  })
})

test('a later start makes no account and knows keys and balances', async () => {
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

describe('refuses to start with exit code 1 and one line', () => {
  async function refusal(options: Start): Promise<string> {
    const server = start(options)
    expect(await server.code).toBe(1)
    expect(server.output.stdout).toBe('')
    expect(server.output.stderr).toMatch(/^riftline serve: [^\n]+\n$/)
    return server.output.stderr.slice('riftline serve: '.length, -1)
  }

  test('on a port that is in use, and leaves the data folder free', async () => {
    const other = createServer()
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port))
    })
    const args = ['--port', String(port), '--data', join(root, 'data')]
    expect(await refusal({ args })).toBe(`cannot listen on 127.0.0.1 port ${port}: the port is in use`)
    await new Promise((resolve) => other.close(resolve))
    expect((await started()).output.stdout).toContain('listens on')
  })

  test('on a data folder that another server holds', async () => {
    await started()
    expect(await refusal({})).toBe(`another server holds the data folder ${join(root, 'data')}`)
  })

  test('with an unknown variable of its prefix', async () => {
    expect(await refusal({ env: { RIFTLINE_PROT: '1' } })).toBe('RIFTLINE_PROT: unknown variable')
  })

  test('without artifacts', async () => {
    const output = { stderr: '' }
    const io: CliIo = {
      env: { RIFTLINE_ARTIFACTS_DIR: join(root, 'nothing') },
      stdout: () => {},
      stderr: (text) => {
        output.stderr += text
      },
      onStop: () => () => {},
    }
    expect(await serve([], io)).toBe(1)
    expect(output.stderr).toMatch(/^riftline serve: artifacts folder \S+nothing cannot be used: [^\n]+\n$/)
  })
})

describe('the command line', () => {
  test('wins over the environment', async () => {
    const { url } = await started({ env: { RIFTLINE_PORT: '1', RIFTLINE_DATA_DIR: '/nowhere' } })
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })

  test.each([
    [['--prot', '1'], /--prot/],
    [['extra'], /extra/],
    [['--port', 'x'], /--port: expected an integer from 0 to 65535, got "x"/],
    [['--port'], /--port/],
  ])('%j is exit code 2', async (args, message) => {
    const server = start({ args })
    expect(await server.code).toBe(2)
    expect(server.output.stderr).toMatch(message)
    expect(server.output.stderr.trimEnd()).not.toContain('\n')
  })

  test('--help explains itself', async () => {
    const server = start({ args: ['--help'] })
    expect(await server.code).toBe(0)
    expect(server.output.stdout).toContain('--artifacts')
  })
})
