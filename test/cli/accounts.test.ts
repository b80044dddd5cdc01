import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog, systemClock } from '@riftline/base/node'
import { type ContentLine, exportLedger } from '@riftline/ledger'
import { openFileStore } from '@riftline/ledger/file'
import { createApiKey, isWellFormedApiKey } from '@riftline/server'
import { beforeEach, describe, expect, it } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { type CliResult, runCli } from '../support/cli.ts'

let root: string
let data: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'riftline-accounts-'))
  data = join(root, 'data')
  return () => rmSync(root, { recursive: true, force: true })
})

const riftline = (...args: readonly string[]): Promise<CliResult> => runCli(...args, '--data', data)

/** Runs a command and parses the single JSON document that it prints. */
async function json(...args: readonly string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await riftline(...args, '--json')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.endsWith('}\n')).toBe(true)
  return JSON.parse(stdout)
}

/** Runs a command that must be refused and returns its message. */
async function refusal(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await riftline(...args)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^riftline \w+: [^\n]+\n$/)
  return stderr.trim()
}

describe('accounts and keys', () => {
  it('accounts and keys are created, listed and revoked, by id or by name', async () => {
    const { account } = await json('account', 'create', 'acme')
    expect(account).toMatch(/^acc_/)
    expect(await json('account', 'list')).toEqual({ accounts: [{ account, name: 'acme', status: 'active' }] })
    const made = (await json('key', 'create', 'acme', '--name', 'prod')) as { key: string; id: string }
    expect(Object.keys(made)).toEqual(['key', 'id'])
    expect(isWellFormedApiKey(made.key)).toBe(true)
    expect(made.key).toContain(made.id)
    const limits = { monthlyLimit: null, expiresUtc: null, scopes: null }
    const createdAtUtc = expect.stringMatching(/^\d{4}-.{14}$/)
    const listed = { id: made.id, name: 'prod', status: 'active', createdAtUtc, ...limits }
    expect(await json('key', 'list', String(account))).toEqual({ keys: [listed] })
    expect(await json('key', 'revoke', made.id)).toEqual({ id: made.id, status: 'revoked' })
    expect(await json('key', 'revoke', made.id)).toEqual({ id: made.id, status: 'revoked' })
    expect(await json('key', 'list', 'acme')).toEqual({ keys: [{ ...listed, status: 'revoked' }] })
  })

  it('a new key is printed alone on its line, and only its hash is stored', async () => {
    await riftline('account', 'create', 'acme')
    const { stdout, stderr } = await riftline('key', 'create', 'acme', '--name', 'prod')
    expect(isWellFormedApiKey(stdout.trimEnd())).toBe(true)
    expect(stderr).not.toContain(stdout.trimEnd())
    const ledger = join(data, 'ledger')
    const bytes = readdirSync(ledger).map((name) => readFileSync(join(ledger, name), 'latin1'))
    expect(bytes.join('')).not.toContain(stdout.slice(17, 40))
  })

  it('only the owner of the data folder can read the files of accounts and keys', async () => {
    await riftline('account', 'create', 'acme')
    const ledger = join(data, 'ledger')
    expect([data, ledger].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700])
    for (const name of readdirSync(ledger)) expect(statSync(join(ledger, name)).mode & 0o777).toBe(0o600)
  })

  it('a faulty command on accounts or keys is refused in one line', async () => {
    await riftline('account', 'create', 'acme')
    expect(await refusal('account', 'create', 'acme')).toContain('"acme" exists already')
    expect(await refusal('key', 'create', 'nobody', '--name', 'prod')).toContain('nobody')
    expect(await refusal('key', 'revoke', createApiKey((size) => new Uint8Array(size)).id)).toContain('unknown key')
    expect(await refusal('account', 'create', ' ')).toContain('name: expected 1 to 80 characters')
  })
})

