import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { commands } from '#cli/commands.ts'
import { run } from '#cli/run.ts'
import { captured, linesOf } from '../odds/captured.ts'
import { runsAll } from '../support/amount.ts'
import { runCli } from '../support/cli.ts'
import { dayAfterData } from '../support/committed-artifacts.ts'
import { writeContinuation } from '../support/continuation.ts'
import { inShell, startRiftline } from '../support/riftline-process.ts'
import { artifactsFolder } from '../support/tiny-artifacts-folder.ts'

// Real processes whose output cannot be written.

let root: string
let data: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'riftline-lost-'))
  data = join(root, 'data')
  return () => rmSync(root, { recursive: true, force: true })
})

const riftline = (...args: readonly string[]) => runCli(...args, '--data', data)

interface Result {
  readonly args: readonly string[]
  readonly code: number
  readonly stderr: string
}

/** Runs command lines in one process with stdout on a full disk. */
async function onFullDisk(lines: readonly (readonly string[])[]): Promise<readonly Result[]> {
  const program = fileURLToPath(new URL('../support/lost-output-process.ts', import.meta.url))
  const full = openSync('/dev/full', 'w')
  const sources = ['--import', 'tsx', '--conditions=@riftline/source']
  const child = spawn(process.execPath, [...sources, program, JSON.stringify(lines)], {
    env: { ...process.env, RIFTLINE_OPS_PORT: '0' },
    stdio: ['ignore', full, 'inherit', 'pipe'],
  })
  closeSync(full)
  let results = ''
  child.stdio[3]?.on('data', (chunk: Buffer) => {
    results += chunk
  })
  await once(child, 'close')
  return JSON.parse(results)
}

const lostLine = /^riftline[^\n]*: its output could not be written: ENOSPC: [^\n]+\n$/

describe('a full disk', () => {
  it.runIf(runsAll)('--help of every command exits with 1 and one line', async () => {
    const lines = [['--help'], ...[...commands.keys()].map((name) => [name, '--help'])]
    for (const { args, code, stderr } of await onFullDisk(lines))
      expect([args, code, stderr]).toEqual([args, 1, expect.stringMatching(lostLine)])
  })

  it.runIf(runsAll)(
    'a command that prints to a full disk exits with 1 and one line, beside a server or alone',
    async () => {
      const artifacts = await artifactsFolder()
      const server = startRiftline({
        args: ['serve', '--port', '0', '--data', data, '--artifacts', artifacts],
        env: { RIFTLINE_OPS_PORT: 'any' },
      })
      await server.printed('stderr', /"event":"started"/)
      const odds = join(root, 'odds.jsonl')
      writeFileSync(odds, linesOf([captured()]))
      const exported = join(root, 'ledger.jsonl')
      expect((await riftline('ledger', 'export', exported)).code).toBe(0)
      const history = await writeContinuation([
        { id: 90001, start: dayAfterData(10, '08:00:00'), teams: [3, 9], league: 'LCK', bestOf: 3, winners: [0, 1, 0] },
      ])
      const [other, third, fourth] = ['other', 'third', 'fourth'].map((name) => join(root, name)) as [
        string,
        string,
        string,
      ]
      const scheduled = join(root, 'scheduled')
      mkdirSync(join(scheduled, 'sync'), { recursive: true })
      const schedule = { format: 'riftline-schedule', formatVersion: 1, checkedUtc: '2026-11-23T12:00:00', series: [] }
      writeFileSync(join(scheduled, 'sync/schedule.json'), JSON.stringify(schedule))
      const at = ['--data', data]
      const renews = ['--renews', '2999-12-04']
      const lines: Readonly<Record<string, readonly (readonly string[])[]>> = {
        serve: [['--port', '0', '--data', other, '--artifacts', artifacts]],
        predict: [['T1', 'Gen.G']],
        markets: [['T1', 'Gen.G']],
        teams: [['T1']],
        players: [['Faker']],
        upcoming: [['--data', scheduled]],
        // mcp prints only answers, and this run asks nothing.
        mcp: [['--help']],
        evaluate: [['--history', history]],
        logos: [['suggest', '--active']],
        odds: [
          ['import', odds, ...at],
          ['capture', '--help'],
        ],
        // These commands need long, the network, or the trainers.
        sync: [['--help']],
        update: [['--help']],
        build: [['--help']],
        search: [['--help']],
        account: [
          ['create', 'acme', ...at],
          ['list', ...at],
          ['create', 'alone', '--data', third],
        ],
        key: [
          ['create', 'demo', '--name', 'prod', ...at],
          ['list', 'demo', ...at],
          ['create', 'alone', '--name', 'prod', '--data', third],
        ],
        grant: [['demo', '--topup', '5', '--ref', 'p1', ...at]],
        plan: [['demo', '--name', 's', '--per-period', '5', ...renews, ...at]],
        ban: [['demo', ...at]],
        unban: [['demo', ...at]],
        statement: [['demo', '--json', ...at]],
        ledger: [
          ['verify', ...at],
          ['export', ...at],
          ['import', exported, '--data', fourth],
        ],
        reload: [at],
      }
      // Every new command must be added to this list.
      expect(Object.keys(lines).sort()).toEqual([...commands.keys()].sort())
      const all = Object.entries(lines).flatMap(([name, more]) => more.map((args) => [name, ...args]))
      for (const { args, code, stderr } of await onFullDisk(all)) {
        const said = stderr.split('\n').filter((line) => /^riftline /.test(line))
        expect([args, code, said]).toEqual([
          args,
          1,
          [expect.stringContaining('its output could not be written: ENOSPC')],
        ])
        expect(stderr).not.toContain('    at ')
      }
      // The changes are stored, but a key that was never printed is revoked.
      for (const [folder, account] of [
        [data, 'demo'],
        [third, 'alone'],
        [other, 'demo'],
      ] as const) {
        const { stdout } = await runCli('key', 'list', account, '--data', folder)
        expect([account, stdout]).toEqual([
          account,
          expect.stringMatching(account === 'demo' && folder === data ? /prod +revoked/ : / revoked /),
        ])
      }
    },
  )

  it.runIf(runsAll)(
    'the process exits with its code and one line, and an unprinted key is named and revoked',
    async () => {
      await riftline('account', 'create', 'acme')
      const { code, stderr } = await inShell('"$@" > /dev/full', [
        'key',
        'create',
        'acme',
        '--name',
        'prod',
        '--data',
        data,
      ])
      const [, id] =
        /^riftline key: key (\w{8}) could not be printed and is revoked: its output [^\n]+\n$/.exec(stderr) ?? []
      expect([code, stderr]).toEqual([1, expect.stringContaining('ENOSPC')])
      const { keys } = JSON.parse((await riftline('key', 'list', 'acme', '--json')).stdout)
      expect(keys).toEqual([expect.objectContaining({ id, status: 'revoked' })])
    },
  )

  it.runIf(runsAll)('a command whose output is cut short exits with 1', async () => {
    await riftline('account', 'create', 'acme')
    for (let index = 0; index < 3; index += 1)
      await riftline('grant', 'acme', '--topup', '5', '--ref', `payment-${index}-${'x'.repeat(180)}`)
    const file = join(root, 'statement.json')
    const limited = `trap '' XFSZ; ulimit -f 1; "$@" > ${file}`
    const { code, stderr } = await inShell(limited, ['statement', 'acme', '--json', '--data', data])
    expect(readFileSync(file).length % 512).toBe(0)
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^riftline statement: its output could not be written: EFBIG: /),
    ])
  })
})

