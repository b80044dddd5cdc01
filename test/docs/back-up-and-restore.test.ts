import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog, systemClock } from '@riftline/base/node'
import type { CreditStore } from '@riftline/ledger'
import { openFileStore, verifyLedger } from '@riftline/ledger/file'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { databaseTests, postgresPrograms } from '../support/postgres.ts'
import { createTestDatabase } from '../support/postgres-store.ts'
import { startServe } from '../support/serve-process.ts'
import { runShell, type ShellOptions, shellBlocks } from '../support/shell.ts'

const document = 'back-up-and-restore.md'
const by = (heading: string) => shellBlocks(document, heading)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'riftline-backup-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function follow(script: string, options: Partial<ShellOptions>): Promise<string> {
  const { code, output } = await runShell(script, { folder, ...options })
  expect(code, output).toBe(0)
  return output
}

describe.runIf(runsAll)('the commands of docs/back-up-and-restore.md', () => {
  it('the documented commands restore a ledger from an export and from a copy of a running server', async () => {
    const server = await startServe()
    const env = { RIFTLINE_DATA_DIR: server.dataFolder }
    const bodies = [
      { blueTeam: 'T1', redTeam: 'Gen.G', model: 'consensus' },
      { blueTeam: 'T1', redTeam: 'Gen.G' },
    ]
    for (const body of bodies) expect((await post(server, body)).status).toBe(200)
    await follow(`${by('Export')}\n${by('Copy the folder')}`, { env })
    expect((await post(server, bodies[1])).status).toBe(200)
    const output = await follow(by('Restore'), { env })
    expect(output.match(/ledger is sound: 1 accounts/g)).toHaveLength(2)
    for (const restored of ['restored', 'restored-copy']) {
      const store = await open(join(folder, restored))
      // 1,000 credits and the free 20, less 10 and 2; the third call came after the backup.
      expect(await store.balance('demo'), restored).toBe(1008)
      await store.close()
    }
    await server.stop()
  })

  it('the documented commands leave an older export unchanged when there is nothing to export', async () => {
    mkdirSync(join(folder, 'backup'))
    writeFileSync(join(folder, 'backup/ledger.jsonl'), 'older')
    const { code } = await runShell(by('Export'), { folder, env: { RIFTLINE_DATA_DIR: join(folder, 'nothing') } })
    expect(code).toBe(1)
    expect(readFileSync(join(folder, 'backup/ledger.jsonl'), 'utf8')).toBe('older')
  })

  it('beside a busy writer, the documented commands give a sound copy or report that the copy is unsound', async () => {
    const dataFolder = join(folder, 'data')
    const store = await open(dataFolder)
    const { id } = await store.createAccount('busy')
    await store.grant(id, { kind: 'topup', ref: 'payment', credits: 1_000_000 })
    let busy = true
    const charging = chargeWhile(store, id, () => busy)
    let sound = 0
    for (let round = 0; round < 8; round++) {
      const { code } = await runShell(by('Copy the folder'), { folder, env: { RIFTLINE_DATA_DIR: dataFolder } })
      if (code !== 0) continue
      sound += 1
      const copy = await open(join(folder, 'copy'))
      await copy.close()
      expect(await verifyLedger(join(folder, 'copy'))).toMatchObject({ sound: true, violations: [] })
    }
    busy = false
    expect(sound).toBeGreaterThan(0)
    expect(await charging).toBeGreaterThan(0)
    await store.close()
  })
})

describe.skipIf(databaseTests.skip)(
  `the commands of docs/back-up-and-restore.md for PostgreSQL${databaseTests.why}`,
  () => {
    it('the documented commands restore a database from a dump', async () => {
      const [database, restored] = [await createTestDatabase(), await createTestDatabase()]
      const store = await database.open()
      await store.createAccount('acme')
      await store.grant('acme', { kind: 'topup', ref: 'payment', credits: 100 })
      const env = {
        RIFTLINE_STORE: 'postgres',
        RIFTLINE_DATABASE_URL: database.url,
        RESTORED_DATABASE_URL: restored.url,
      }
      const output = await follow(by('PostgreSQL'), { env, path: [postgresPrograms ?? ''] })
      expect(output).toContain('ledger is sound: 1 accounts')
      await store.close()
      const again = await restored.open()
      expect(await again.balance('acme')).toBe(120)
      await again.close()
    })
  },
)

function open(dataFolder: string): Promise<CreditStore> {
  // Small segments change while they are copied.
  const limits = { segmentBytes: 8192, snapshotRecords: 100_000 }
  return openFileStore({ clock: systemClock, randomBytes, freeCredits: 20, dataFolder, log: silentLog, limits })
}

/** Makes one charge after another, with pauses for other work, until `isBusy` is false; returns the number of charges. */
async function chargeWhile(store: CreditStore, accountId: string, isBusy: () => boolean): Promise<number> {
  let count = 0
  while (isBusy()) {
    const requestId = `req_busy_${count}`
    const result = await store.hold({
      requestId,
      accountId,
      operation: 'predict',
      model: 'fasttree',
      keyId: null,
      credits: 2,
    })
    if (result.kind !== 'held') throw new Error(result.kind)
    await store.capture(result.hold)
    store.delivered(requestId)
    count += 1
    await new Promise(setImmediate)
  }
  return count
}

function post({ baseUrl, key }: { baseUrl: string; key: string }, body: unknown): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  return fetch(`${baseUrl}/v1/predict`, { method: 'POST', headers, body: JSON.stringify(body) })
}