describe('limits of keys', () => {
  it('key create and key set give a key limits, and key list shows them', async () => {
    await riftline('account', 'create', 'acme')
    const limits = ['--monthly-limit', '500', '--expires', '2999-01-01', '--scope', 'read,predict']
    const { id } = await json('key', 'create', 'acme', '--name', 'bot', ...limits)
    const shown = { monthlyLimit: 500, expiresUtc: '2999-01-01T00:00:00', scopes: ['predict', 'read'] }
    expect(await json('key', 'list', 'acme')).toMatchObject({ keys: [{ id, status: 'active', ...shown }] })
    expect((await riftline('key', 'list', 'acme')).stdout).toMatch(/ 500 +2999-01-01T00:00:00 +predict,read *\n$/)
    expect(await json('key', 'set', String(id), '--monthly-limit', '7')).toEqual({ id, ...shown, monthlyLimit: 7 })
    const { stdout } = await riftline(
      'key',
      'set',
      String(id),
      '--monthly-limit',
      'none',
      '--expires',
      'none',
      '--scope',
      'all',
    )
    expect(stdout).toBe(`key ${id}: monthly limit none, expires (UTC) none, scopes all\n`)
    expect(await json('key', 'list', 'acme')).toMatchObject({
      keys: [{ monthlyLimit: null, expiresUtc: null, scopes: null }],
    })
    expect(await refusal('key', 'set', 'unknown1', '--scope', 'all')).toContain('unknown key "unknown1"')
    expect(await refusal('key', 'set', String(id), '--monthly-limit', '2147483648')).toContain('monthlyLimit: expected')
  })
})

