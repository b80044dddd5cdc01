import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Fs, type LogEntry, nodeFs } from '@riftline/base/node'
import type { CreditStore } from '@riftline/ledger'
import { openFileStore, readAccounts } from '@riftline/ledger/file'
import { createMetrics } from '@riftline/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FileStoreOptions } from '#ledger/file/file-store.ts'
import { verifyLedger } from '#ledger/file/read-ledger.ts'
import { amount, runsAll } from '../../support/amount.ts'
import { createManualClock, type ManualClock } from '../../support/clock.ts'
import { send, startServer } from '../../support/server.ts'
import { matchBody } from '../../support/server-catalogue.ts'
import { describeCreditStore } from '../store/credit-store.cases.ts'

let root: string
let log: LogEntry[]
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'riftline-store-'))
  log = []
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function open(clock: ManualClock = createManualClock(), options: Partial<FileStoreOptions> = {}): Promise<CreditStore> {
  const dataFolder = join(root, 'data')
  const parts = { clock, randomBytes, freeCredits: 20, dataFolder, log: (entry: LogEntry) => log.push(entry) }
  return openFileStore({ ...parts, ...options })
}

const ledger = () => join(root, 'data', 'ledger')
const names = () => readdirSync(ledger()).sort()
const journal = () =>
  names().flatMap((name) => (name.endsWith('.rlj') ? readFileSync(join(ledger(), name), 'utf8') : []))

// Small segments are quick to create, and the journal often changes to the next.
const limits = { segmentBytes: 65_536, snapshotRecords: 100_000 }
describeCreditStore('file', {
  durable: true,
  bulk: runsAll,
  brief: !runsAll,
  open: (clock, acceptClock = false) => open(clock, { limits, acceptClock }),
  violations: async () => (await verifyLedger(join(root, 'data'))).violations,
  rounds: amount(8, 1000),
})

