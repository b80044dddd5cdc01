import { execFileSync } from 'node:child_process'
import { appendFile, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { seededRandom } from '@riftline/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LogEntry, silentLog } from '#base/node/clock.ts'
import { nodeFs } from '#base/node/node-fs.ts'
import { openOddsArchive } from '#odds/book/odds-archive.ts'
import { type StoredSnapshot, toStored } from '#odds/book/stored-snapshot.ts'
import { parseOddsSnapshot } from '#odds/import/parse-snapshot.ts'
import { amount } from '../support/amount.ts'
import { addAll, at, type Captured, captured } from './captured.ts'
import { openStore } from './folder.ts'
import { compact, plainHistory, shownHistory, toKey } from './history-model.ts'

const start = '2026-11-21T15:00:00'
const day = 24 * 3_600_000
const later = at(start) + 8 * day

const toTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19)

/** Snapshots of a match, a minute apart. */
const minutes = (match: string, count: number, from = '2026-10-31T23:00:00'): readonly StoredSnapshot[] =>
  Array.from({ length: count }, (_, index) =>
    toStored(parseOddsSnapshot(captured({ match, start, at: toTime(at(from) + index * 60_000) }))),
  )

async function openArchive() {
  const folder = await mkdtemp(join(tmpdir(), 'riftline-archive-'))
  const log: LogEntry[] = []
  const open = () => openOddsArchive(nodeFs, folder, (entry) => log.push(entry))
  const all = async (match = 'a', archive = open()): Promise<readonly StoredSnapshot[]> => {
    const found: StoredSnapshot[] = []
    for await (const one of archive.read(match, 0, at('2027-01-01T00:00:00'))) found.push(one)
    return found
  }
  const path = (month: string) => join(folder, 'archive', `${month}.jsonl.gz`)
  return { ...{ folder, log, path, all }, archive: open() }
}

describe('monthly archives', () => {
  it('snapshots stand as lines in the gzip file of the month of their capture, and only months in question are read', async () => {
    const { archive, path, all } = await openArchive()
    const snapshots = minutes('a', 120)
    await archive.add(snapshots)
    await archive.add(minutes('b', 3))
    const text = (month: string) => readFile(path(month)).then((bytes) => gunzipSync(bytes).toString())
    const [october, november] = [snapshots.slice(0, 60), snapshots.slice(60)]
    expect(await text('2026-10')).toBe([...october, ...minutes('b', 3)].map(({ json }) => `${json}\n`).join(''))
    expect(await text('2026-11')).toBe(november.map(({ json }) => `${json}\n`).join(''))
    expect(execFileSync('gzip', ['-dc', path('2026-11')], { encoding: 'utf8' })).toBe(await text('2026-11'))
    expect(await all()).toEqual(snapshots)
    const months: StoredSnapshot[] = []
    for await (const one of archive.read('a', at(start), at(start))) months.push(one)
    expect(months).toEqual(november)
  })

  it('members appended at the same time by several processes all stand in the file', async () => {
    const { folder, all } = await openArchive()
    const parts = Array.from({ length: 8 }, (_, index) => minutes('a', 40, `2026-11-0${index + 1}T00:00:00`))
    await Promise.all(parts.map((part) => openOddsArchive(nodeFs, folder, silentLog).add(part)))
    const keys = (some: readonly StoredSnapshot[]) => some.map(toKey).sort()
    expect(keys(await all())).toEqual(keys(parts.flat()))
  })

  it('a torn member or foreign bytes anywhere lose nothing of the members before and behind, and are logged once', async () => {
    for (let seed = 1; seed <= amount(15, 400); seed += 1) {
      const { archive, path, all, log } = await openArchive()
      const random = seededRandom(seed)
      const before = minutes('a', 1 + random.below(30), '2026-11-01T00:00:00')
      const behind = minutes('a', 1 + random.below(30), '2026-11-02T00:00:00')
      await archive.add(before)
      const whole = await readFile(path('2026-11'))
      const zeros = Buffer.alloc(1 + random.below(5000))
      const torn = random.below(4) === 0 ? zeros : whole.subarray(0, 1 + random.below(whole.length - 1))
      await appendFile(path('2026-11'), torn)
      // A torn last member is no damage: another process may be writing it.
      expect([seed, await all('a', archive), log]).toEqual([seed, before, []])
      await archive.add([...minutes('b', random.below(3)), ...behind])
      expect([seed, await all('a', archive)]).toEqual([seed, [...before, ...behind]])
      expect(await all('a', archive)).toHaveLength(before.length + behind.length)
      expect(log).toEqual([
        { level: 'error', event: 'odds_archive_damaged', name: '2026-11.jsonl.gz', damagedBytes: torn.length },
      ])
    }
  })

  it('a damaged member is passed over, whatever byte of it is wrong', async () => {
    const { archive, path, all } = await openArchive()
    const parts = [1, 2, 3].map((index) => minutes('a', 5, `2026-11-0${index}T00:00:00`))
    for (const part of parts) await archive.add(part)
    const good = await readFile(path('2026-11'))
    const size = good.readUInt32LE(16)
    for (let byte = 0; byte < size; byte += amount(7, 1)) {
      const bad = Buffer.from(good)
      bad[size + byte] = bad[size + byte]! ^ 0x55
      await writeFile(path('2026-11'), bad)
      expect([byte, (await all()).map(toKey)]).toEqual([byte, [...parts[0]!, ...parts[2]!].map(toKey)])
    }
  })
})