describe('credits', () => {
  it('credits are granted once per reference and can be taken back', async () => {
    const { account } = await json('account', 'create', 'acme')
    const left = (creditsRemaining: number) => ({ account, creditsRemaining })
    expect(await json('grant', 'acme', '--topup', '500', '--ref', 'pay-1')).toEqual(left(520))
    expect(await json('grant', 'acme', '--topup', '500', '--ref', 'pay-1')).toEqual(left(520))
    expect(await json('plan', 'acme', '--name', 'starter', '--per-period', '100', '--renews', '2999-12-04')).toEqual(
      left(620),
    )
    expect(await json('plan', 'acme', '--name', 'starter', '--per-period', '100', '--renews', '2999-12-04')).toEqual(
      left(620),
    )
    const plan = [
      'plan',
      'acme',
      '--name',
      'starter',
      '--per-period',
      '100',
      '--renews',
      '2999-12-04',
      '--ref',
      'again',
    ]
    expect(await json(...plan)).toEqual(left(720))
    expect(await json('grant', 'acme', '--reverse', '--ref', 'pay-1')).toEqual(left(220))
    expect(await refusal('grant', 'acme', '--reverse', '--ref', 'pay-9')).toContain('pay-9')
    expect(await refusal('plan', 'acme', '--name', 's', '--per-period', '1', '--renews', '2020-01-01')).toContain(
      '--renews: expected a day in the future, got 2020-01-01',
    )
    expect(await refusal('grant', 'acme', '--topup', '999999999999999', '--ref', 'r')).toContain('credits: expected')
  })

  it('a second grant with the reference of another one exits with 1 and names both grants', async () => {
    await riftline('account', 'create', 'acme')
    await json('grant', 'acme', '--topup', '500', '--ref', 'p1')
    expect(await refusal('grant', 'acme', '--topup', '600', '--ref', 'p1')).toBe(
      'riftline grant: REF "p1" is known, nothing was changed: it stands for topup of 500 credits, not for topup of 600 credits',
    )
  })

  it.runIf(runsAll)(
    'a reference that another grant has used gives no credits, and the error names both grants',
    async () => {
      const { account } = await json('account', 'create', 'acme')
      const given = async (...args: readonly string[]): Promise<string> => {
        const { code, stdout, stderr } = await riftline(...args, '--json')
        if (code === 0) expect(stderr).toBe('')
        return code === 0 ? `${JSON.parse(stdout).creditsRemaining}` : `${code} ${stdout}${stderr}`
      }
      const plan = ['plan', 'acme', '--name', 'starter', '--renews', '2999-12-04', '--ref', 'p2', '--per-period']
      expect(await given('grant', 'acme', '--topup', '500', '--ref', 'p1')).toBe('520')
      expect(await given('grant', 'acme', '--topup', '500', '--ref', 'p1')).toBe('520')
      const known = (ref: string, command = 'grant') =>
        `riftline ${command}: REF "${ref}" is known, nothing was changed: it stands for`
      expect(await given('grant', 'acme', '--topup', '600', '--ref', 'p1')).toBe(
        `1 ${known('p1')} topup of 500 credits, not for topup of 600 credits\n`,
      )
      expect(await given(...plan, '100')).toBe('620')
      expect(await given(...plan, '100')).toBe('620')
      const starter = 'plan "starter" of 100 credits until 2999-12-04T00:00:00 UTC'
      expect(await given(...plan, '200')).toBe(
        `1 ${known('p2', 'plan')} ${starter}, not for ${starter.replace('100', '200')}\n`,
      )
      expect(await given('grant', 'acme', '--topup', '100', '--ref', 'p2')).toBe(
        `1 ${known('p2')} ${starter}, not for topup of 100 credits\n`,
      )
      await json('grant', 'acme', '--reverse', '--ref', 'p1')
      expect(await given('grant', 'acme', '--topup', '500', '--ref', 'p1')).toBe(
        `1 ${known('p1')} topup of 500 credits, taken back, not for topup of 500 credits\n`,
      )
      expect((await json('account', 'list')).accounts).toEqual([{ account, name: 'acme', status: 'active' }])
    },
  )

  it('the statement of a month lists grants and charges, oldest first', async () => {
    const { account } = await json('account', 'create', 'acme')
    await json('grant', 'acme', '--topup', '500', '--ref', 'pay-1')
    await json('grant', 'acme', '--reverse', '--ref', 'pay-1')
    const { month, lines, ...others } = (await json('statement', 'acme')) as { month: string; lines: object[] }
    expect(others).toEqual({ account, creditsRemaining: 20 })
    const noCall = { requestId: null, operation: null, model: null, keyId: null, keyName: null }
    const nothing = { ...noCall, atUtc: expect.stringContaining(month) }
    expect(lines).toEqual([
      { ...nothing, kind: 'grant', reason: 'pay-1', credits: 500 },
      { ...nothing, kind: 'grant', reason: `free:${month}`, credits: 20 },
      { ...nothing, kind: 'reverse', reason: 'operator', credits: -500 },
    ])
    const fields = ['atUtc', 'kind', 'requestId', 'operation', 'model', 'reason', 'credits', 'keyId', 'keyName']
    expect(Object.keys(lines[0]!)).toEqual(fields)
    expect(await json('statement', 'acme', '--month', '2020-02')).toMatchObject({ month: '2020-02', lines: [] })
    expect((await riftline('statement', 'acme')).stdout).toMatch(/grant .* pay-1 +\+500\n/)
  })

  it('the statement explains a charge that stays even though its answer was cut off', async () => {
    const { account } = await json('account', 'create', 'acme')
    const options = { clock: systemClock, randomBytes, freeCredits: 20, log: silentLog, dataFolder: data }
    const store = await openFileStore(options)
    const call = {
      requestId: 'req_a',
      accountId: String(account),
      operation: 'team',
      model: null,
      keyId: 'abcdefgh',
      credits: 1,
    } as const
    await store.addKey({ id: 'abcdefgh', accountId: String(account), name: 'bot', sha256: 'a'.repeat(64) })
    const held = await store.hold(call)
    if (held.kind === 'held') await store.capture(held.hold)
    store.keep('req_a')
    const batch = await store.hold({
      ...call,
      requestId: 'req_b',
      keyId: 'unknown1',
      operation: 'predict-batch',
      credits: 6,
      calls: 3,
    })
    if (batch.kind === 'held') await store.capture(batch.hold)
    store.delivered('req_b')
    await store.close()
    const { stdout } = await riftline('statement', 'acme')
    expect(stdout).toMatch(/capture +predict-batch, 3 calls +- +- \(unknown1\) +req_b +- +-6\n/)
    const { lines } = (await json('statement', 'acme')) as { lines: object[] }
    expect(lines.at(-1)).toMatchObject({ requestId: 'req_b', credits: -6, calls: 3, keyId: 'unknown1', keyName: null })
    expect(lines).toContainEqual(expect.objectContaining({ requestId: 'req_a', keyId: 'abcdefgh', keyName: 'bot' }))
    expect(stdout).toMatch(
      /capture +team +- +bot \(abcdefgh\) +req_a +undelivered +-1\n[\s\S]*\n\nundelivered \(the line broke when /,
    )
    expect(await json('statement', 'acme')).toMatchObject({ creditsRemaining: 13 })
  })

  it('a banned account cannot spend its credits', async () => {
    const { account } = await json('account', 'create', 'acme')
    expect(await json('ban', 'acme', '--reason', 'its key was sold')).toEqual({ account, status: 'banned' })
    expect(await json('account', 'list')).toEqual({ accounts: [{ account, name: 'acme', status: 'banned' }] })
    expect(await json('unban', 'acme', '--allow-ip')).toEqual({ account, status: 'active' })
  })
})

describe('the ledger', () => {
  it('ledger verify exits with 1 on a violation and names its place', async () => {
    await json('account', 'create', 'acme')
    await json('grant', 'acme', '--topup', '5', '--ref', 'a')
    expect(await json('ledger', 'verify')).toMatchObject({ sound: true, accounts: 1, violations: [] })
    const [segment = ''] = readdirSync(join(data, 'ledger')).filter((name) => name.endsWith('.rlj'))
    const path = join(data, 'ledger', segment)
    const bytes = readFileSync(path)
    bytes[100] = bytes[100]! ^ 1
    writeFileSync(path, bytes)
    const { code, stdout } = await riftline('ledger', 'verify', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ sound: false, violations: [{ file: path }] })
    expect((await riftline('ledger', 'verify')).stdout).toContain(path)
  })

  it('an imported ledger has the balances of the exported one and exports the same bytes', async () => {
    await json('account', 'create', 'acme')
    await json('key', 'create', 'acme', '--name', 'prod')
    await json('grant', 'acme', '--topup', '5', '--ref', 'a')
    const file = join(root, 'ledger.jsonl')
    expect((await riftline('ledger', 'export', file)).code).toBe(0)
    const exported = (await riftline('ledger', 'export')).stdout
    expect(readFileSync(file, 'utf8')).toBe(exported)
    expect(statSync(file).mode & 0o077).toBe(0)

    const other = join(root, 'other')
    const imported = await runCli('ledger', 'import', file, '--data', other, '--json')
    expect(JSON.parse(imported.stdout)).toMatchObject({ remaining: 25, counts: { account: 1, key: 1, grant: 2 } })
    expect((await runCli('ledger', 'export', '--data', other)).stdout).toBe(exported)
    const again = await runCli('ledger', 'import', file, '--data', other)
    expect([again.code, again.stderr]).toEqual([
      1,
      'riftline ledger: the ledger has accounts; only an empty one takes an import\n',
    ])
    // A command killed during an import leaves this file.
    writeFileSync(join(other, 'ledger', 'IMPORT'), '', { mode: 0o600 })
    for (const args of [
      ['account', 'list'],
      ['account', 'create', 'x'],
      ['ledger', 'verify'],
      ['ledger', 'export'],
    ]) {
      const { code, stderr } = await runCli(...args, '--data', other)
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^riftline \w+: .+ part of an import [^\n]+\n$/)])
    }
    expect((await runCli('ledger', 'import', file, '--data', other, '--json')).stdout).toBe(imported.stdout)
    expect((await runCli('ledger', 'export', '--data', other)).stdout).toBe(exported)

    writeFileSync(file, exported.replace('"amount":5', '"amount":6'))
    const changed = await runCli('ledger', 'import', file, '--data', join(root, 'third'))
    expect([changed.code, changed.stderr.split('\n').length]).toEqual([1, 2])
  })
})

