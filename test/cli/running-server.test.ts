import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { type CliResult, runCli, runCliIn } from '../support/cli.ts'
import { type RiftlineProcess, startRiftline } from '../support/riftline-process.ts'
import { keyIn } from '../support/serve-in-process.ts'
import { serveHere } from '../support/serve-process.ts'
import { send, until } from '../support/server.ts'
import { tinyArtifacts, tinyCatalogue, withManifest } from '../support/tiny-artifacts.ts'
import { artifactsFolder } from '../support/tiny-artifacts-folder.ts'

// Real processes: commands while a server holds the ledger, and signals to the server.

let root: string
let data: string
let artifacts: string
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'riftline-running-'))
  data = join(root, 'data')
  artifacts = await artifactsFolder()
  return () => rmSync(root, { recursive: true, force: true })
})

interface Server extends RiftlineProcess {
  readonly port: number
  readonly key: string
}

const serveArgs = () => ['serve', '--port', '0', '--data', data, '--artifacts', artifacts]

async function serve(env: Readonly<Record<string, string>> = {}): Promise<Server> {
  const server = startRiftline({ args: serveArgs(), env: { RIFTLINE_OPS_PORT: 'any', ...env } })
  const [, port] = await server.printed('stdout', /listens on http:\/\/127\.0\.0\.1:(\d+)\n/)
  await server.printed('stderr', /"event":"started"/)
  return { ...server, port: Number(port), key: keyIn(server.output.stdout) }
}

const riftline = (...args: readonly string[]): Promise<CliResult> => runCli(...args, '--data', data)

