import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DevigMethod, devig } from '#core/market/devig.ts'
import { amount } from '../../support/amount.ts'
import { near } from '../../support/plain-expect.ts'
import { anyPrice, usualPrice } from './arbitraries.ts'

const p1 = (odds: number[], m: DevigMethod): number => devig(odds, { method: m }).probabilities[0] as number
const runs = { numRuns: amount(25, 500) }

describe('parameters of a devig method', () => {
  const within = (actual: number | undefined, expected: number, room = 1e-12): void => {
    near(actual ?? Number.NaN, expected, room * Math.max(1, Math.abs(expected)))
  }

  it.each([2, 3, 7])('the parameters of each devig method satisfy its equation in a market of %i outcomes', (n) => {
    const market = fc.array(usualPrice, { minLength: n, maxLength: n })
    fc.assert(
      fc.property(market, (odds) => {
        const r = odds.map((o) => 1 / o)
        const sum = r.reduce((all, x) => all + x, 0)
        const of = (m: DevigMethod) => devig(odds, { method: m })
        const { probabilities: shin, params } = of('shin')
        const { probabilities: power, params: exponent } = of('power')
        const { probabilities: shifted, params: ratio } = of('oddsRatio')
        const { probabilities: books, params: impossible, margin } = of('bb')
        const z = params.shinZ as number
        r.forEach((x, i) => {
          const p = shin[i] as number
          within(x * x, sum * (z * p + (1 - z) * p * p))
          within(power[i], x ** (exponent.powerK as number))
          const q = shifted[i] as number
          within((q / (1 - q)) * (ratio.oddsRatioC as number) * (1 - x), x)
          within(x, (impossible.bbZ as number) + (books[i] as number) * (1 - (impossible.bbZ as number)))
        })
        within(ratio.logC, Math.log(ratio.oddsRatioC as number))
        within(margin, sum - 1)
        within(of('multiplicative').hold, 1 - 1 / sum)
        expect(z < 1 && Math.sign(z) === Math.sign(margin)).toBe(true)
        expect(of('wpo').probabilities).toEqual(of('additive').probabilities)
        expect(of('logarithmic').probabilities).toEqual(shifted)
        expect(of('logarithmic').params).toEqual(ratio)
      }),
      runs,
    )
  })

  it('Shin equals the additive method in a two-way market and only there', () => {
    fc.assert(
      fc.property(anyPrice, anyPrice, (o1, o2) => {
        expect(devig([o1, o2]).probabilities).toEqual(devig([o1, o2], { method: 'additive' }).probabilities)
      }),
    )
    expect(devig([2.6, 2.4, 4.3]).probabilities).not.toEqual(
      devig([2.6, 2.4, 4.3], { method: 'additive' }).probabilities,
    )
  })

  it('the jsd method gives a probability at equal distance from both implied ones', () => {
    const divergence = (p: number, q: number): number => {
      const middle = (p + q) / 2
      const half = (x: number): number => x * Math.log(x / middle) + (1 - x) * Math.log((1 - x) / (1 - middle))
      return (half(p) + half(q)) / 2
    }
    fc.assert(
      fc.property(usualPrice, usualPrice, (o1, o2) => {
        const { probabilities, params } = devig([o1, o2], { method: 'jsd' })
        const [p = 0] = probabilities
        within(divergence(p, 1 / o1), (params.jsDistance as number) ** 2, 1e-14)
        within(divergence(p, 1 - 1 / o2), (params.jsDistance as number) ** 2, 1e-14)
      }),
    )
  })

  it('exponents of the share method lead from multiplicative through additive and goto to balanced books', () => {
    fc.assert(
      fc.property(anyPrice, anyPrice, (o1, o2) => {
        const share = (family: 'h' | 'mu', exponent: number): number =>
          devig([o1, o2], { method: 'share', family, exponent }).probabilities[0] as number
        const pairs: [number, DevigMethod][] = [
          [share('h', 1), 'multiplicative'],
          [share('h', 0), 'additive'],
          [share('mu', 0), 'additive'],
          [share('mu', 0.5), 'goto'],
          [share('mu', 1), 'bb'],
        ]
        for (const [p, m] of pairs) expect(Math.abs(p - p1([o1, o2], m)), m).toBeLessThanOrEqual(1e-15)
        for (const exponent of [-1e3, 1e3]) expect(share('h', exponent)).toBeGreaterThan(0)
      }),
    )
  })
})
