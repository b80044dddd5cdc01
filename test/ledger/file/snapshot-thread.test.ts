import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { seededRandom } from '@riftline/core'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodeFs } from '#base/node/node-fs.ts'
import { snapshotInThread } from '#ledger/file/make-snapshot.ts'
import { verifyLedger } from '#ledger/file/read-ledger.ts'
import { createDisk } from '../simulated-disk/disk.ts'
import { openSimulated } from '../simulated-disk/open-simulated.ts'

describe('the thread of a snapshot', () => {
  const source = new URL('../../../packages/ledger/src/file/snapshot-worker.ts', import.meta.url)
  let data: string
  let worker: URL
  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'riftline-snapshot-'))
    const outfile = join(data, 'snapshot-worker.mjs')
    const conditions = ['@riftline/source']
    const options = { bundle: true, format: 'esm', platform: 'node', conditions, logLevel: 'silent' } as const
    await build({ entryPoints: [source.pathname], outfile, ...options })
    worker = pathToFileURL(outfile)
  })
  afterAll(() => rmSync(data, { recursive: true }))

  it.each([
    ['in a thread from the built file', () => snapshotInThread(worker)],
    ['in this thread from the source, which Node 20 cannot start in another thread', () => snapshotInThread(source)],
  ])('a snapshot is made %s', async (_name, makeSnapshot) => {
    const dataFolder = mkdtempSync(join(data, 'data-'))
    const session = { ...createDisk(seededRandom(1)).start(), fs: nodeFs }
    const { store } = await openSimulated(session, seededRandom(1), { dataFolder, makeSnapshot: makeSnapshot() })
    await store.createAccount('test')
    await store.close()
    expect(readdirSync(join(dataFolder, 'ledger'))).toContain('snapshot-2.json')
    expect(await verifyLedger(dataFolder)).toMatchObject({ sound: true, accounts: 1, records: 1 })
  })

  it('an error in the snapshot thread has its code, and file and offset of a damaged journal', async () => {
    const folder = mkdtempSync(join(data, 'damaged-'))
    const segment = join(folder, 'journal-1-1.rlj')
    writeFileSync(segment, 'no journal')
    const damage = { code: 'journal_damaged', file: segment, offset: 0, invariant: 'header' }
    await expect(snapshotInThread(worker)({ folder, upTo: 5, holder: 'nobody' })).rejects.toMatchObject(damage)
    await expect(
      snapshotInThread(worker)({ folder: join(data, 'nowhere'), upTo: 5, holder: 'nobody' }),
    ).rejects.toThrow('ENOENT')
    const missing = new URL('missing.mjs', worker)
    await expect(snapshotInThread(missing)({ folder: data, upTo: 5, holder: 'nobody' })).rejects.toThrow(
      'Cannot find module',
    )
  })
})