describe('the file store', () => {
  it('readAccounts reads balances beside the server, also of a ledger whose clock was ahead', async () => {
    const clock = createManualClock()
    const store = await open(clock)
    const { id } = await store.createAccount('test')
    const readers = { randomBytes, freeCredits: 20, dataFolder: join(root, 'data') }
    expect(await (await readAccounts({ ...readers, clock })).balance(id)).toBe(20)
    const right = clock.now()
    clock.advance(86_400_000)
    await store.grant(id, { kind: 'topup', ref: 'payment', credits: 5 })
    clock.setNow(right)
    await expect(readAccounts({ ...readers, clock })).rejects.toMatchObject({ code: 'clock_behind_ledger' })
    expect(await (await readAccounts({ ...readers, clock, acceptClock: true })).balance(id)).toBe(25)
    await store.close()
  })

  it('the file store keeps folders at 0700 and files at 0600', async () => {
    const store = await open()
    await store.createAccount('test')
    for (const folder of [join(root, 'data'), ledger()]) expect(statSync(folder).mode & 0o777, folder).toBe(0o700)
    for (const name of names()) expect(statSync(join(ledger(), name)).mode & 0o777, name).toBe(0o600)
    expect(names()).toEqual(['EPOCH', 'LOCK', 'journal-1-1.rlj'])
    expect(statSync(join(ledger(), 'journal-1-1.rlj')).size).toBe(16 * 1_048_576)
    await store.close()
    for (const name of names()) expect(statSync(join(ledger(), name)).mode & 0o777, name).toBe(0o600)
    expect(names()).toEqual(['EPOCH', 'journal-1-1.rlj', expect.stringMatching(/^snapshot-\d+\.json$/)])
    expect(statSync(join(ledger(), 'journal-1-1.rlj')).size).toBeLessThan(1000)
  })

  it.each([
    ['folder', () => ledger(), 0o750 | 0o005, 'mode 0700, got 0755'],
    ['file', () => join(ledger(), 'journal-1-1.rlj'), 0o604, 'mode 0600, got 0604'],
  ])('the file store does not start on a %s that every user can read', async (_name, path, mode, reason) => {
    await (await open()).close()
    chmodSync(path(), mode)
    await expect(open()).rejects.toMatchObject({
      code: 'ledger_exposed',
      message: `${path()} is open to every user: expected ${reason}`,
    })
  })

  it('the file store refuses a ledger folder of another user, names that user and writes nothing', async () => {
    await (await open()).close()
    const before = names().map((name) => [name, statSync(join(ledger(), name)).mtimeMs])
    const fs: Fs = { ...nodeFs, otherOwner: async (path) => (path === ledger() ? 990 : null) }
    await expect(open(createManualClock(), { fs })).rejects.toMatchObject({
      code: 'ledger_of_another_user',
      message: expect.stringContaining(`${ledger()} belongs to the user with id 990: run this as that user`),
    })
    expect(names().map((name) => [name, statSync(join(ledger(), name)).mtimeMs])).toEqual(before)
  })

  it.runIf(process.geteuid?.() === 0)(
    'the file store does not start as root in the ledger folder of a service',
    async () => {
      await (await open()).close()
      const before = names()
      chownSync(ledger(), 990, 990)
      await expect(open()).rejects.toMatchObject({ code: 'ledger_of_another_user' })
      expect(names()).toEqual(before)
    },
  )

  it('hasRoom is true while two segments fit on the disk, and asks the disk at most once a second', async () => {
    let free = 2 * 65_536
    let asked = 0
    const freeBytes = async () => {
      asked += 1
      if (free < 0) throw new Error('ENOSYS')
      return free
    }
    const clock = createManualClock()
    const store = await open(clock, { fs: { ...nodeFs, freeBytes }, limits })
    const answers = async (bytes: number) => {
      free = bytes
      const before = await store.hasRoom()
      clock.advance(1000)
      return [before, await store.hasRoom()]
    }
    expect(await answers(2 * 65_536)).toEqual([true, true])
    expect(await answers(2 * 65_536 - 1)).toEqual([true, false])
    expect(await answers(2 * 65_536)).toEqual([false, true])
    expect(await answers(-1)).toEqual([true, true])
    expect(asked).toBe(5)
    await store.close()
  })

  it('the file store starts in an existing data folder', async () => {
    mkdirSync(join(root, 'data'))
    await (await open()).close()
  })

  it('a charge is on disk before its capture resolves', async () => {
    const server = await startServer({ credits: open })
    const { status, headers } = await send(server, 'POST', '/v1/predict', { body: matchBody })
    expect(status).toBe(200)
    expect(journal().join()).toMatch(new RegExp(`"t":"capture",[^}]*"r":"${headers['x-request-id']}"`))
    await server.close()
  })

  it('the files never hold a key in clear', async () => {
    const server = await startServer({ credits: open })
    await send(server, 'POST', '/v1/predict', { body: matchBody })
    await server.close()
    expect(journal().join()).toContain(server.keyId)
    expect(journal().join()).not.toContain(server.key.slice(17))
  })

  it('a second store on a folder is refused, and the message names the folder', async () => {
    const store = await open()
    await expect(open()).rejects.toMatchObject({
      code: 'data_folder_locked',
      message: `another server holds the data folder ${join(root, 'data')}`,
    })
    await store.close()
    await (await open()).close()
  })

  it('the file store has metrics for syncs, batches and snapshots', async () => {
    const metrics = createMetrics()
    const store = await open(createManualClock(), { metrics })
    await store.createAccount('test')
    await store.close()
    for (const name of ['ledger_fsync_seconds', 'ledger_batch_size', 'ledger_snapshot_seconds'])
      expect(metrics.text()).toMatch(new RegExp(`${name}_count 1`))
  })

  it('the file store can be closed twice', async () => {
    const store = await open()
    await Promise.all([store.close(), store.close()])
    await store.close()
  })
})
