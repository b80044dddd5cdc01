import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { seededRandom } from '@riftline/core'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodeFs } from '#base/node/node-fs.ts'
import { snapshotInThread } from '#ledger/file/snapshot-thread.ts'
import { verifyLedger } from '#ledger/file/verify-ledger.ts'
import { until } from '../../support/server.ts'
import { createDisk } from '../simulated-disk/disk.ts'
import { openSimulated } from '../simulated-disk/open-simulated.ts'

/** Of every thread of this process: field 19 of its `stat`. */
function nicenessOfThreads(): readonly number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  })
}

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
    ['from the built file', () => snapshotInThread(worker)],
    ['from the source, which Node 20 alone cannot start: in this thread', () => snapshotInThread(source)],
  ])('the thread of a snapshot makes it %s', async (_name, makeSnapshot) => {
    const dataFolder = mkdtempSync(join(data, 'data-'))
    const session = { ...createDisk(seededRandom(1)).start(), fs: nodeFs }
    const { store } = await openSimulated(session, seededRandom(1), { dataFolder, makeSnapshot: makeSnapshot() })
    await store.createAccount('test')
    await store.close()
    expect(readdirSync(join(dataFolder, 'ledger'))).toContain('snapshot-2.json')
    expect(await verifyLedger(dataFolder)).toMatchObject({ sound: true, accounts: 1, records: 1 })
  })

  it.runIf(process.platform === 'linux')(
    'the thread of a snapshot lets all other threads of the server go first',
    async () => {
      const folder = mkdtempSync(join(data, 'waiting-'))
      // A snapshot that nobody writes yet: the thread waits in reading it.
      const pipe = join(folder, 'snapshot-5.json')
      execFileSync('mkfifo', [pipe])
      const before = getPriority()
      const made = snapshotInThread(worker)({ folder, upTo: 6, holder: 'nobody' })
      const behind = () => nicenessOfThreads().filter((niceness) => niceness !== before)
      await until(() => behind().length > 0)
      expect(behind()).toEqual([Math.min(before + 10, 19)])
      expect(getPriority()).toBe(before)
      writeFileSync(pipe, '')
      await expect(made).rejects.toThrow('sealed segments end at record 0, expected 6')
    },
  )

  it('the thread of a snapshot tells what went wrong, and where the journal is damaged', async () => {
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
