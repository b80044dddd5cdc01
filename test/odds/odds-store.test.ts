import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseOdds } from '#odds/answer/choose-odds.ts'
import { OddsBook } from '#odds/book/odds-book.ts'
import { createMemoryOddsStore, type OddsStore } from '#odds/book/odds-store.ts'
import { type SegmentRecord, segmentLines, toStored } from '#odds/book/stored-snapshot.ts'
import { parseOddsSnapshot } from '#odds/import/parse-snapshot.ts'
import { amount } from '../support/amount.ts'
import { addAll, at, type Captured, captured, closingLine, nextSnapshot } from './captured.ts'
import { openStore } from './folder.ts'

const now = at('2026-11-21T12:00:00')

/** Answer of the store for two teams: match, capture time and odds of the first. */
async function answered(store: OddsStore, when: number = now, teams: readonly [number, number] = [101, 102]) {
  const snapshot = await nextSnapshot(store, ...teams, when)
  const { match, capturedAtUtc, markets } = snapshot ?? {}
  return snapshot && [match?.esportsMatchId, capturedAtUtc, markets?.seriesWinner?.[0]?.decimalOdds]
}

describe('the next series of two teams', () => {
  it('the next series is the first that starts at or after now, and has its latest snapshot', async () => {
    const store = createMemoryOddsStore()
    await addAll(store, [
      { match: 'late', start: '2026-11-23T15:00:00' },
      { match: 'soon', start: '2026-11-21T15:00:00', at: '2026-11-21T08:00:00', prices: [1.5, 2.5] },
      { match: 'soon', start: '2026-11-21T15:00:00', at: '2026-11-21T07:00:00', prices: [1.4, 2.8] },
      { match: 'started', start: '2026-11-21T11:59:59' },
      { match: 'others', start: '2026-11-21T13:00:00', teams: [101, 340] },
    ])
    expect(await answered(store)).toEqual(['soon', '2026-11-21T08:00:00', 1.5])
    expect(await answered(store, now, [102, 101])).toEqual(['soon', '2026-11-21T08:00:00', 1.5])
    expect(await answered(store, at('2026-11-21T15:00:00'))).toEqual(['soon', '2026-11-21T08:00:00', 1.5])
    expect(await answered(store, at('2026-11-21T15:00:00') + 1)).toEqual(['late', '2026-11-21T09:00:00', 1.62])
    expect(await answered(store, at('2026-11-23T15:00:01'))).toBeNull()
    expect(await answered(store, now, [102, 340])).toBeNull()
  })

  it('the next series moves with its latest snapshot to another time or other teams', async () => {
    const store = createMemoryOddsStore()
    await addAll(store, [{ at: '2026-11-21T08:00:00', start: '2026-11-21T11:00:00' }])
    expect(await answered(store)).toBeNull()
    await addAll(store, [{ at: '2026-11-21T10:00:00', start: '2026-11-21T18:00:00' }])
    expect(await answered(store)).toEqual(['nl-1', '2026-11-21T10:00:00', 1.62])
    await addAll(store, [{ at: '2026-11-21T11:00:00', start: '2026-11-21T18:00:00', teams: [102, 340] }])
    expect(await answered(store)).toBeNull()
    expect(await answered(store, now, [340, 102])).toEqual(['nl-1', '2026-11-21T11:00:00', 1.62])
  })

  it('the first of two snapshots with one key is kept', async () => {
    const store = createMemoryOddsStore()
    await addAll(store, [{ prices: [1.5, 2.5] }])
    expect(await addAll(store, [{ prices: [1.9, 1.9] }])).toEqual({ imported: 0, duplicates: 1 })
    expect(await answered(store)).toEqual(['nl-1', '2026-11-21T09:00:00', 1.5])
  })
})

it('each source has its own snapshot of one match and time', async () => {
  const { store, dataFolder } = await openStore()
  const each: readonly Captured[] = [
    { source: 'polymarket', prices: [1.7, 2.2] },
    { source: 'kalshi' },
    { prices: [1.5, 2.5] },
  ]
  expect(await addAll(store, [...each, ...each])).toEqual({ imported: 3, duplicates: 3 })
  expect(await addAll(store, each)).toEqual({ imported: 0, duplicates: 3 })
  const { store: again } = await openStore({ dataFolder })
  expect(await addAll(again, each)).toEqual({ imported: 0, duplicates: 3 })
  for (const opened of [store, again]) {
    expect((await nextSnapshot(opened, 101, 102, now))?.source).toBe('polymarket')
  }
})