describe('the history of prices', () => {
  const minute = fc.integer({ min: 0, max: 400 })
  const snapshot = fc.record({
    match: fc.constantFrom('a', 'b'),
    source: fc.constantFrom('kalshi', 'polymarket'),
    at: minute.map((index) => toTime(at('2026-10-31T21:00:00') + index * 60_000)),
    start: fc.constantFrom('2026-11-01T01:00:00', '2026-11-01T03:00:00', '2026-11-02T01:00:00'),
    teams: fc.constantFrom<Captured['teams'][]>([101, 102], [101, 102], [100, 102], [102, 100], [102, 340]),
    prices: fc.constantFrom<Captured['prices'][]>([1.5, 2.5], [2.5, 1.5], [1.9, 1.9], null),
    closing: fc.boolean(),
  }) as fc.Arbitrary<Captured>
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.array(snapshot, { minLength: 1, maxLength: 60 }) },
    { weight: 1, arbitrary: fc.constant('compact' as const) },
    { weight: 1, arbitrary: fc.constant('reopen' as const) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 * 24 * 4 }) },
  )

  it('a history has the first, each six minutes’ last and the closing price of everything ever imported', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const opened = await openStore()
        const { dataFolder } = opened
        let { store } = opened
        const imported: Captured[] = []
        let now = at('2026-11-01T00:30:00')
        for (const one of [...steps, 'compact', 'reopen'] as const) {
          if (one === 'compact') await compact(dataFolder, now)
          else if (one === 'reopen') store = (await openStore({ dataFolder })).store
          else if (typeof one === 'number') now += one * 60_000
          else {
            await addAll(store, one)
            imported.push(...one)
          }
          const [shown, plain] = [await shownHistory(store, now), plainHistory(imported, now)]
          expect(shown).toEqual(plain)
          expect(Object.keys(shown)).toEqual(Object.keys(plain))
        }
      }),
      { numRuns: amount(15, 300) },
    )
  })

  it('prices that left the segments are still in the history, and the segments keep first, latest and closing', async () => {
    const { store, dataFolder } = await openStore()
    const snapshots = Array.from({ length: 300 }, (_, index) => ({
      ...{ match: 'a', start, source: 'kalshi' },
      at: toTime(at('2026-11-21T10:00:00') + index * 60_000),
    }))
    await addAll(store, snapshots)
    const before = await shownHistory(store, later)
    expect(before.a).toHaveLength(51)
    await compact(dataFolder, later)
    expect((await store.seriesBetween(101, 102, later))[0]?.snapshots).toHaveLength(2)
    expect(await readdir(join(dataFolder, 'odds/archive'))).toEqual(['2026-11.jsonl.gz'])
    expect(await shownHistory(store, later)).toEqual(before)
    expect(before).toEqual(plainHistory(snapshots, later))
  })

  it('snapshots of a past match that are imported again do not make the archive longer', async () => {
    const { store, dataFolder } = await openStore()
    const snapshots = Array.from({ length: 40 }, (_, index) => ({
      at: toTime(at('2026-10-31T23:40:00') + index * 60_000),
      start: '2026-11-01T15:00:00',
    }))
    const sizes = async () => {
      const folder = join(dataFolder, 'odds/archive')
      return Promise.all((await readdir(folder)).map((name) => nodeFs.size(join(folder, name))))
    }
    await addAll(store, snapshots)
    await compact(dataFolder, later)
    const [before, shown] = [await sizes(), await shownHistory(store, later)]
    expect(before).toHaveLength(2)
    for (let round = 1; round <= 3; round += 1) {
      expect(await addAll(store, snapshots)).toEqual({ imported: 38, duplicates: 2 })
      await compact(dataFolder, later)
      expect(await sizes()).toEqual(before)
    }
    expect(await shownHistory(store, later)).toEqual(shown)
  })

  it('a failing archive keeps every snapshot in the segments', async () => {
    const { store, dataFolder } = await openStore()
    const snapshots = Array.from({ length: 30 }, (_, index) => ({
      at: toTime(at('2026-11-21T10:00:00') + index * 60_000),
      start,
    }))
    await addAll(store, snapshots)
    const fs = {
      ...nodeFs,
      open: async (path: string, how: 'append') => {
        if (how === 'append') throw Object.assign(new Error('full'), { code: 'ENOSPC' })
        return nodeFs.open(path, how)
      },
    }
    await expect(compact(dataFolder, later, fs as typeof nodeFs)).rejects.toThrow('full')
    expect(await addAll((await openStore({ dataFolder })).store, snapshots)).toEqual({ imported: 0, duplicates: 30 })
  })
})