describe('a closed pipe', () => {
  async function unread(...args: readonly string[]): Promise<Pick<Result, 'code' | 'stderr'>> {
    const { code, output } = startRiftline({ args: [...args, '--data', data], stdout: 'closed' })
    return { code: (await code) ?? -1, stderr: output.stderr }
  }

  it.runIf(runsAll)('a command whose reader has gone ends silently with its usual code', async () => {
    await riftline('account', 'create', 'acme')
    expect(await unread('ledger', 'export')).toMatchObject({ code: 0, stderr: '' })
    const [segment = ''] = readdirSync(join(data, 'ledger')).filter((name) => name.endsWith('.rlj'))
    writeFileSync(join(data, 'ledger', segment), 'nothing')
    expect(await unread('ledger', 'verify')).toMatchObject({ code: 1, stderr: '' })
  })

  it.runIf(runsAll)('a server whose reader has gone keeps running, and its demo key is revoked', async () => {
    const artifacts = await artifactsFolder()
    const server = startRiftline({
      args: ['serve', '--port', '0', '--data', data, '--artifacts', artifacts],
      env: { RIFTLINE_OPS_PORT: 'any' },
      stdout: 'closed',
    })
    const [, id] = await server.printed('stderr', /"event":"demo_key_unseen","keyId":"(\w{8})"/)
    expect(JSON.parse((await riftline('key', 'list', 'demo', '--json')).stdout).keys).toMatchObject([
      { id, status: 'revoked' },
    ])
    expect((await riftline('account', 'create', 'acme')).code).toBe(0)
    server.signal('SIGTERM')
    expect(await server.code).toBe(0)
  })

  it.runIf(runsAll)('a command that could not print a new key fails, names the key and revokes it', async () => {
    await riftline('account', 'create', 'acme')
    const { code, stderr } = await unread('key', 'create', 'acme', '--name', 'prod')
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^riftline key: key \w{8} could not be printed and is revoked: [^\n]+EPIPE[^\n]*\n$/),
    ])
    expect((await riftline('key', 'list', 'acme')).stdout).toMatch(/ revoked /)
  })
})

it.runIf(runsAll)(
  'a stdout closed by the shell is /dev/null to Node, so the key is created, as the help states',
  async () => {
    await riftline('account', 'create', 'acme')
    const args = ['key', 'create', 'acme', '--name', 'prod', '--data', data]
    expect((await inShell('"$@" >&-', args)).code).toBe(0)
    expect((await riftline('key', 'list', 'acme')).stdout).toMatch(/ active /)
    expect((await riftline('key', '--help')).stdout).toContain('(>&-)')
  },
)

it('an unprinted key that cannot be revoked is named as valid', async () => {
  await riftline('account', 'create', 'acme')
  let stderr = ''
  const io = {
    env: {},
    stdout: () => {
      // Removes the ledger, so the key cannot be revoked.
      rmSync(data, { recursive: true })
      throw new Error('gone')
    },
    stderr: (text: string) => {
      stderr += text
    },
    onStop: () => () => {},
  }
  expect(await run(['key', 'create', 'acme', '--name', 'prod', '--data', data], io)).toBe(1)
  expect(stderr).toMatch(
    /^riftline key: key (\w{8}) could not be printed and is STILL VALID, revoke it: unknown key "\1": its output could not be written: gone\n$/,
  )
})
