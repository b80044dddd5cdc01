import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { runCli } from '../support/cli.ts'
import { startRiftline } from '../support/riftline-process.ts'

let data: string
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'riftline-at-once-'))
  await runCli('account', 'create', 'acme', '--data', data)
  return () => rmSync(data, { recursive: true, force: true })
})

/** Runs the same command in several processes at once and returns their outputs. */
async function atOnce(count: number, ...args: readonly string[]) {
  const started = Array.from({ length: count }, () => startRiftline({ args: [...args, '--data', data] }))
  return Promise.all(started.map(async ({ code, output }) => ({ code: await code, ...output })))
}

async function keys(): Promise<readonly { readonly id: string; readonly status: string }[]> {
  const { stdout } = await runCli('key', 'list', 'acme', '--data', data, '--json')
  return JSON.parse(stdout).keys
}

it.runIf(runsAll)(
  'processes that change keys of one data folder at once either take turns or name the process that holds the folder',
  async () => {
    const made = await atOnce(6, 'key', 'create', 'acme', '--name', 'prod')
    const refused = made.filter(({ code }) => code !== 0)
    for (const { code, stdout, stderr } of refused) {
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toMatch(/^riftline key: another (server|process) holds the data folder [^\n]+\n$/)
    }
    expect(made.length - refused.length).toBeGreaterThan(0)
    const listed = await keys()
    expect(listed).toHaveLength(made.length - refused.length)
    const [{ id } = { id: '' }] = listed
    const revoked = await atOnce(6, 'key', 'revoke', id)
    expect(revoked.map(({ code }) => code)).toContain(0)
    expect((await keys()).filter(({ status }) => status === 'revoked').map((key) => key.id)).toEqual([id])
    expect((await runCli('ledger', 'verify', '--data', data)).code).toBe(0)
  },
)
