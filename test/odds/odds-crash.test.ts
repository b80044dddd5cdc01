import { seededRandom } from '@riftline/core'
import { expect, it } from 'vitest'
import { silentLog } from '#base/node/clock.ts'
import type { Fs } from '#base/node/fs.ts'
import { openOddsStore } from '#odds/book/odds-store.ts'
import { createDisk, type SimulatedDisk } from '../ledger/simulated-disk/disk.ts'
import { amount } from '../support/amount.ts'
import { createManualClock } from '../support/clock.ts'
import { addAll, type Captured, nextSnapshot } from './captured.ts'

// Three snapshots an import, each of its own two teams, and enough imports for a compaction.
const imports = Array.from({ length: 70 }, (_, index) =>
  [1, 2, 3].map((part): Captured => ({ match: `${index}-${part}`, teams: [part, 10 + index] })),
)
const clock = createManualClock()

const open = (fs: Fs) => openOddsStore({ dataFolder: '/data', clock, log: silentLog, fs })

/** Number of stored snapshots of each import. */
async function stored(disk: SimulatedDisk): Promise<readonly number[]> {
  const store = await open(disk.start().fs)
  const counts = imports.map(async (snapshots) => {
    const found = await Promise.all(
      snapshots.map(({ teams = [0, 0] }) => nextSnapshot(store, teams[0], teams[1], clock.now())),
    )
    return found.filter((snapshot) => snapshot !== null).length
  })
  return Promise.all(counts)
}

/** Imports from `from` on until the machine stops; returns the number of completed imports. */
async function importUntilCrash(disk: SimulatedDisk, from: number, crashAt: number): Promise<number> {
  const { fs, crashed } = disk.start({ crashAt, shortWrites: true })
  let done = from
  const work = async (): Promise<void> => {
    const store = await open(fs)
    for (const snapshots of imports.slice(from)) {
      await addAll(store, snapshots)
      done += 1
    }
  }
  await Promise.race([work(), crashed])
  return done
}

it('a power cut at any moment loses no finished import and stores no partial one', async () => {
  for (let seed = 1; seed <= amount(2, 40); seed += 1) {
    const random = seededRandom(seed)
    const disk = createDisk(random)
    let done = 0
    // Most cuts come before the compaction of the first run; later runs begin with it.
    for (const calls of [300 + random.below(120), 1 + random.below(60), 1 + random.below(60)]) {
      done = await importUntilCrash(disk, done, calls)
      disk.cutPower()
      const counts = await stored(disk)
      expect([seed, ...counts.slice(0, done)]).toEqual([seed, ...Array(done).fill(3)])
      for (const count of counts.slice(done)) expect([0, 3]).toContain(count)
      done = counts.lastIndexOf(3) + 1
    }
  }
})

it('a failing disk call refuses one import, which is stored completely or not at all, and the next import works', async () => {
  for (const as of ['EIO', 'ENOSPC', 'short'] as const) {
    for (let at = 1; at <= 12; at += 1) {
      const disk = createDisk(seededRandom(at))
      const { fs } = disk.start({ fail: { at, as } })
      const attempt = async (): Promise<void> => {
        const store = await open(fs)
        for (const snapshots of imports.slice(0, 3)) await addAll(store, snapshots).catch(() => {})
      }
      await attempt().catch(() => {})
      for (const count of (await stored(disk)).slice(0, 3)) expect([0, 3]).toContain(count)
      await addAll(await open(disk.start().fs), imports[3] ?? [])
      expect((await stored(disk))[3]).toBe(3)
    }
  }
})
