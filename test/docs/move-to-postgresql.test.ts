import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog, systemClock } from '@riftline/base/node'
import type { CreditStore } from '@riftline/ledger'
import { openFileStore } from '@riftline/ledger/file'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { databaseTests } from '../support/postgres.ts'
import { createTestDatabase } from '../support/postgres-store.ts'
import { runShell, shellBlocks } from '../support/shell.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'riftline-move-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it.skipIf(databaseTests.skip)(
  `the commands of docs/move-to-postgresql.md move a ledger into a database and back${databaseTests.why}`,
  async () => {
    const dataFolder = join(folder, 'data')
    const store = await open(dataFolder)
    await store.createAccount('acme')
    await store.grant('acme', { kind: 'topup', ref: 'payment', credits: 100 })
    await store.close()
    const database = await createTestDatabase()
    const env = { RIFTLINE_DATA_DIR: dataFolder, RIFTLINE_DATABASE_URL: database.url }

    expect(await follow('Move', env)).toContain('ledger is sound: 1 accounts')
    expect(await follow('Move back', env)).toContain('ledger is sound: 1 accounts')
    const again = await open(join(folder, 'files-again'))
    expect(await again.balance('acme')).toBe(120)
    await again.close()
  },
  300_000,
)

function open(dataFolder: string): Promise<CreditStore> {
  return openFileStore({ clock: systemClock, randomBytes, freeCredits: 20, dataFolder, log: silentLog })
}

async function follow(heading: string, env: Readonly<Record<string, string>>): Promise<string> {
  const { code, output } = await runShell(shellBlocks('move-to-postgresql.md', heading), { folder, env })
  expect(code, output).toBe(0)
  return output
}