it('names from an older ledger are printed without bidirectional marks and terminal control sequences', async () => {
  const name = 'a\u202e\u2066gnp.exe\u009b2J\u200b\u{e0041}'
  const shown = 'a\\u202e\\u2066gnp.exe\\u009b2J\\u200b\\udb40\\udc41'
  const account = 'acc_000000000001'
  async function* content(): AsyncIterable<ContentLine> {
    yield { type: 'account', id: account, name, createdAt: Date.now(), ban: null }
    yield { type: 'key', id: 'abcdefgh', account, name, sha256: 'a'.repeat(64), createdAt: Date.now(), revokedAt: null }
  }
  const file = join(root, 'ledger.jsonl')
  for await (const line of exportLedger(content())) appendFileSync(file, `${line}\n`)
  expect((await riftline('ledger', 'import', file)).code).toBe(0)
  const exported = (await riftline('ledger', 'export')).stdout
  expect(exported).toContain(name)

  const outputs = [
    await riftline('account', 'list'),
    await riftline('key', 'list', name),
    await riftline('account', 'list', '--json'),
    await riftline('account', 'create', name),
    await riftline('key', 'list', `${name}?`),
    await riftline(name),
  ]
  for (const { stdout, stderr } of outputs) {
    expect(stdout + stderr).toContain(shown)
    expect(stdout + stderr).toMatch(/^[\n\x20-\x7e]+$/)
  }
  expect(JSON.parse(outputs[2]?.stdout ?? '')).toEqual({ accounts: [{ account, name, status: 'active' }] })
  expect(await json('ban', name)).toEqual({ account, status: 'banned' })
})

