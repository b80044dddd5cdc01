import { type ChangeStore, createMemoryChangeStore, isSeq, parseSeq } from '@riftline/changes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { msOfPlace, placeAfter, seqText } from '#changes/store/seq.ts'
import { amount } from '../support/amount.ts'
import { createManualClock } from '../support/clock.ts'
import { batchOf, changesSince, idsSince, requireRising } from './change-writers.ts'
import { testStoreRules } from './store-rules.ts'

describe('places of changes', () => {
  it('a place is read as it was written, and texts have the order of places', () => {
    const place = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
    fc.assert(
      fc.property(place, place, (one, other) => {
        const [a, b] = [seqText(one, 'aB3dE6'), seqText(other, 'aB3dE6')]
        expect([parseSeq(a), a.length]).toEqual([{ place: one, logId: 'aB3dE6' }, 21])
        expect(a < b).toBe(one < other)
      }),
    )
  })

  it('texts of another form are no places', () => {
    const good = seqText(0x67e5fa9d38abc, 'aB3dE6')
    expect(isSeq(good)).toBe(true)
    const bad = [
      '',
      'x',
      good.slice(1),
      `${good}0`,
      good.toUpperCase(),
      `${good}\n`,
      good.replace('-', '_'),
      `${good.slice(0, 15)}é00000`,
    ]
    for (const text of [...bad, 'ffffffffffffff-aB3dE6'])
      expect([text, isSeq(text), parseSeq(text)]).toEqual([text, false, null])
  })

  it('a place follows the one before it whatever the clock says, and has the time of the clock if that is later', () => {
    const clock = fc.oneof(fc.nat(), fc.integer(), fc.double({ noNaN: true }), fc.constantFrom(1e18, -1e18, 1.8e12))
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 52 }), clock, (before, ms) => {
        const next = placeAfter(before, ms)
        expect(next).toBeGreaterThan(before)
        expect(Number.isSafeInteger(next)).toBe(true)
        if (ms > msOfPlace(before) && ms < 8e12) expect(msOfPlace(next)).toBe(Math.floor(ms))
      }),
    )
  })
})

describe('changes in memory', () => {
  testStoreRules(
    async () => {
      const store = createMemoryChangeStore()
      return async () => store
    },
    amount(20, 500),
  )

  const clock = createManualClock()
  const fill = async (store: ChangeStore, name: string, count: number) => {
    const ids = Array.from({ length: count }, (_, index) => `${name}${index}`)
    await store.append([batchOf(name, null, '1', ...ids)])
  }

  it('places rise after the clock was set back, and in a millisecond with thousands of changes', async () => {
    const store = createMemoryChangeStore({ now: clock.now })
    const begin = store.head()
    await fill(store, 'a', 3000)
    clock.setNow(clock.now() - 86_400_000)
    await fill(store, 'b', 2)
    clock.setNow(0)
    await fill(store, 'c', 2)
    requireRising(changesSince(store, begin))
    expect(changesSince(store, begin)).toHaveLength(3004)
  })

  it('the newest 100,000 changes of 14 days are kept; an older place is gone, and the named oldest one has all of them', async () => {
    const store = createMemoryChangeStore({ now: clock.now })
    const begin = store.head()
    await fill(store, 'a', 10)
    const second = store.head()
    clock.advance(86_400_000)
    await fill(store, 'b', 99_990)
    expect(changesSince(store, begin)).toHaveLength(100_000)
    clock.advance(13 * 86_400_000 - 1)
    await fill(store, 'c', 4)
    const gone = store.since(begin)
    expect(gone.kind === 'gone' && changesSince(store, gone.oldest).length).toBe(100_000)
    expect(changesSince(store, second)).toHaveLength(99_994)
    clock.advance(86_401_000)
    await fill(store, 'd', 1)
    expect(idsSince(store, second)).toBeNull()
    const later = store.since(second)
    expect(later.kind === 'gone' && idsSince(store, later.oldest)).toEqual(['c0', 'c1', 'c2', 'c3', 'd0'])
  })
})