async function json(...args: readonly string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await riftline(...args, '--json')
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

/** Replaces the artifacts by tiny ones of another day with another first team. */
function newer(asOf: string): void {
  const [first, ...others] = tinyCatalogue.teams
  const catalogue = JSON.stringify({ ...tinyCatalogue, teams: [{ ...first!, name: `Foxes of ${asOf}` }, ...others] })
  const files = withManifest({ ...tinyArtifacts(), 'catalogue.json': catalogue }, { asOf })
  for (const path of ['catalogue.json', 'manifest.json']) writeFileSync(join(artifacts, path), files[path] ?? '')
}

it('commands work while the server runs, and a second server is refused', async () => {
  const server = await serve()
  expect(statSync(join(data, 'operator-token')).mode & 0o777).toBe(0o600)
  const [curl = ''] = server.output.stdout.split('\n').filter((line) => line.startsWith('curl '))
  const answer = JSON.parse((await promisify(execFile)('sh', ['-c', curl])).stdout)
  expect(Object.keys(answer)).toContain('blueWinProbability')

  const { account } = await json('account', 'create', 'acme')
  const { key, id } = (await json('key', 'create', 'acme', '--name', 'prod')) as { key: string; id: string }
  expect(await json('grant', 'acme', '--topup', '500', '--ref', 'p1')).toEqual({ account, creditsRemaining: 520 })
  const other = await riftline('grant', 'acme', '--topup', '600', '--ref', 'p1')
  expect([other.code, other.stderr]).toEqual([
    1,
    'riftline grant: REF "p1" is known, nothing was changed: it stands for topup of 500 credits, not for topup of 600 credits\n',
  ])
  const usage = await send({ port: server.port, key }, 'GET', '/v1/usage')
  expect(usage.json).toMatchObject({ creditsRemaining: 520, key: { id, name: 'prod' } })

  const called = await send({ port: server.port, key }, 'POST', '/v1/predict', {
    body: { blueTeamId: 1, redTeamId: 2 },
  })
  expect(called.status).toBe(200)
  const charge = { kind: 'capture', requestId: called.headers['x-request-id'], operation: 'predict', credits: -2 }
  expect(await json('statement', 'acme')).toMatchObject({
    lines: expect.arrayContaining([expect.objectContaining(charge)]),
  })
  expect(await json('ledger', 'verify')).toMatchObject({ sound: true, accounts: 2 })
  expect((await riftline('account', 'create', 'acme')).stderr).toBe('riftline account: account "acme" exists already\n')

  await json('key', 'revoke', id)
  expect((await send({ port: server.port, key }, 'GET', '/v1/usage')).json.error).toBe('revoked_api_key')
  await json('ban', 'demo')
  expect((await send(server, 'GET', '/v1/usage')).json.error).toBe('account_banned')
  expect(server.output.stderr).toContain('"event":"administration","method":"grant"')
  const { token } = JSON.parse(readFileSync(join(data, 'operator-token'), 'utf8'))
  expect(server.output.stderr + server.output.stdout).not.toContain(token)

  const second = await runCliIn({ RIFTLINE_OPS_PORT: 'any' }, ...serveArgs())
  expect([second.code, second.stderr]).toEqual([1, `riftline serve: another server holds the data folder ${data}\n`])

  server.signal('SIGTERM')
  expect(await server.code).toBe(0)
  expect(readdirSync(data)).not.toContain('operator-token')
  expect(await json('grant', 'acme', '--topup', '1', '--ref', 'p2')).toEqual({ account, creditsRemaining: 519 })
})

it.runIf(runsAll)('a command ignores the token of a killed server and opens the ledger itself', async () => {
  const server = await serve()
  server.signal('SIGKILL')
  expect(await server.code).toBe(null)
  expect(readdirSync(data)).toContain('operator-token')
  await json('account', 'create', 'acme')
  const next = await serve()
  expect(await json('account', 'list')).toMatchObject({ accounts: [{ name: 'demo' }, { name: 'acme' }] })
  expect(next.key).toBe('')
})

it.runIf(runsAll)("without an operators' port, a writing command is refused and a reading one works", async () => {
  const server = await serve({ RIFTLINE_OPS_PORT: '0' })
  const { code, stderr } = await riftline('account', 'create', 'acme')
  expect([code, stderr]).toEqual([
    1,
    `riftline account: data folder ${data} cannot be written: another command holds it, or a server whose operators' port does not answer (is it off, RIFTLINE_OPS_PORT=0, or older than this command?)\n`,
  ])
  expect(await json('account', 'list')).toMatchObject({ accounts: [{ name: 'demo' }] })
  expect((await riftline('reload')).code).toBe(1)
  server.signal('SIGHUP')
  await server.printed('stderr', /"event":"artifacts_unchanged","trigger":"signal"/)
})

it.runIf(runsAll)(
  'new artifacts are loaded by command and when the folder is replaced, and a bad folder is refused',
  async () => {
    const server = await serveHere({ artifacts: tinyArtifacts(), env: { OPS_PORT: 'any' } })
    onTestFinished(server.stop)
    ;({ dataFolder: data, artifactsFolder: artifacts } = server)
    const firstTeam = async (): Promise<string> => (await send(server, 'GET', '/v1/teams')).json.teams[0].name
    expect(await firstTeam()).toBe('Amber Foxes')
    expect(await json('reload')).toEqual({ asOf: '2030-12-22T02:00:00', outcome: 'unchanged' })

    newer('2031-01-05T10:00:00')
    expect(await json('reload')).toMatchObject({ asOf: '2031-01-05T10:00:00' })
    expect(await firstTeam()).toBe('Foxes of 2031-01-05T10:00:00')

    // The folder is replaced as riftline update does: written beside it, then moved into place.
    const [work, old] = [artifacts, `${artifacts}-old`]
    const served = artifacts
    artifacts = await artifactsFolder()
    newer('2031-01-06T10:00:00')
    renameSync(work, old)
    renameSync(artifacts, served)
    artifacts = served
    const swapped = '"event":"artifacts_swapped","trigger":"folder","asOf":"2031-01-06T10:00:00"'
    await until(() => server.output.stderr.includes(swapped))
    expect(await firstTeam()).toBe('Foxes of 2031-01-06T10:00:00')

    writeFileSync(join(artifacts, 'state.json'), '{}')
    const refused = await riftline('reload')
    expect([refused.code, refused.stdout]).toEqual([1, ''])
    expect(refused.stderr).toMatch(
      /^riftline reload: [^\n]*state\.json: expected SHA-256[^\n]*as of 2031-01-06T10:00:00 UTC\n$/,
    )
    expect(await firstTeam()).toBe('Foxes of 2031-01-06T10:00:00')
    const ready = await send(server, 'GET', '/readyz', { key: null })
    expect([ready.status, ready.json.checks.artifacts]).toEqual([200, 'ok'])
    rmSync(old, { recursive: true })
  },
)

it.runIf(runsAll)(
  'SIGTERM lets a call in flight end, refuses new ones, and leaves no credits to give back',
  async () => {
    const server = await serve({ RIFTLINE_DRAIN_DELAY_MS: '0' })
    const body = JSON.stringify({ blueTeamId: 1, redTeamId: 2 })
    const headers = { 'X-Api-Key': server.key, 'Content-Type': 'application/json', 'Content-Length': body.length }
    const slow = httpRequest({ port: server.port, method: 'POST', path: '/v1/predict', agent: false, headers })
    const answer = new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
      slow.on('error', reject)
      slow.on('response', (response) => {
        response.resume()
        response.on('end', () => resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }))
      })
    })
    slow.write(body.slice(0, 5))
    // The request is in flight once the metrics, read on another connection, count it.
    const metrics = `http://127.0.0.1:${JSON.parse(readFileSync(join(data, 'operator-token'), 'utf8')).port}/metrics`
    while (!/^http_requests_in_flight 1$/m.test(await (await fetch(metrics)).text()));
    server.signal('SIGTERM')
    while (
      await send(server, 'GET', '/healthz', { key: null }).then(
        () => true,
        () => false,
      )
    );
    slow.end(body.slice(5))
    expect(await answer).toEqual({ status: 200, connection: 'close' })
    expect(await server.code).toBe(0)
    const { lines } = (await json('statement', 'demo')) as { lines: { kind: string }[] }
    expect(lines.map(({ kind }) => kind)).toEqual(['grant', 'grant', 'capture'])
  },
)
