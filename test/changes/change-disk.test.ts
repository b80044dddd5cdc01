import { openChangeFiles } from '@riftline/changes/file'
import { seededRandom } from '@riftline/core'
import { expect, it } from 'vitest'
import { createDisk } from '../ledger/simulated-disk/disk.ts'
import { amount } from '../support/amount.ts'
import { createManualClock } from '../support/clock.ts'
import { batchOf, changesSince, idOf, requireRising } from './change-writers.ts'

const hourMs = 3_600_000

/** One log over several lives of a process on a disk that fails, loses its power, or both. Returns faults. */
async function live(seed: number): Promise<readonly string[]> {
  const random = seededRandom(seed)
  const disk = createDisk(random)
  const clock = createManualClock()
  const faults: string[] = []
  let [origin, acknowledged, seen]: [string, number, string] = ['', 0, '']
  const told = new Map<string, string>()
  for (let life = 0; life < 5; life++) {
    const session = disk.start({
      ...(life < 4 && { crashAt: 1 + random.below(40) }),
      ...(life < 4 &&
        random.below(3) === 0 && {
          fail: { at: 1 + random.below(30), as: (['EIO', 'ENOSPC', 'short'] as const)[random.below(3)]! },
        }),
      shortWrites: random.below(2) === 0,
    })
    const work = async (): Promise<void> => {
      const store = await openChangeFiles({
        dataFolder: '/data',
        clock,
        fs: session.fs,
        // A garbled first line may look like a file of another program; the log goes on from the file before it.
        log: ({ event, line, reason }) =>
          void (event === 'changes_damaged' && line !== 1 && faults.push(String(reason))),
      })
      const mark = async () => Number((await store.marks('n')).get('n') ?? 0)
      let count = await mark().catch(() => -1)
      if (count === -1) return
      // A log begins on the disk with its first append.
      if (acknowledged === 0 && count === 0) {
        origin = store.head()
        seen = origin
      }
      const all = changesSince(store, origin)
      requireRising(all)
      if (count < acknowledged || all.length !== count)
        faults.push(`${all.length} changes, ${count} in the mark, ${acknowledged} acknowledged`)
      if (all.some((change, index) => idOf(change) !== `${index}`)) faults.push('changes in another order')
      for (const { seq, json } of all) if (told.has(seq) && told.get(seq) !== json) faults.push(`${seq} has changed`)
      // A reader that had everything until a place goes on behind it.
      if (changesSince(store, seen).length !== count - told.size) faults.push(`${seen} has other changes behind it`)
      store.onChanges((changes) => {
        for (const { seq, json } of changes) {
          told.set(seq, json)
          seen = seq
        }
      })
      for (const { seq, json } of all) told.set(seq, json)
      seen = store.head()
      for (let left = 12; left > 0; left--) {
        clock.setNow(clock.now() + (random.below(10) - 3) * hourMs)
        const kept = await store
          .append([batchOf('n', count === 0 ? null : `${count}`, `${count + 1}`, `${count}`)])
          .catch(() => null)
        if (kept === null) continue
        // An append that failed may have been kept after all only if the process crashed; here it was taken back.
        if (!kept[0]) faults.push(`the guard ${count} does not hold`)
        count += 1
        acknowledged = count
      }
    }
    await Promise.race([work(), session.crashed])
    session.end()
    if (faults.length > 0) return faults
    // Otherwise only the process was killed.
    if (random.below(3) > 0) disk.cutPower()
  }
  return faults
}

it('no acknowledged change is lost, repeated or changed by a power cut at any moment, and any place has exactly the rest', async () => {
  const seeds = amount(200, 5000)
  for (let seed = 1; seed <= seeds; seed++) expect([seed, await live(seed)]).toEqual([seed, []])
})