it('thinned snapshots stay known by their source, also in a segment', () => {
  const book = new OddsBook()
  const sources = ['kalshi', 'polymarket', undefined]
  const snapshots = sources.flatMap((source) =>
    Array.from(
      { length: 60 },
      (_, at): Captured => ({ at: `2026-11-21T09:00:${10 + (at % 50)}`, ...(source && { source }) }),
    ),
  )
  const stored = snapshots.map((one) => toStored(parseOddsSnapshot(captured(one))))
  for (const one of stored) book.add(one)
  book.thin(now)
  const again = new OddsBook()
  for (const record of book.records()) {
    if ('snapshot' in record) again.add(record.snapshot)
    else again.addDropped(record.dropped)
  }
  expect([...again.records()].filter((record) => 'snapshot' in record)).toHaveLength(100)
  expect(again.newOnes(stored)).toEqual([])
  const elsewhere = toStored(parseOddsSnapshot(captured({ at: '2026-11-21T09:00:10', source: 'elsewhere' })))
  expect(again.newOnes([elsewhere])).toEqual([elsewhere])
})

it('a segment of a release without sources can be read, and a snapshot without a source has the same bytes', async () => {
  const written = [
    '["8420570b",{"snapshot":{"match":{"esportsMatchId":"nl-1","league":"NL","bestOf":3,"scheduledUtc":"2026-11-22T15:00:00","team1":{"id":101},"team2":{"id":102}},"capturedAtUtc":"2026-11-21T09:00:00","isClosingLine":false,"markets":{"seriesWinner":[{"team":{"id":101},"decimalOdds":1.62},{"team":{"id":102},"decimalOdds":2.35}],"handicap":null,"totalMaps":null,"correctScore":null,"mapTotals":null,"matchTotals":null,"killHandicap":null}}}]\n',
    '["616a89ff",{"dropped":{"esportsMatchId":"nl-1","capturedAt":[1795248000000]}}]\n',
    '["486dae6b",{"end":2}]\n',
  ]
  const { dataFolder } = await openStore()
  await writeFile(join(dataFolder, 'odds', '0000000001-0123456789abcdef.jsonl'), written.join(''))
  const { store, log } = await openStore({ dataFolder })
  expect(await answered(store)).toEqual(['nl-1', '2026-11-21T09:00:00', 1.62])
  expect(await addAll(store, [{}, { at: '2026-11-21T08:00:00' }])).toEqual({ imported: 0, duplicates: 2 })
  expect(await addAll(store, [{ source: 'kalshi' }])).toEqual({ imported: 1, duplicates: 0 })
  expect(log).toEqual([])
  const records: readonly SegmentRecord[] = [
    { snapshot: toStored(parseOddsSnapshot(captured())) },
    { dropped: { esportsMatchId: 'nl-1', capturedAt: [at('2026-11-21T08:00:00')] } },
  ]
  expect([...segmentLines(records)]).toEqual(written)
})

it('the closing line is the last snapshot before the start, once the series has begun', async () => {
  const store = createMemoryOddsStore()
  const start = '2026-11-21T15:00:00'
  await addAll(store, [
    { at: '2026-11-21T16:00:00', start, prices: [1.1, 7] },
    { at: '2026-11-21T14:59:00', start, prices: [1.6, 2.4] },
    { at: '2026-11-21T09:00:00', start, prices: [1.7, 2.2], closing: true },
  ])
  const chosen = async (when: number) => {
    const { isClosingLine, snapshots = [] } = chooseOdds(await store.seriesBetween(101, 102, when), [], when) ?? {}
    return [isClosingLine, snapshots[0]?.capturedAt]
  }
  expect(await chosen(at(start))).toEqual([false, at('2026-11-21T14:59:00')])
  expect(await chosen(at(start) + 1)).toEqual([true, at('2026-11-21T14:59:00')])
})

it('a snapshot from the future is hidden until its time and displaces no past one', async () => {
  const far = '9999-12-31T00:00:00'
  const start = '2026-11-22T15:00:00'
  const { store, dataFolder } = await openStore()
  await addAll(store, [
    { prices: [1.5, 2.5], start },
    { at: far, prices: [1.01, 90], start: '9999-12-31T12:00:00', teams: [101, 340] },
    { at: '2026-11-21T12:05:01', prices: [1.1, 7], start },
  ])
  for (const opened of [store, (await openStore({ dataFolder })).store]) {
    expect(await answered(opened)).toEqual(['nl-1', '2026-11-21T09:00:00', 1.5])
    expect(await answered(opened, now, [101, 340])).toBeNull()
    expect(await answered(opened, now + 1000)).toEqual(['nl-1', '2026-11-21T12:05:01', 1.1])
    expect((await closingLine(opened, 'nl-1', at(start) + 1))?.capturedAtUtc).toBe('2026-11-21T12:05:01')
    expect(await answered(opened, at(far), [101, 340])).toEqual(['nl-1', far, 1.01])
  }
})

