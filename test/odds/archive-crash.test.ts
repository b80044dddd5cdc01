import { seededRandom } from '@riftline/core'
import { expect, it } from 'vitest'
import { silentLog } from '#base/node/clock.ts'
import type { Fs } from '#base/node/fs.ts'
import { openOddsStore } from '#odds/book/odds-store.ts'
import { createDisk } from '../ledger/simulated-disk/disk.ts'
import { amount } from '../support/amount.ts'
import { createManualClock } from '../support/clock.ts'
import { addAll, at, type Captured } from './captured.ts'
import { compact, toKey } from './history-model.ts'

const start = '2026-11-01T01:00:00'
const clock = createManualClock()
/** So long after the start that thinning leaves the first, the latest and the closing snapshot. */
const now = at(start) + 8 * 24 * 3_600_000

/** Snapshots of two matches over the end of a month, ten an import. */
const imports = Array.from({ length: 40 }, (_, index) =>
  Array.from({ length: 10 }, (_, part): Captured => {
    const time = new Date(at('2026-10-31T22:00:00') + (index * 10 + part) * 60_000).toISOString()
    return { match: index % 2 === 0 ? 'even' : 'odd', start, at: time.slice(0, 19) }
  }),
)

const open = (fs: Fs) => openOddsStore({ dataFolder: '/data', clock, log: silentLog, fs })

async function keysIn(fs: Fs): Promise<readonly string[]> {
  const store = await open(fs)
  const keys: string[] = []
  for (const match of ['even', 'odd']) for await (const one of store.everyOf(match, now)) keys.push(toKey(one))
  return keys
}

const keysOf = (some: readonly (readonly Captured[])[]): readonly string[] =>
  some.flat().map(({ match, at: time }) => `${match}  ${new Date(at(time!)).toISOString()}`)

it('a power cut at any moment around compactions leaves every imported snapshot in segments or archive', async () => {
  for (let seed = 1; seed <= amount(8, 600); seed += 1) {
    const random = seededRandom(seed)
    const disk = createDisk(random)
    let done = 0
    for (let life = 1; life <= 4; life += 1) {
      const { fs, crashed } = disk.start({ crashAt: 1 + random.below(60), shortWrites: true })
      const work = async (): Promise<void> => {
        const store = await open(fs)
        for (const snapshots of imports.slice(done)) {
          await addAll(store, snapshots)
          done += 1
          // A disk that writes short eight times in a row refuses; the snapshots then stay in the segments.
          if (random.below(2) === 0) await compact('/data', now, fs).catch(() => {})
        }
      }
      await Promise.race([work(), crashed])
      disk.cutPower()
      const found = new Set(await keysIn(disk.start().fs))
      expect([seed, life, keysOf(imports.slice(0, done)).filter((key) => !found.has(key))]).toEqual([seed, life, []])
    }
  }
})

it('a failing disk call in a compaction loses nothing, and the next compaction works', async () => {
  for (const as of ['EIO', 'ENOSPC', 'short'] as const) {
    for (let call = 1; call <= 24; call += 1) {
      const disk = createDisk(seededRandom(call))
      const store = await open(disk.start().fs)
      for (const snapshots of imports.slice(0, 4)) await addAll(store, snapshots)
      await compact('/data', now, disk.start({ fail: { at: call, as } }).fs).catch(() => {})
      disk.cutPower()
      await compact('/data', now, disk.start().fs)
      disk.cutPower()
      const found = new Set(await keysIn(disk.start().fs))
      expect([as, call, keysOf(imports.slice(0, 4)).filter((key) => !found.has(key))]).toEqual([as, call, []])
    }
  }
})
