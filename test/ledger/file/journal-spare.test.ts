import { seededRandom } from '@riftline/core'
import { expect, it } from 'vitest'
import type { FileLedger } from '#ledger/file/file-store.ts'
import { createDisk, type SimulatedDisk } from '../simulated-disk/disk.ts'
import { openSimulated } from '../simulated-disk/open-simulated.ts'

const segmentBytes = 4000
const limits = { segmentBytes, snapshotRecords: 1000 }

const namesOn = (disk: SimulatedDisk, pattern: RegExp): string[] =>
  [...disk.files().keys()].filter((path) => pattern.test(path)).map((path) => path.slice('/data/ledger/'.length))

let made = 0

/** Creates accounts until a condition holds; a few hundred fill many segments. */
async function fillUntil({ store }: FileLedger, condition: () => boolean): Promise<void> {
  for (const end = made + 300; !condition() && made < end; ) await store.createAccount(`${++made}`)
  expect(condition()).toBe(true)
}

it('a spare file of zeros is made when a segment is half full, and becomes the next segment', async () => {
  const disk = createDisk(seededRandom(1))
  const writes: number[] = []
  const session = disk.start()
  const fs: typeof session.fs = {
    ...session.fs,
    async open(path, how) {
      const file = await session.fs.open(path, how)
      return {
        ...file,
        write(bytes, from, to, at) {
          writes.push(to - from)
          return file.write(bytes, from, to, at)
        },
      }
    },
  }
  const ledger = await openSimulated({ ...session, fs }, seededRandom(1), { limits, makeSnapshot: async () => {} })
  expect(namesOn(disk, /tmp$/)).toEqual([])
  await fillUntil(ledger, () => namesOn(disk, /tmp$/).length > 0)
  await fillUntil(ledger, () => disk.files().get('/data/ledger/spare-1.tmp')?.length === segmentBytes)
  expect(disk.files().get('/data/ledger/spare-1.tmp')?.equals(Buffer.alloc(segmentBytes))).toBe(true)

  writes.length = 0
  await fillUntil(ledger, () => namesOn(disk, /rlj$/).length === 2)
  expect(Math.max(...writes)).toBeLessThan(segmentBytes / 4)
  expect(namesOn(disk, /tmp$/)).toEqual([])
  const [, next = ''] = namesOn(disk, /rlj$/)
  expect(disk.files().get(`/data/ledger/${next}`)?.length).toBe(segmentBytes)
  await ledger.store.close()
})

it('an unused spare is removed by the close or by the next start', async () => {
  const disk = createDisk(seededRandom(1))
  const session = disk.start()
  const cutOff = await openSimulated(session, seededRandom(1), { limits })
  await fillUntil(cutOff, () => namesOn(disk, /tmp$/).length > 0)
  session.end()
  const ledger = await openSimulated(disk.start(), seededRandom(2), { limits })
  expect(namesOn(disk, /tmp$/)).toEqual([])
  await fillUntil(ledger, () => namesOn(disk, /tmp$/).length > 0)
  expect(namesOn(disk, /tmp$/)).toEqual(['spare-2.tmp'])
  await ledger.store.close()
  expect(namesOn(disk, /tmp$/)).toEqual([])
})

it('a spare that can be neither written nor closed stops the journal cleanly', async () => {
  const disk = createDisk(seededRandom(1))
  const session = disk.start()
  const broken = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))
  const fs: typeof session.fs = {
    ...session.fs,
    async open(path, how) {
      const file = await session.fs.open(path, how)
      const isSpare = path.includes('spare') && namesOn(disk, /rlj$/).length > 0
      return isSpare ? { ...file, write: () => broken('ENOSPC'), close: () => broken('EIO') } : file
    },
  }
  const { store } = await openSimulated({ ...session, fs }, seededRandom(1), { limits })
  let failed: unknown
  void store.failed.then((cause) => {
    failed = cause
  })
  for (let call = 0; call < 100 && store.isSound(); call += 1)
    await store.createAccount(`account ${call}`).catch(() => {})
  expect(failed).toMatchObject({ code: 'ENOSPC' })
  await store.close()
  expect(namesOn(disk, /LOCK/)).toEqual([])
})