it('thinning a match keeps its past snapshots, however many are from the future', () => {
  const book = new OddsBook()
  const add = (fields: Captured): void => book.add(toStored(parseOddsSnapshot(captured(fields))))
  for (let second = 10; second < 60; second += 1) add({ at: `2026-11-21T09:00:${second}` })
  for (let hour = 10; hour < 24; hour += 1)
    for (let minute = 10; minute < 60; minute += 1) add({ at: `9999-01-01T${hour}:${minute}:00` })
  book.thin(now)
  expect(book.between(new Set(['101:102']), now)[0]?.snapshots.at(-1)?.capturedAt).toBe(at('2026-11-21T09:00:59'))
  expect([...book.records()]).toHaveLength(50 + 14 * 50)
})

it('odds do not depend on the order of lines, the split into imports or reopening the store', async () => {
  const snapshot = fc.record({
    match: fc.constantFrom('a', 'b', 'c'),
    at: fc.constantFrom('2026-11-20T09:00:00', '2026-11-20T10:00:00', '2026-11-20T11:00:00', '2026-11-21T09:00:00'),
    start: fc.constantFrom('2026-11-21T11:00:00', '2026-11-21T15:00:00', '2026-11-22T15:00:00'),
    teams: fc.constantFrom<Captured['teams'][]>([101, 102], [102, 101], [102, 340]),
  }) as fc.Arbitrary<Captured & { match: string; at: string }>
  const snapshots = fc.uniqueArray(snapshot, { selector: (one) => `${one.match} ${one.at}`, minLength: 1 })
  const shuffled = snapshots.chain((list) =>
    fc.tuple(
      fc.constant(list),
      fc.shuffledSubarray(list, { minLength: list.length }),
      fc.array(fc.nat({ max: list.length }), { maxLength: 3 }),
    ),
  )
  const times = ['2026-11-21T10:00:00', '2026-11-21T12:00:00', '2026-11-21T20:00:00', '2026-11-23T00:00:00'].map(at)
  const everything = async (store: OddsStore): Promise<string> => {
    const all = times.flatMap((time) => [
      ...(
        [
          [101, 102],
          [340, 102],
        ] as const
      ).flatMap(([a, b]) => [
        nextSnapshot(store, a, b, time),
        ...['a', 'b', 'c'].map((match) => closingLine(store, match, time, [a, b])),
      ]),
    ])
    return JSON.stringify(await Promise.all(all))
  }
  await fc.assert(
    fc.asyncProperty(shuffled, async ([list, order, cuts]) => {
      const expected = createMemoryOddsStore()
      await addAll(expected, list)
      const { store, dataFolder } = await openStore()
      const ends = [...cuts, order.length].sort((a, b) => a - b)
      for (const [index, end] of ends.entries()) await addAll(store, order.slice(ends[index - 1] ?? 0, end))
      expect(await everything(store)).toBe(await everything(expected))
      const { store: again } = await openStore({ dataFolder })
      expect(await everything(again)).toBe(await everything(expected))
      expect(await addAll(again, list)).toEqual({ imported: 0, duplicates: list.length })
    }),
    { numRuns: amount(8, 60) },
  )
})

