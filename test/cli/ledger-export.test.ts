import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'riftline'
import { beforeEach, expect, it } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { runCli } from '../support/cli.ts'
import { inShell } from '../support/riftline-process.ts'

let root: string
let data: string
let backups: string
let file: string
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'riftline-export-'))
  data = join(root, 'data')
  backups = join(root, 'backups')
  file = join(backups, 'ledger.jsonl')
  mkdirSync(backups)
  await riftline('account', 'create', 'acme')
  return () => rmSync(root, { recursive: true, force: true })
})

const riftline = (...args: readonly string[]) => runCli(...args, '--data', data)

/** Expects the older backup unchanged and no other file beside it. */
function expectUntouched(): void {
  expect(readdirSync(backups)).toEqual(['ledger.jsonl'])
  expect(readFileSync(file, 'utf8')).toBe('older')
  expect(statSync(file).mode & 0o777).toBe(0o644)
}

it('an export replaces an older one in one step and is readable only by its owner', async () => {
  const { stdout } = await riftline('ledger', 'export')
  writeFileSync(file, 'older', { mode: 0o644 })
  const { ino } = statSync(file)
  expect(await riftline('ledger', 'export', file)).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(readFileSync(file, 'utf8')).toBe(stdout)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(file).ino).not.toBe(ino)
  expect(readdirSync(backups)).toEqual(['ledger.jsonl'])
})

it('an export through a symbolic link writes the file that the link points to', async () => {
  writeFileSync(file, 'older', { mode: 0o644 })
  const link = join(root, 'latest')
  symlinkSync(file, link)
  expect((await riftline('ledger', 'export', link)).code).toBe(0)
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(readFileSync(file, 'utf8')).toContain('"name":"acme"')
})

it('a damaged ledger, an unwritable folder or a request to stop leaves an older export unchanged', async () => {
  writeFileSync(file, 'older', { mode: 0o644 })
  let stops = 0
  const io = {
    env: {},
    stdout: () => {},
    stderr: () => {},
    onStop: (listener: () => void) => {
      listener()
      return () => {
        stops += 1
      }
    },
  }
  expect(await run(['ledger', 'export', file, '--data', data], io)).toBe(1)
  expect(stops).toBe(1)
  expectUntouched()

  await riftline('grant', 'acme', '--topup', '5', '--ref', 'a')
  const [segment = ''] = readdirSync(join(data, 'ledger')).filter((name) => name.endsWith('.rlj'))
  const bytes = readFileSync(join(data, 'ledger', segment))
  bytes[100] = bytes[100]! ^ 1
  writeFileSync(join(data, 'ledger', segment), bytes)
  expect((await riftline('ledger', 'export', file)).code).toBe(1)
  expectUntouched()

  expect((await riftline('ledger', 'export', join(file, 'x'))).code).toBe(1)
  expect((await riftline('ledger', 'export', backups)).code).toBe(1)
  expect((await riftline('ledger', 'export', join(backups, 'none', 'x'))).code).toBe(1)
  expectUntouched()
})

it.runIf(runsAll)('a full disk leaves an older export unchanged', async () => {
  for (let index = 0; index < 3; index += 1)
    await riftline('grant', 'acme', '--topup', '5', '--ref', `payment-${index}-${'x'.repeat(180)}`)
  writeFileSync(file, 'older', { mode: 0o644 })
  const limited = `trap '' XFSZ; ulimit -f 1; "$@"`
  const { code, stderr } = await inShell(limited, ['ledger', 'export', file, '--data', data])
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^riftline ledger: EFBIG: [^\n]+\n$/)])
  expectUntouched()
})

it.runIf(runsAll)('an export to a pipe, or to the file that stdout already is, is written piece by piece', async () => {
  const { stdout } = await riftline('ledger', 'export')
  const fifo = join(root, 'fifo')
  execFileSync('mkfifo', [fifo])
  const reader = spawn('cat', [fifo])
  let read = ''
  reader.stdout.on('data', (chunk: Buffer) => {
    read += chunk
  })
  const closed = once(reader, 'close')
  expect(await riftline('ledger', 'export', fifo)).toEqual({ code: 0, stdout: '', stderr: '' })
  await closed
  expect(read).toBe(stdout)
  expect(lstatSync(fifo).isFIFO()).toBe(true)

  writeFileSync(file, 'older\n')
  expect((await inShell(`"$@" >> ${file}`, ['ledger', 'export', '/dev/stdout', '--data', data])).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe(`older\n${stdout}`)
  const { code, stderr } = await inShell('"$@"', ['ledger', 'export', '/dev/full', '--data', data])
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^riftline ledger: ENOSPC: [^\n]+\n$/)])
})

it('ledger verify compares counts, credits and entries with an export, and refuses an empty folder', async () => {
  await riftline('grant', 'acme', '--topup', '5', '--ref', 'p1')
  await riftline('ledger', 'export', file)
  const restored = ['--data', join(root, 'restored')]
  expect((await runCli('ledger', 'verify', file, ...restored)).code).toBe(1)
  await runCli('ledger', 'import', file, ...restored)
  const verified = await runCli('ledger', 'verify', file, ...restored)
  expect([verified.code, verified.stdout]).toEqual([
    0,
    expect.stringContaining('it has the counts, credits and entries of the export'),
  ])
  await runCli('account', 'create', 'more', ...restored)
  const differing = await runCli('ledger', 'verify', file, '--json', ...restored)
  expect(differing.code).toBe(1)
  expect(JSON.parse(differing.stdout)).toMatchObject({
    sound: true,
    differences: ['counts.account: expected 1, got 2'],
  })
  const empty = join(root, 'empty')
  mkdirSync(join(empty, 'ledger'), { recursive: true, mode: 0o700 })
  expect((await runCli('ledger', 'verify', '--data', empty)).stderr).toContain('an import failed')
})
