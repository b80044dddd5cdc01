import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { amount, runsAll } from '../support/amount.ts'
import { addAll, at, type Captured, closingLine, nextSnapshot } from './captured.ts'
import { openStore } from './folder.ts'

const start = '2026-11-21T15:00:00'
const minute = (index: number): string =>
  new Date(at('2026-11-21T00:00:00') + index * 60_000).toISOString().slice(0, 19)

/** Snapshots of one match, one minute apart, as a poll captures them. */
const polled = (count: number, from = 0): readonly Captured[] =>
  Array.from({ length: count }, (_, index) => ({ match: 'polled', at: minute(from + index), start }))

describe('many imports', () => {
  it('many imports are merged into one segment, which running and new processes read alike', async () => {
    const { store, dataFolder } = await openStore()
    const { store: other } = await openStore({ dataFolder })
    for (const snapshot of polled(63)) await addAll(store, [snapshot])
    const before = await readdir(join(dataFolder, 'odds'))
    expect(before).toHaveLength(63)
    const now = at('2026-11-21T12:00:00')
    expect(await nextSnapshot(other, 101, 102, now)).toMatchObject({ capturedAtUtc: minute(62) })
    await addAll(store, polled(1, 63))
    const after = await readdir(join(dataFolder, 'odds'))
    expect(after).toEqual([expect.stringMatching(/^0000000065-/)])
    const { store: again } = await openStore({ dataFolder })
    for (const reader of [store, other, again]) {
      expect(await nextSnapshot(reader, 101, 102, now)).toMatchObject({ capturedAtUtc: minute(63) })
      expect(await addAll(reader, polled(64))).toEqual({ imported: 0, duplicates: 64 })
    }
  })

  it('after many imports a match keeps its newest snapshot and closing line, and the others stay known as duplicates', async () => {
    const { store, dataFolder } = await openStore()
    // The series begins with snapshot 900; another 300 are captured while it is played.
    const size = amount(100, 20)
    for (let from = 0; from < 1200; from += size) await addAll(store, polled(size, from))
    for (const snapshot of polled(64, 1200)) await addAll(store, [snapshot])
    expect((await readdir(join(dataFolder, 'odds'))).length).toBeLessThan(64)
    const { store: again } = await openStore({ dataFolder })
    for (const reader of [store, again]) {
      expect(await addAll(reader, polled(1264))).toEqual({ imported: 0, duplicates: 1264 })
      expect(await closingLine(reader, 'polled', at(start) + 1)).toMatchObject({ capturedAtUtc: minute(899) })
    }
  })

  it.runIf(runsAll)(
    'many imports of a match well in the past keep only its first, latest and closing snapshot',
    async () => {
      const { store, dataFolder, clock } = await openStore()
      await addAll(store, polled(1000))
      clock.advance(8 * 24 * 3_600_000)
      for (let index = 0; index < 64; index += 1) await addAll(store, [{ match: `new${index}` }])
      const { store: again } = await openStore({ dataFolder })
      expect(await closingLine(again, 'polled', clock.now())).toMatchObject({ capturedAtUtc: minute(899) })
      expect(await addAll(again, polled(1000))).toEqual({ imported: 997, duplicates: 3 })
    },
  )

  it.runIf(runsAll)('many imports by two processes at once lose nothing', async () => {
    const { store, dataFolder } = await openStore()
    const { store: other } = await openStore({ dataFolder })
    const snapshots = polled(300)
    const halves = [store, other].map(async (writer, half) => {
      for (const [index, snapshot] of snapshots.entries()) if (index % 2 === half) await addAll(writer, [snapshot])
    })
    await Promise.all(halves)
    expect((await readdir(join(dataFolder, 'odds'))).length).toBeLessThan(130)
    for (const reader of [store, other, (await openStore({ dataFolder })).store]) {
      expect(await addAll(reader, snapshots)).toEqual({ imported: 0, duplicates: 300 })
    }
  })

  it('compaction removes old files of a crash but not those of a running import', async () => {
    const { store, dataFolder } = await openStore()
    const [old, young] = ['0000000001-1.tmp', '0000000040-1.tmp']
    for (const name of [old, young]) await writeFile(join(dataFolder, 'odds', name), '["')
    for (const snapshot of polled(64)) await addAll(store, [snapshot])
    expect((await readdir(join(dataFolder, 'odds'))).filter((name) => name.endsWith('.tmp'))).toEqual([young])
  })

  it('compaction never replaces a damaged segment', async () => {
    const { store, dataFolder, log } = await openStore()
    const damaged = '0000000001-00112233aabbccdd.jsonl'
    await writeFile(join(dataFolder, 'odds', damaged), 'not what was written\n')
    for (const snapshot of polled(70)) await addAll(store, [snapshot])
    expect(await readdir(join(dataFolder, 'odds'))).toContain(damaged)
    expect(log).toMatchObject([{ event: 'odds_segment_damaged', name: damaged, isWhole: false }])
  })

  it('a full store refuses imports, and stored snapshots stay', async () => {
    const { store, dataFolder } = await openStore({ maxChars: 2000 })
    await addAll(store, polled(3))
    await expect(addAll(store, polled(40, 3))).rejects.toMatchObject({ code: 'odds_store_full' })
    const { store: again } = await openStore({ dataFolder })
    expect(await addAll(again, polled(3))).toEqual({ imported: 0, duplicates: 3 })
    // A duplicate needs no space.
    expect(await addAll(store, polled(3))).toEqual({ imported: 0, duplicates: 3 })
  })
})
