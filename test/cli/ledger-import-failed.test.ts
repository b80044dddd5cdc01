import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { runCli, runCliIn } from '../support/cli.ts'
import { contentsOf } from '../support/folder-contents.ts'
import { databaseTests, sharedPostgres } from '../support/postgres.ts'
import { createTestDatabase } from '../support/postgres-store.ts'
import { start } from '../support/serve-in-process.ts'

let root: string
let file: string
let lines: readonly string[]
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'riftline-import-'))
  file = join(root, 'export.jsonl')
  const from = ['--data', join(root, 'from')]
  for (const name of ['acme', 'other']) await runCli('account', 'create', name, ...from)
  await runCli('grant', 'acme', '--topup', '5', '--ref', 'p1', ...from)
  lines = (await runCli('ledger', 'export', ...from)).stdout.trimEnd().split('\n')
  return () => rmSync(root, { recursive: true, force: true })
})

const edited = (at: number, edit: (line: string) => string): string =>
  lines.map((line, index) => (index === at ? edit(line) : line)).join('\n')
const grantAt = (): number => lines.findIndex((line) => line.includes('"ref":"p1"'))

/** Documents with a fault at the beginning, in the middle, and at the very end. */
const faults: readonly (readonly [string, () => string, RegExp])[] = [
  ['nothing at all', () => '', /line 1/],
  ['no ledger', () => '{"type":"page"}\n', /line 1/],
  ['half a line in the middle', () => edited(grantAt(), (line) => line.slice(0, 40)), /line \d+/],
  [
    'a sum that is wrong',
    () => edited(grantAt(), (line) => line.replace('"remaining":5', '"remaining":4')),
    /line \d+/,
  ],
  ['no end', () => lines.slice(0, -1).join('\n'), /the document is cut off/],
  ['another hash', () => edited(lines.length - 1, (line) => line.replace(/"sha256":"../, '"sha256":"00')), /sha256/],
]

describe('an import into files that fails while its document is read', () => {
  it.each(faults)('a document with %s leaves no ledger', async (_what, text, message) => {
    writeFileSync(file, text())
    const to = join(root, 'to')
    const { code, stdout, stderr } = await runCli('ledger', 'import', file, '--data', to)
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(message)])
    expect(existsSync(to)).toBe(false)
    expect((await runCli('ledger', 'verify', '--data', to)).code).toBe(1)
    writeFileSync(file, `${lines.join('\n')}\n`)
    expect((await runCli('ledger', 'import', file, '--data', to)).code).toBe(0)
    expect((await runCli('ledger', 'verify', file, '--data', to)).code).toBe(0)
  })

  it('a failed import leaves an existing ledger unchanged to the byte', async () => {
    const from = join(root, 'from')
    const before = await contentsOf(from)
    for (const [, text] of faults) {
      writeFileSync(file, text())
      expect((await runCli('ledger', 'import', file, '--data', from)).code).toBe(1)
    }
    expect(await contentsOf(from)).toEqual(before)
  })
})

describe('an import into files that was cut off', () => {
  it('every command and every start refuses a partly imported ledger and names the cure, until an import ends', async () => {
    writeFileSync(file, `${lines.join('\n')}\n`)
    const to = join(root, 'to')
    await runCli('ledger', 'import', file, '--data', to)
    writeFileSync(join(to, 'ledger', 'IMPORT'), '', { mode: 0o600 })
    for (const args of [
      ['ledger', 'verify'],
      ['ledger', 'export'],
      ['account', 'list'],
      ['account', 'create', 'new'],
    ]) {
      const { code, stdout, stderr } = await runCli(...args, '--data', to)
      expect([args, code, stdout]).toEqual([args, 1, ''])
      expect(stderr).toContain(
        'a part of an import that was cut off or still runs; riftline ledger import begins it anew',
      )
    }
    const server = start({ args: ['--port', '0', '--data', to], env: { RIFTLINE_OPS_PORT: '0' } })
    expect([await server.code, server.output.stdout]).toEqual([1, ''])
    expect(server.output.stderr).toContain('riftline ledger import begins it anew')
    expect((await runCli('ledger', 'import', file, '--data', to)).code).toBe(0)
    expect((await runCli('ledger', 'verify', file, '--data', to)).code).toBe(0)
  })
})

describe.skipIf(databaseTests.skip)(`an import into a database that fails${databaseTests.why}`, () => {
  it('a faulty document leaves nothing in the database, which then accepts a good one', async () => {
    const database = await (await sharedPostgres()).createDatabase()
    const env = { RIFTLINE_STORE: 'postgres', RIFTLINE_DATABASE_URL: database }
    for (const [what, text, message] of faults) {
      writeFileSync(file, text())
      const { code, stdout, stderr } = await runCliIn(env, 'ledger', 'import', file)
      expect([what, code, stdout, stderr]).toEqual([what, 1, '', expect.stringMatching(message)])
      const verified = await runCliIn(env, 'ledger', 'verify')
      expect([what, verified.code, verified.stdout]).toEqual([what, 1, ''])
    }
    writeFileSync(file, `${lines.join('\n')}\n`)
    expect((await runCliIn(env, 'ledger', 'import', file)).code).toBe(0)
    expect((await runCliIn(env, 'ledger', 'verify', file)).code).toBe(0)
  })
  it('after the database refused a line, commands and a start refuse the ledger and name the cure, until an import ends', async () => {
    const database = await createTestDatabase()
    const env = { RIFTLINE_STORE: 'postgres', RIFTLINE_DATABASE_URL: database.url }
    expect((await runCliIn(env, 'account', 'list')).code).toBe(0)
    const limit = 'ALTER TABLE credit_grant ADD CONSTRAINT too_full CHECK (amount < 0)'
    await database.query(limit)
    writeFileSync(file, `${lines.join('\n')}\n`)
    const failed = await runCliIn(env, 'ledger', 'import', file)
    expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('too_full')])
    const verified = await runCliIn(env, 'ledger', 'verify')
    expect([verified.code, verified.stdout]).toEqual([1, expect.stringContaining('ledger is NOT sound')])
    const server = start({ args: ['--port', '0', '--data', root], env: { ...env, RIFTLINE_OPS_PORT: '0' } })
    expect([await server.code, server.output.stdout]).toEqual([1, ''])
    for (const text of [verified.stdout, server.output.stderr]) {
      expect(text).toContain('did not end; the ledger is empty; riftline ledger import begins it anew')
    }
    await database.query('ALTER TABLE credit_grant DROP CONSTRAINT too_full')
    expect((await runCliIn(env, 'ledger', 'import', file)).code).toBe(0)
    expect((await runCliIn(env, 'ledger', 'verify', file)).code).toBe(0)
  })
})
