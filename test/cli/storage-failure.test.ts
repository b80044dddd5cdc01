import { closeSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { keyIn, logOf, started } from '../support/serve-in-process.ts'
import { send } from '../support/server.ts'
import { matchBody } from '../support/server-catalogue.ts'

/** Closes the journal's file descriptor in the server, so every write fails from now on, as on a dying disk. */
function breakJournal(dataFolder: string): void {
  for (const name of readdirSync('/proc/self/fd')) {
    const descriptor = Number(name)
    try {
      if (/ledger\/journal-/.test(readlinkSync(`/proc/self/fd/${name}`).replace(dataFolder, ''))) closeSync(descriptor)
    } catch {
      // This is the descriptor of the directory listing itself.
    }
  }
}

it.runIf(runsAll && process.platform === 'linux')(
  'a failed journal stops charging, fails /readyz, and ends the server with code 1',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'riftline-storage-'))
    const server = await started({ args: ['--port', '0', '--data', root], env: { RIFTLINE_OPS_PORT: 'any' } })
    const at = { port: Number(new URL(server.url).port), key: keyIn(server.output.stdout) }
    breakJournal(root)
    const call = await send(at, 'POST', '/v1/predict', { body: matchBody })
    expect([call.status, call.json.error]).toEqual([503, 'storage_unavailable'])
    const ready = await send(at, 'GET', '/readyz', { key: null })
    expect([ready.status, ready.json.error]).toEqual([503, 'storage_unavailable'])
    expect(await server.code).toBe(1)
    expect(logOf(server)).toContainEqual(expect.objectContaining({ level: 'error', event: 'storage_failed' }))
    rmSync(root, { recursive: true, force: true })
  },
)
