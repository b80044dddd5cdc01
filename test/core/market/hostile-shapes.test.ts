import { describe, expect, it } from 'vitest'
import { fitAnchorHierarchy } from '#core/market/anchor.ts'
import { bettingYield } from '#core/market/betting-table.ts'
import { devig } from '#core/market/devig.ts'
import { closingLineValue } from '#core/market/stakes.ts'
import { amount } from '../../support/amount.ts'
import { nWayMethods, twoWayMethods } from './arbitraries.ts'
import { expectRefused } from './expect-refused.ts'
import { fitAnchorWeight } from './fit-anchor-weight.ts'

// biome-ignore lint/suspicious/noExplicitAny: these tests pass wrong types on purpose.
type Any = any

/** Array of three equal values with a hole at the index. */
function withHole(value: Any, index: number): Any {
  const list = [value, value, value]
  delete list[index]
  return list
}

const triple = { calibrated: 0.6, market: 0.5, y: 1 }
const win = { odds: 2, stake: 1, result: 'win' }

describe('a market', () => {
  it('a market may be any array-like, including frozen and typed arrays', () => {
    const expected = devig([1.5, 2.5])
    expect(devig(Object.freeze([1.5, 2.5]))).toEqual(expected)
    expect(devig(Float64Array.of(1.5, 2.5))).toEqual(expected)
    expect(devig(Float32Array.of(1.5, 2.5))).toEqual(expected)
    expect(devig({ length: 2, 0: 1.5, 1: 2.5 })).toEqual(expected)
    expect(devig(Uint8Array.of(2, 3, 4), { method: 'power' }).problematic).toEqual([])
  })

  it('a market is read once, so that a price cannot change behind its check', () => {
    let reads = 0
    const sly: Any = {
      length: 2,
      get 0() {
        return reads++ === 0 ? 1.5 : Number.NaN
      },
      1: 2.5,
    }
    expect(closingLineValue(2, sly)).toEqual(closingLineValue(2, [1.5, 2.5]))
    expect(reads).toBe(1)
    const method: Any = {
      get method() {
        return reads++ === 1 ? 'power' : 'magic'
      },
    }
    expect(devig([1.5, 2.5], method).method).toBe('power')
  })

  it('a market with holes is refused at once, whatever length it claims', () => {
    expectRefused(() => devig(new Array(2 ** 32 - 1)), 'odds[0]')
    expectRefused(() => devig(withHole(2, 1)), 'odds[1]')
    expectRefused(() => devig({ length: Number.MAX_SAFE_INTEGER, 0: 2, 1: 2 } as Any), 'odds[2]')
    for (const length of [-1, 1.5, Number.NaN, '2', 2n, undefined]) {
      expectRefused(() => devig({ length, 0: 2, 1: 2 } as Any), 'odds')
    }
    expectRefused(() => devig(BigInt64Array.of(2n, 3n) as Any), 'odds[0]')
  })

  it.each(nWayMethods.slice(0, amount(2, nWayMethods.length)))(
    '%s gives finite numbers for a market of a hundred thousand outcomes',
    (method) => {
      const many = Float64Array.from({ length: 100_000 }, (_, i) => 1.5 + (i % 7) * 1e5)
      const { probabilities, margin } = devig(many, { method })
      expect(probabilities.every(Number.isFinite) && Number.isFinite(margin)).toBe(true)
    },
  )

  it('every method gives finite numbers for a market of the most extreme prices', () => {
    const extremes = [1 + 2 ** -52, 1.0000001, 1e17, 1e300, Number.MAX_VALUE]
    const numbersOf = (value: Any): number[] =>
      typeof value === 'number' ? [value] : Object.values(value).flatMap(numbersOf)
    for (const method of twoWayMethods) {
      for (const o1 of extremes) {
        for (const o2 of extremes) {
          const market = devig([o1, o2], { method })
          const { probabilities, margin, hold, params } = market
          expect(
            numbersOf({ probabilities, margin, hold, params }).every(Number.isFinite),
            `${method} ${o1} ${o2}`,
          ).toBe(true)
        }
      }
    }
  })

  it('devig returns new objects from every call', () => {
    const fair = devig([2, 2], { method: 'power' })
    ;(fair.params as Any).powerK = 7
    fair.problematic.push(1)
    expect(devig([2, 2], { method: 'power' }).params).toEqual({ powerK: 1 })
    expect(devig([2, 2]).problematic).toEqual([])
  })
})

describe('a history', () => {
  it('each field of a history’s records is read once, even if it is a getter', () => {
    let reads = 0
    const sly: Any = {
      ...triple,
      get calibrated() {
        return reads++ === 0 ? 0.6 : Number.NaN
      },
    }
    expect(fitAnchorWeight([sly])).toEqual(fitAnchorWeight([triple]))
    const bet: Any = {
      odds: 2,
      stake: 1,
      get result() {
        return reads++ === 1 ? 'win' : 'magic'
      },
    }
    expect(bettingYield([bet]).profit).toBe(1)
  })

  it('a history with holes is refused; a frozen history is accepted', () => {
    expectRefused(() => bettingYield(withHole(win, 1)), 'bets[1]')
    expectRefused(() => fitAnchorWeight(withHole(triple, 0)), 'records[0]')
    expect(fitAnchorWeight(Object.freeze([Object.freeze({ ...triple })])).nEff).toBe(1)
  })

  it('a history of certain forecasts, absurd weights and ages gives a finite number or is refused', () => {
    for (const calibrated of [0, 1]) {
      for (const market of [0, 0.5, 1]) {
        for (const weight of [1, 1e-300, 1e50, Number.MIN_VALUE]) {
          const { w, wRaw, sd, nEff } = fitAnchorWeight([{ calibrated, market, y: 1, weight }])
          expect([w, wRaw, sd, nEff].every(Number.isFinite), `${calibrated} ${market} ${weight}`).toBe(true)
          if (weight === 1e50 && calibrated !== market) expect(Math.sign(wRaw - 0.5)).toBe(calibrated > market ? 1 : -1)
        }
      }
    }
    const heavy = { ...triple, weight: Number.MAX_VALUE }
    expectRefused(() => fitAnchorWeight([heavy, heavy]), 'records')
    expectRefused(() => fitAnchorHierarchy([{ ...heavy, bestOf: 3 }]), 'records')
    expect(fitAnchorWeight([{ ...triple, ageDays: 1e300 }], { halfLifeDays: 1e-300 }).prior).toBe(true)
  })
})