it('without a ledger, account list is empty, and commands that name an account are refused without creating a folder', async () => {
  expect(await json('account', 'list')).toEqual({ accounts: [] })
  expect((await riftline('account', 'list')).stdout).toMatch(/^account +name +status *\n$/)
  for (const args of [
    ['key', 'list', 'acme'],
    ['statement', 'acme'],
    ['ledger', 'verify'],
    ['ledger', 'export'],
  ])
    expect(await refusal(...args)).toContain(`there is no ledger in the data folder ${data}`)
  expect(readdirSync(root)).toEqual([])
})

it('wrong usage exits with 2 and changes nothing', async () => {
  for (const args of [
    ['account'],
    ['account', 'delete', 'x'],
    ['account', 'create'],
    ['account', 'constructor'],
    ['key', 'create', 'acme'],
    ['key', 'create', 'acme', '--name', ''],
    ['key', 'create', 'acme', '--name', 'a', '--monthly-limit', '0'],
    ['key', 'create', 'acme', '--name', 'a', '--expires', '2999-02-30'],
    ['key', 'set', 'abcd1234', '--expires', '2020-01-01'],
    ['key', 'create', 'acme', '--name', 'a', '--scope', 'read,write'],
    ['key', 'set', 'abcdefgh'],
    ['key', 'set', '--monthly-limit', '5'],
    ['key', 'set', 'abcdefgh', '--scope', ''],
    ['grant', 'acme', '--ref', 'r'],
    ['grant', 'acme', '--topup', '5'],
    ['grant', 'acme', '--topup', '0', '--ref', 'r'],
    ['grant', 'acme', '--topup', '1.5', '--ref', 'r'],
    ['grant', 'acme', '--topup', '5', '--reverse', '--ref', 'r'],
    ['plan', 'acme', '--name', 's', '--per-period', '5'],
    ['plan', 'acme', '--name', 's', '--per-period', '5', '--renews', '2999-02-30'],
    ['plan', 'acme', '--name', 's', '--per-period', '5', '--renews', 'soon'],
    ['statement', 'acme', '--month', '2026-13'],
    ['statement'],
    ['ban'],
    ['ledger'],
    ['ledger', 'check'],
    ['ledger', 'import'],
    ['ledger', 'export', 'a', 'b'],
    ['reload', 'now'],
  ]) {
    const { code, stdout, stderr } = await riftline(...args)
    expect([args, code, stdout]).toEqual([args, 2, ''])
    expect(stderr).toContain(`\nriftline ${args[0]} `)
    expect(stderr).not.toContain('    at ')
  }
  expect(readdirSync(root)).toEqual([])
})
