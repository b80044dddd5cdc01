import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DevigMethod, devig } from '#core/market/devig.ts'
import { amount } from '../../support/amount.ts'
import { atMost, same } from '../../support/plain-expect.ts'
import { anyPrice, twoWayMethods, uniform, usualPrice } from './arbitraries.ts'

const method = fc.constantFrom(...twoWayMethods)
const p1 = (odds: number[], m: DevigMethod): number => devig(odds, { method: m }).probabilities[0] as number
const runs = { numRuns: amount(60, 500) }

/** Expects values to ascend, each by more than any rounding. */
function expectAscending(values: readonly number[], label: string): void {
  for (let i = 1; i < values.length; i++) {
    same((values[i] as number) - (values[i - 1] as number) > 1e-13, true, `${label} ${i}`)
  }
}

describe('two-way market', () => {
  it('two-way devig puts each probability between the two implied ones, with or without a margin', () => {
    fc.assert(
      fc.property(anyPrice, anyPrice, method, (o1, o2, m) => {
        const [p = 0, q = 0] = devig([o1, o2], { method: m }).probabilities
        const own = 1 / o1
        const other = (o2 - 1) / o2
        atMost(Math.min(own, other) - 1.2e-16, p)
        atMost(p, Math.max(own, other) + 1.2e-16)
        // Checks the outsider's own digits too, not only those left by the favourite.
        if (o1 > o2) atMost(Math.min(own, other), p)
        if (o1 > o2) atMost(p, Math.max(own, other))
        same(p > 0 && p < 1 && q > 0 && q < 1, true)
        same(p + q, 1)
      }),
      runs,
    )
  })

  it('two-way devig stays inside (0, 1) for the longest prices that a double holds', () => {
    const extremes = [1 + 2 ** -52, 1.0000001, 2, 1e17, 1e300, Number.MAX_VALUE]
    for (const m of twoWayMethods) {
      for (const o1 of extremes) {
        for (const o2 of extremes) {
          const { probabilities, problematic, hold } = devig([o1, o2], { method: m })
          expect(
            probabilities.every((p) => p > 0 && p < 1),
            `${m} ${o1} ${o2}`,
          ).toBe(true)
          expect(problematic).toEqual([])
          expect(Number.isFinite(hold)).toBe(true)
        }
      }
    }
  })

  it('swapping the prices swaps two-way probabilities bit for bit', () => {
    fc.assert(
      fc.property(anyPrice, anyPrice, method, (o1, o2, m) => {
        const there = devig([o1, o2], { method: m })
        const back = devig([o2, o1], { method: m })
        expect(back.probabilities).toEqual([...there.probabilities].reverse())
        expect([back.margin, back.hold, back.underround]).toEqual([there.margin, there.hold, there.underround])
        expect(back.params).toEqual(there.params)
      }),
      runs,
    )
  })

  it('the share method swaps its margin shares when the prices are swapped', () => {
    const exponent = uniform(-3, 3)
    fc.assert(
      fc.property(anyPrice, anyPrice, fc.constantFrom('h', 'mu'), exponent, (o1, o2, family, e) => {
        const there = devig([o1, o2], { method: 'share', family, exponent: e })
        const back = devig([o2, o1], { method: 'share', family, exponent: e })
        expect(back.probabilities).toEqual([...there.probabilities].reverse())
        expect((back.params.share1 ?? 0) + (there.params.share1 ?? 0)).toBeCloseTo(1, 14)
        expect(there.probabilities[0]).toBeCloseTo(1 / o1 - there.margin * (there.params.share1 ?? 9), 14)
      }),
    )
  })

  it('two-way devig of equal prices gives one half', () => {
    fc.assert(
      fc.property(anyPrice, method, (o, m) => {
        expect(devig([o, o], { method: m }).probabilities).toEqual([0.5, 0.5])
      }),
    )
  })

  it('all devig methods converge as the margin vanishes', () => {
    fc.assert(
      fc.property(usualPrice, uniform(-9, -3), fc.boolean(), (o1, size, over) => {
        const margin = (over ? 1 : -1) * 10 ** size
        const b = 1 - 1 / o1 + margin
        fc.pre(b > 0.001 && b < 0.999)
        const all = twoWayMethods.map((m) => p1([o1, 1 / b], m))
        expect(Math.max(...all) - Math.min(...all)).toBeLessThanOrEqual(Math.abs(margin) + 1e-15)
      }),
      runs,
    )
  })

  it('two-way devig keeps the implied probabilities of a fair market exactly and solves for no parameter', () => {
    for (let e = -40; e <= 40; e++) {
      const odds = [1 + 2 ** e, 1 + 2 ** -e] // (o1 - 1)(o2 - 1) = 1
      for (const m of twoWayMethods) {
        const { probabilities, margin, hold, underround, params } = devig(odds, { method: m })
        const outsider = e >= 0 ? 0 : 1
        expect(probabilities[outsider], `${m} ${e}`).toBe(1 / (odds[outsider] as number))
        expect([margin, hold, underround]).toEqual([0, 0, false])
        for (const [name, value] of Object.entries(params))
          expect(value, name).toBe(name === 'powerK' || name === 'oddsRatioC' ? 1 : 0)
      }
    }
  })

  it('two-way devig lowers the probability of a side as its price grows', () => {
    const factor = uniform(1.001, 3)
    fc.assert(
      fc.property(anyPrice, anyPrice, factor, method, (o1, o2, f, m) => {
        expect(p1([1 + (o1 - 1) * f, o2], m)).toBeLessThan(p1([o1, o2], m) + (o1 > 1.001 && o1 < 1e4 ? 0 : 1e-15))
        expect(p1([o2, 1 + (o1 - 1) * f], m)).toBeGreaterThan(p1([o2, o1], m) - (o1 > 1.001 && o1 < 1e4 ? 0 : 1e-15))
      }),
      runs,
    )
  })
})

describe('ranking of the methods by the favourite’s probability', () => {
  const favourite = uniform(0.02, 0.999)
  const outsider = uniform(0.001, 0.95)

  it('with a margin the devig methods rank the favourite’s probability in the documented order', () => {
    fc.assert(
      fc.property(favourite, outsider, (a, b) => {
        fc.pre(a - b > 0.01 && a + b > 1.002)
        const of = (m: DevigMethod): number => p1([1 / a, 1 / b], m)
        const [power, goTo] = [of('power'), of('goto')]
        const lower = ['multiplicative', 'additive', 'jsd', 'probit', 'oddsRatio'] as const
        expectAscending([...lower.map(of), Math.min(power, goTo)], 'lower')
        expectAscending([Math.max(power, goTo), of('bb')], 'upper')
      }),
      runs,
    )
  })

  it('with a negative margin, as best prices of several books have, the devig methods rank it in two other orders', () => {
    fc.assert(
      fc.property(favourite, outsider, (a, b) => {
        const margin = a + b - 1
        fc.pre(a - b > 0.01 && margin < -0.002)
        const of = (m: DevigMethod): number => p1([1 / a, 1 / b], m)
        expectAscending(
          ['bb', 'goto', 'power', 'oddsRatio', 'multiplicative'].map((m) => of(m as DevigMethod)),
          'shares',
        )
        expectAscending(
          ['additive', 'jsd', 'probit', 'oddsRatio'].map((m) => of(m as DevigMethod)),
          'middles',
        )
        // Power may pass additive beyond this margin, or for prices above about 350.
        if (margin > -0.1 && b > 0.01) expect(of('power')).toBeLessThan(of('additive'))
        expect(devig([1 / a, 1 / b]).underround).toBe(true)
      }),
      runs,
    )
  })
})