describe('a folder of odds', () => {
  it('a folder of odds is accessible only to its owner', async () => {
    const { store, dataFolder } = await openStore()
    await addAll(store, [{}])
    const folder = join(dataFolder, 'odds')
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const [name = '', ...others] = await readdir(folder)
    expect(others).toEqual([])
    expect(name).toMatch(/^0000000001-[0-9a-f]{16}\.jsonl$/)
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  })

  it("several processes may add to a folder of odds, and each sees the others' additions at once", async () => {
    const { store: server, dataFolder } = await openStore()
    const { store: command } = await openStore({ dataFolder })
    expect(await answered(server)).toBeNull()
    await addAll(command, [{}])
    expect(await answered(server)).toEqual(['nl-1', '2026-11-21T09:00:00', 1.62])
    expect(await addAll(server, [{}, { at: '2026-11-21T10:00:00' }])).toEqual({ imported: 1, duplicates: 1 })
    expect(await answered(command)).toEqual(['nl-1', '2026-11-21T10:00:00', 1.62])
    const writers = [server, command, server, command, server, command]
    await Promise.all(writers.map((store, index) => addAll(store, [{ match: `m${index}`, at: '2026-11-21T11:00:00' }])))
    const { store: third } = await openStore({ dataFolder })
    for (const store of [server, command, third]) {
      expect(
        await addAll(
          store,
          writers.map((_, index) => ({ match: `m${index}`, at: '2026-11-21T11:00:00' })),
        ),
      ).toEqual({
        imported: 0,
        duplicates: 6,
      })
    }
  })

  it('a folder of odds cut at any byte keeps every earlier import, and the last one completely or not at all', async () => {
    const { store, dataFolder } = await openStore()
    await addAll(store, [{}, { at: '2026-11-21T10:00:00' }])
    await addAll(store, [{ at: '2026-11-21T10:30:00' }, { at: '2026-11-21T11:00:00' }])
    const folder = join(dataFolder, 'odds')
    const last = join(folder, (await readdir(folder)).sort().at(-1) ?? '')
    const bytes = await readFile(last)
    for (let length = 0; length < bytes.length; length += amount(31, 1)) {
      await writeFile(last, bytes.subarray(0, length))
      const { store: opened, log } = await openStore({ dataFolder })
      expect(await answered(opened)).toEqual(['nl-1', '2026-11-21T10:00:00', 1.62])
      expect(log).toMatchObject([{ event: 'odds_segment_damaged', isWhole: false }])
    }
  })

  it('a folder of odds with one flipped bit loses at most one line, logs it, and keeps the damaged file', async () => {
    const { store, dataFolder } = await openStore()
    await addAll(store, [{}, { at: '2026-11-21T10:00:00', prices: [1.5, 2.5] }])
    const folder = join(dataFolder, 'odds')
    const name = (await readdir(folder))[0] ?? ''
    const bytes = await readFile(join(folder, name))
    const lines = bytes.toString().split('\n')
    const [firstEnd, secondEnd] = [lines[0]!.length, lines[0]!.length + 1 + lines[1]!.length]
    for (let index = 0; index < bytes.length; index += amount(98, 7)) {
      const damaged = Buffer.from(bytes)
      damaged[index]! ^= 1 << (index % 8)
      await writeFile(join(folder, name), damaged)
      const { store: opened, log } = await openStore({ dataFolder })
      expect(log).toMatchObject([{ level: 'error', event: 'odds_segment_damaged', name }])
      const left = await answered(opened)
      if (index < firstEnd) expect(left).toEqual(['nl-1', '2026-11-21T10:00:00', 1.5])
      else if (index > firstEnd && index < secondEnd) expect(left).toEqual(['nl-1', '2026-11-21T09:00:00', 1.62])
      expect(await readdir(folder)).toEqual([name])
    }
  })

  it('a folder of odds with an unreadable segment serves the others and logs the segment', async () => {
    const { store, dataFolder } = await openStore()
    await addAll(store, [{ match: 'a' }])
    const folder = join(dataFolder, 'odds')
    // A folder takes the place of the segment, because even a privileged user cannot read a folder as a file.
    const inTheWay = join(folder, '0000000002-0123456789abcdef.jsonl')
    await mkdir(inTheWay)
    const { store: opened, log } = await openStore({ dataFolder })
    await addAll(opened, [{ match: 'b', start: '2026-11-22T09:00:00' }])
    expect(await answered(opened)).toEqual(['b', '2026-11-21T09:00:00', 1.62])
    expect(log).toMatchObject([{ event: 'odds_segment_unreadable', error: expect.stringContaining('EISDIR') }])
  })

  it('after its folder vanished, the store serves the loaded odds and logs the fault once', async () => {
    const { store, dataFolder, log } = await openStore()
    await addAll(store, [{}])
    await rename(join(dataFolder, 'odds'), join(dataFolder, 'moved'))
    for (let times = 0; times < 3; times += 1) {
      expect(await answered(store)).toEqual(['nl-1', '2026-11-21T09:00:00', 1.62])
    }
    expect(log).toMatchObject([{ event: 'odds_folder_unreadable' }])
    await expect(addAll(store, [{ match: 'b' }])).rejects.toThrow('ENOENT')
    await rename(join(dataFolder, 'moved'), join(dataFolder, 'odds'))
    expect(await addAll(store, [{ match: 'b' }])).toEqual({ imported: 1, duplicates: 0 })
  })
})
