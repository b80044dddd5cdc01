import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'riftline'
import { beforeEach, describe, expect, it } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { runCli } from '../support/cli.ts'
import { databaseTests, sharedPostgres } from '../support/postgres.ts'
import { keyIn, started } from '../support/serve-in-process.ts'
import { send } from '../support/server.ts'
import { matchBody } from '../support/server-catalogue.ts'

describe.skipIf(databaseTests.skip)(`with a database in the environment${databaseTests.why}`, () => {
  let root: string
  let env: Record<string, string>
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'riftline-postgres-'))
    const database = await (await sharedPostgres()).createDatabase()
    env = { RIFTLINE_STORE: 'postgres', RIFTLINE_DATABASE_URL: database, RIFTLINE_DATA_DIR: join(root, 'data') }
    return () => rmSync(root, { recursive: true, force: true })
  })

  async function json(...args: readonly string[]): Promise<Record<string, unknown>> {
    let [stdout, stderr] = ['', '']
    const io = {
      env,
      stdout: (text: string) => {
        stdout += text
      },
      stderr: (text: string) => {
        stderr += text
      },
      onStop: () => () => {},
    }
    expect([await run([...args, '--json'], io), stderr]).toEqual([0, ''])
    return stdout === '' ? {} : JSON.parse(stdout)
  }

  it('commands work on a database beside a server and need no data folder', async () => {
    const { account } = await json('account', 'create', 'acme')
    const { key } = await json('key', 'create', 'acme', '--name', 'prod')
    const server = await started({
      args: ['--port', '0'],
      env: { ...env, RIFTLINE_OPS_PORT: '0', RIFTLINE_RATE_STORE: 'postgres' },
    })
    expect(keyIn(server.output.stdout)).toBe('')
    expect(await json('grant', 'acme', '--topup', '100', '--ref', 'p1')).toEqual({ account, creditsRemaining: 120 })
    const at = { port: Number(new URL(server.url).port), key: String(key) }
    expect((await send(at, 'POST', '/v1/predict', { body: matchBody })).headers['x-credits-remaining']).toBe('118')
    expect((await send(at, 'GET', '/v1/usage')).headers['x-ratelimit-remaining']).toBe('118')
    expect(await json('statement', 'acme')).toMatchObject({ creditsRemaining: 118 })
    expect(await json('ban', 'acme')).toEqual({ account, status: 'banned' })
    expect(await json('account', 'list')).toEqual({ accounts: [{ account, name: 'acme', status: 'banned' }] })
    expect(await json('ledger', 'verify')).toMatchObject({ sound: true, accounts: 1 })
  })

  it.runIf(runsAll)('a ledger moves from a database to files and back with equal bytes', async () => {
    await json('account', 'create', 'acme')
    await json('grant', 'acme', '--topup', '100', '--ref', 'p1')
    const [first, second] = [join(root, 'first.jsonl'), join(root, 'second.jsonl')]
    await json('ledger', 'export', first)
    const files = join(root, 'files')
    expect(await runCli('ledger', 'import', first, '--data', files)).toMatchObject({ code: 0, stderr: '' })
    const moved = await runCli('ledger', 'export', '--data', files)
    env.RIFTLINE_DATABASE_URL = await (await sharedPostgres()).createDatabase()
    await runCli('ledger', 'export', second, '--data', files)
    expect(await json('ledger', 'import', second)).toMatchObject({ remaining: 120, counts: { account: 1, grant: 2 } })
    await json('ledger', 'export', first)
    expect(readFileSync(first, 'utf8')).toBe(moved.stdout)
  })
})
