import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog, systemClock } from '@riftline/base/node'
import { openFileStore } from '@riftline/ledger/file'
import { createApiKey } from '@riftline/server'
import { expect, it, onTestFinished } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { startServe } from '../support/serve-process.ts'
import { runShell, shellBlocks } from '../support/shell.ts'

it.runIf(runsAll)(
  'the commands of docs/rotate-a-key.md replace a key while the server runs, and both keys work in between',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'riftline-rotate-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const { key: first, id, sha256 } = createApiKey(randomBytes)
    const server = await startServe({
      env: { OPS_PORT: 'any' },
      key: first,
      async before(dataFolder) {
        const store = await openFileStore({
          clock: systemClock,
          randomBytes,
          freeCredits: 20,
          dataFolder,
          log: silentLog,
        })
        const { id: accountId } = await store.createAccount('acme')
        await store.addKey({ id, accountId, name: 'first', sha256 })
        await store.close()
      },
    })
    const follow = async (script: string, env: Readonly<Record<string, string>> = {}): Promise<string> => {
      const all = { RIFTLINE_DATA_DIR: server.dataFolder, ...env }
      const { code, output } = await runShell(script, { folder, env: all })
      expect(code, output).toBe(0)
      return output
    }
    const status = async (key: string) => {
      const response = await fetch(`${server.baseUrl}/v1/usage`, { headers: { Authorization: `Bearer ${key}` } })
      return [response.status, ((await response.json()) as { readonly error?: string }).error]
    }
    expect(await follow(by('Make the new key'))).toContain(id)
    const next = readFileSync(join(folder, 'next.key'), 'utf8').trim()
    expect([await status(first), await status(next)]).toEqual([
      [200, undefined],
      [200, undefined],
    ])

    await follow(by('Revoke the old key'), { OLD_KEY_ID: id })
    expect([await status(first), await status(next)]).toEqual([
      [401, 'revoked_api_key'],
      [200, undefined],
    ])
    await server.stop()
  },
  300_000,
)

function by(heading: string): string {
  return shellBlocks('rotate-a-key.md', heading)
}
