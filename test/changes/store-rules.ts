import type { ChangeStore, StoredChange } from '@riftline/changes'
import { seededRandom } from '@riftline/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { batchOf, changesSince, checkWritten, idsSince, requireRising, runWriters } from './change-writers.ts'

/** Opens a new, empty log: the same one for each store that the returned function opens. */
export type NewLog = () => Promise<() => Promise<ChangeStore>>

/** Rules that every store of changes has. @param cases number of generated interleavings */
export function testStoreRules(newLog: NewLog, cases: number): void {
  const newStore = async () => (await newLog())()

  it('a batch is kept if its mark has the expected value, and sets its marks with its changes', async () => {
    const store = await newStore()
    const begin = store.head()
    const first = { ...batchOf('a', null, '1', 'x', 'y'), marks: [['b', 'B'] as const, ['c', 'C'] as const] }
    expect(await store.append([first, first, batchOf('a', '1', '2', 'z')])).toEqual([true, false, true])
    expect(await store.append([batchOf('a', null, '3', 'no'), batchOf('a', '1', '3', 'no')])).toEqual([false, false])
    expect(idsSince(store, begin)).toEqual(['x', 'y', 'z'])
    expect(store.since(begin, 2)).toEqual({ kind: 'changes', changes: changesSince(store, begin).slice(0, 2) })
    expect(await store.append([{ ...batchOf('a', '2', null), marks: [['c', null]] }])).toEqual([true])
    expect(await store.marks('')).toEqual(new Map([['b', 'B']]))
    expect(await store.append([batchOf('a', null, null), batchOf('b', 'B', 'B')])).toEqual([true, true])
    expect(idsSince(store, begin)).toEqual(['x', 'y', 'z'])
  })

  it('marks are found by the beginning of their keys, whatever characters they have', async () => {
    const store = await newStore()
    const keys = ['odds:1', 'odds:1 2', 'odds', 'o_ds:1', 'ODDS:1', 'odds:\u0000"\\\n', 'odds:\u{1F600}', 'odds:\ud800']
    await store.append(keys.map((key) => batchOf(key, null, `value of ${key}`)))
    const of = async (prefix: string) => [...(await store.marks(prefix)).keys()].sort()
    expect(await of('odds:')).toEqual(keys.filter((key) => key.startsWith('odds:')).sort())
    expect(await of('odds:\u0000"')).toEqual(['odds:\u0000"\\\n'])
    expect(await of('o_')).toEqual(['o_ds:1'])
    expect(await of('%')).toEqual([])
    expect((await store.marks('odds:\ud800')).get('odds:\ud800')).toBe('value of odds:\ud800')
    const long = 'k'.repeat(5000)
    expect(await store.append([batchOf(long, null, long), batchOf(long, long, null)])).toEqual([true, true])
  })

  it('a change has its place, time and type first, and its fields as they were given', async () => {
    const store = await newStore()
    const begin = store.head()
    const fields = { source: 'ü "\\\u0000\ud800', team1Id: 12, winnerTeamId: null, changed: ['bestOf'] }
    await store.append([
      { guard: { key: 'k', from: null, to: '1' }, marks: [], changes: [{ type: 'odds.captured', fields }] },
    ])
    const [change] = changesSince(store, begin)
    expect(change).toMatchObject({ type: 'odds.captured', seq: store.head() })
    expect(Object.entries(JSON.parse(change!.json)).slice(0, 3)).toEqual([
      ['seq', change!.seq],
      ['atUtc', expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)],
      ['type', 'odds.captured'],
    ])
    expect(JSON.parse(change!.json)).toMatchObject(fields)
    requireRising([change!])
  })

  it('a listener gets each change once, in order and when it is kept, until it stops; one that fails harms no other', async () => {
    const store = await newStore()
    const begin = store.head()
    const [seen, late]: [StoredChange[], StoredChange[]] = [[], []]
    store.onChanges(() => {
      throw new Error('a listener fails')
    })
    store.onChanges((changes) => void seen.push(...changes))
    for (let count = 0; count < 4; count++) {
      const stop = store.onChanges((changes) => void late.push(...changes))
      await store.append([batchOf(`k${count}`, null, '1', `${count}a`, `${count}b`), batchOf('none', 'x', null, 'no')])
      expect(seen).toEqual(changesSince(store, begin))
      stop()
      await store.append([batchOf(`l${count}`, null, '1', `${count}c`)])
    }
    expect(seen).toEqual(changesSince(store, begin))
    expect(seen).toHaveLength(12)
    expect(late).toEqual(seen.filter((_, index) => index % 3 < 2))
  })

  it('a place of another log, of no log, or far ahead of the newest change is gone, and the answer names the oldest place', async () => {
    const [store, other] = [await newStore(), await newStore()]
    const begin = store.head()
    await store.append([batchOf('a', null, '1', 'x')])
    const gone = { kind: 'gone', oldest: begin }
    const head = store.head()
    const foreign = `${head.slice(0, 15)}000000`
    const ahead = `1${head.slice(1)}`
    const before = `0000${begin.slice(4)}`
    for (const place of [other.head(), foreign, ahead, before, '', 'x', head.slice(0, -1), `${begin} `])
      expect([place, store.since(place)]).toEqual([place, gone])
    expect(idsSince(store, gone.oldest)).toEqual(['x'])
  })

  it('any interleaving of writers keeps places rising and marks exact, and every place has exactly the rest behind it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const open = await newLog()
        const store = await open()
        const written = await runWriters([store], seededRandom(seed), 6)
        await checkWritten(store, written)
      }),
      { numRuns: cases },
    )
  })

  it('a closed store refuses to append', async () => {
    const store = await newStore()
    await store.close()
    await expect(store.append([batchOf('a', null, '1', 'x')])).rejects.toThrow(/closed/)
    await store.close()
  })
}
