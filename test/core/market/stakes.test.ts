import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anchor } from '#core/market/anchor.ts'
import { type Bet, bettingYield } from '#core/market/betting-table.ts'
import { devig } from '#core/market/devig.ts'
import { americanToDecimal, arePlausible, fractionalToDecimal } from '#core/market/odds.ts'
import { closingLineValue, edge, expectedValue, kellyFraction, kellyGrowth } from '#core/market/stakes.ts'
import { amount } from '../../support/amount.ts'
import { atMost, near, same } from '../../support/plain-expect.ts'
import { any01, anyPrice, twoWayMethods, uniform, usualPrice } from './arbitraries.ts'

const weight = uniform(0, 1)
const method = fc.constantFrom(...twoWayMethods)
const runs = { numRuns: amount(300, 1000) }

/** Bets at any probability, and at probabilities within a few doubles of break-even, where rounding decides signs. */
const bet = fc.oneof(
  fc.tuple(any01, anyPrice),
  fc.tuple(fc.integer({ min: -4, max: 4 }), anyPrice).map(([steps, o]): [number, number] => {
    return [Math.min(1, (1 / o) * (1 + steps * Number.EPSILON)), o]
  }),
)

describe('a stake', () => {
  it('Kelly stake, expected value, edge and growth always have the same sign', () => {
    const seen = { yes: 0, no: 0 }
    fc.assert(
      fc.property(bet, ([p, o]) => {
        const yes = expectedValue(p, o) > 0
        seen[yes ? 'yes' : 'no']++
        for (const worth of [kellyFraction(p, o), edge(p, o), kellyGrowth(p, o)]) same(worth > 0, yes)
        if (!yes) expect([kellyFraction(p, o), kellyGrowth(p, o)]).toEqual([0, 0])
      }),
      runs,
    )
    expect(Math.min(seen.yes, seen.no)).toBeGreaterThan(amount(30, 100))
  })

  it('expected value and edge equal their definitions', () => {
    fc.assert(
      fc.property(any01, anyPrice, (p, o) => {
        near(expectedValue(p, o), p * o - 1, 1e-15 * o)
        near(edge(p, o), p - 1 / o, 1e-15)
      }),
      runs,
    )
  })

  it('expected value rises linearly in the probability and in the price', () => {
    fc.assert(
      fc.property(any01, any01, anyPrice, anyPrice, weight, (p, q, o, other, t) => {
        const size = 1e-15 * Math.max(o, other)
        const between = t * expectedValue(p, o) + (1 - t) * expectedValue(q, o)
        near(expectedValue(Math.min(1, t * p + (1 - t) * q), o), between, 2 * size)
        const price = t * o + (1 - t) * other
        near(expectedValue(p, price), t * expectedValue(p, o) + (1 - t) * expectedValue(p, other), 2 * size)
        if (p > q + 1e-9) expect(expectedValue(p, o)).toBeGreaterThan(expectedValue(q, o))
        if (o > other * (1 + 1e-9) && p > 1e-6) expect(expectedValue(p, o)).toBeGreaterThan(expectedValue(p, other))
      }),
      runs,
    )
  })

  it('the Kelly fraction maximises the growth of the bankroll', () => {
    const growthAt = (f: number, p: number, o: number): number =>
      p * Math.log1p(f * (o - 1)) + (p === 1 ? 0 : (1 - p) * Math.log1p(-f))
    fc.assert(
      fc.property(uniform(0.01, 0.99), usualPrice, (p, o) => {
        const f = kellyFraction(p, o)
        const growth = kellyGrowth(p, o)
        near(growth, growthAt(f, p, o), 1e-14)
        atMost(0, growth)
        for (const other of [0.9 * f, f + 0.1 * (1 - f), 0]) {
          if (f > 1e-3) expect(growth).toBeGreaterThan(growthAt(other, p, o))
        }
      }),
      runs,
    )
  })

  it('a Kelly stake is the whole bankroll only if the win is certain', () => {
    fc.assert(
      fc.property(fc.oneof(any01, fc.constantFrom(1 - 2 ** -53, 1 - 1e-12)), anyPrice, (p, o) => {
        const f = kellyFraction(p, o)
        same(f === 1, p === 1)
        same(f >= 0 && f <= 1, true)
      }),
      runs,
    )
    expect([kellyFraction(1, 2), kellyFraction(0, 2), kellyFraction(1, 1.0000001)]).toEqual([1, 0, 1])
    expect([kellyGrowth(1, 2), kellyGrowth(0, 2)]).toEqual([Math.LN2, 0])
    expect([expectedValue(1, 2), expectedValue(0, 2)]).toEqual([1, -1])
  })

  it('fractional Kelly equals full Kelly at a probability shrunk to the price', () => {
    fc.assert(
      fc.property(any01, usualPrice, weight, (p, o, w) => {
        const shrunk = Math.min(1, w * p + (1 - w) / o)
        const room = 1e-15 * (o / (o - 1))
        near(kellyFraction(shrunk, o), kellyFraction(p, o, { fraction: w }), 2 * room)
        near(kellyFraction(p, o, { fraction: w }), w * kellyFraction(p, o), 0)
      }),
      runs,
    )
  })
})

describe('a market', () => {
  it('a market with a margin has no side worth betting at its own fair chances; an underround has two', () => {
    const seen = { over: 0, under: 0 }
    fc.assert(
      fc.property(usualPrice, usualPrice, method, (o1, o2, m) => {
        const { probabilities, margin } = devig([o1, o2], { method: m })
        const values = [o1, o2].map((o, i) => expectedValue(probabilities[i] as number, o))
        fc.pre(Math.abs(margin) > 1e-9)
        seen[margin > 0 ? 'over' : 'under']++
        for (const value of values) expect(value < 0).toBe(margin > 0)
      }),
      runs,
    )
    expect(Math.min(seen.over, seen.under)).toBeGreaterThan(amount(30, 100))
  })

  it('both sides of a market have positive value for one forecast only in an underround', () => {
    let both = 0
    fc.assert(
      fc.property(usualPrice, usualPrice, weight, (o1, o2, t) => {
        // Forecasts between the implied probabilities and beyond them.
        const p = Math.min(1, Math.max(0, 1 / o1 + (t * 3 - 1) * (1 - 1 / o2 - 1 / o1)))
        if (expectedValue(p, o1) <= 1e-12 || expectedValue(1 - p, o2) <= 1e-12) return
        both++
        expect(devig([o1, o2]).underround).toBe(true)
      }),
      runs,
    )
    expect(both).toBeGreaterThan(amount(15, 50))
  })

  it('anchoring lowers the expected value of a bet when the model is above the market', () => {
    const innerWeight = uniform(0, 0.98)
    fc.assert(
      fc.property(usualPrice, usualPrice, any01, innerWeight, method, (o1, o2, lift, w, m) => {
        const [market = 0] = devig([o1, o2], { method: m }).probabilities
        const calibrated = market + (1 - market) * lift
        const anchored = expectedValue(anchor(calibrated, market, w), o1)
        expect(anchored).toBeLessThanOrEqual(expectedValue(calibrated, o1))
        if (calibrated - market > 1e-3 && calibrated < 0.999) {
          expect(anchored).toBeLessThan(expectedValue(calibrated, o1))
        }
      }),
      runs,
    )
  })
})

describe('closing line value', () => {
  it('closing line value has a price form and the expected value at the close', () => {
    fc.assert(
      fc.property(anyPrice, fc.array(usualPrice, { minLength: 2, maxLength: 4 }), (taken, closing) => {
        fc.pre(arePlausible(closing))
        for (const m of ['shin', 'multiplicative', 'power'] as const) {
          const value = closingLineValue(taken, closing, { method: m })
          const [p = 0] = devig(closing, { method: m }).probabilities
          expect(value.closingProbability).toBe(p)
          near(value.price, taken / (closing[0] as number) - 1, 0)
          near(value.fair, taken * p - 1, 0)
        }
        expect(closingLineValue(taken, closing)).toEqual(closingLineValue(taken, closing, { method: 'shin' }))
      }),
    )
  })

  it('the price form of closing line value is too high by the margin', () => {
    fc.assert(
      fc.property(usualPrice, usualPrice, usualPrice, (taken, own, other) => {
        fc.pre(arePlausible([own, other]))
        const { price, fair } = closingLineValue(taken, [own, other])
        const { margin } = devig([own, other])
        fc.pre(Math.abs(margin) > 1e-6)
        expect(price > fair).toBe(margin > 0)
      }),
    )
    expect(closingLineValue(2, [1.9, 1.9]).fair).toBe(0)
  })
})

describe('betting yield', () => {
  const bets: fc.Arbitrary<Bet[]> = fc.array(
    fc.record({
      odds: usualPrice,
      stake: uniform(0.01, 100),
      result: fc.constantFrom('win', 'loss', 'void'),
    }),
    { minLength: 1, maxLength: 30 },
  )

  it('betting yield sums profit and turnover over the bets', () => {
    fc.assert(
      fc.property(bets, (list) => {
        const settled = list.filter(({ result }) => result !== 'void')
        const profits = settled.map(({ odds, stake, result }) => (result === 'win' ? (odds - 1) * stake : -stake))
        const running = profits.map((_, i) => profits.slice(0, i + 1).reduce((sum, x) => sum + x, 0))
        const falls = [0, ...running].flatMap((peak, i, all) => all.slice(i).map((later) => peak - later))
        const turnover = settled.reduce((sum, { stake }) => sum + stake, 0)
        const result = bettingYield(list)
        expect([result.n, result.settled]).toEqual([list.length, settled.length])
        near(result.turnover, turnover, 1e-9)
        near(result.profit, running.at(-1) ?? 0, 1e-9)
        near(result.maxDrawdown, Math.max(...falls), 1e-9)
        if (settled.length === 0) expect([result.yield, result.sdPerBet, result.se]).toEqual([null, null, null])
        else near(result.yield ?? Number.NaN, (running.at(-1) as number) / turnover, 1e-9)
        if (settled.length < 2) {
          expect([result.sdPerBet, result.se]).toEqual([null, null])
          return
        }
        const returns = settled.map(({ stake }, i) => (profits[i] as number) / stake)
        const mean = returns.reduce((sum, x) => sum + x, 0) / returns.length
        const sd = Math.sqrt(returns.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (returns.length - 1))
        near(result.sdPerBet ?? Number.NaN, sd, 1e-9)
        const share = (running.at(-1) as number) / turnover
        const weighted = returns.reduce((sum, x, i) => sum + (settled[i]!.stake * (x - share)) ** 2, 0)
        const few = returns.length / (returns.length - 1)
        near(result.se ?? Number.NaN, Math.sqrt(few * weighted) / turnover, 1e-9)
      }),
    )
  })

  it('one very large stake makes the standard error of the yield that of the bet alone', () => {
    const flat = [1, 1, 1, 1].map((stake, i) => ({ odds: 2, stake, result: i % 2 === 0 ? 'win' : 'loss' }) as const)
    near(bettingYield(flat).se ?? Number.NaN, (bettingYield(flat).sdPerBet ?? 0) / 2, 1e-15)
    const one = [{ odds: 2, stake: 100, result: 'win' }, ...flat] as const
    expect(bettingYield(one).se).toBeGreaterThan(0.03)
    expect(bettingYield(one).se).toBeLessThan(0.06)
  })

  it('betting yield counts a void bet and ignores its stake and price', () => {
    fc.assert(
      fc.property(bets, (list) => {
        const settled = list.filter(({ result }) => result !== 'void')
        fc.pre(settled.length > 0)
        expect({ ...bettingYield(list), n: 0 }).toEqual({ ...bettingYield(settled), n: 0 })
      }),
    )
  })

  it('drawdown is measured from the highest profit so far, beginning at 0', () => {
    const at2 = (...results: Bet['result'][]) => results.map((result) => ({ odds: 2, stake: 1, result }))
    expect(bettingYield(at2('loss', 'win', 'win', 'loss', 'loss', 'win')).maxDrawdown).toBe(2)
    expect(bettingYield(at2('loss', 'loss', 'win')).maxDrawdown).toBe(2)
    expect(bettingYield(at2('win', 'win')).maxDrawdown).toBe(0)
  })

  it('betting yield refuses bets whose sums overflow a double', () => {
    const huge = { odds: 1e300, stake: 1e300, result: 'win' } as const
    expect(() => bettingYield([huge, huge])).toThrow(/^bets: expected odds and stakes whose sums stay finite/)
    expect(() =>
      bettingYield([
        { ...huge, stake: 1 },
        { ...huge, stake: 1, result: 'loss' },
      ]),
    ).toThrow(/^bets: /)
  })
})

describe('odds formats', () => {
  it('American odds convert by their definition', () => {
    fc.assert(
      fc.property(uniform(100, 1e9), (a) => {
        near(americanToDecimal(a) / (1 + a / 100), 1, 1e-15)
        near(americanToDecimal(-a) / (1 + 100 / a), 1, 1e-15)
      }),
    )
    expect([100, -100, 170, 130, 340, -110, -200].map(americanToDecimal)).toEqual([2, 2, 2.7, 2.3, 4.4, 210 / 110, 1.5])
  })

  it('fractional odds convert by their definition', () => {
    const part = fc.integer({ min: 1, max: 1e6 })
    fc.assert(fc.property(part, part, (n, d) => near(fractionalToDecimal(`${n}/${d}`) / (1 + n / d), 1, 1e-15)))
    expect(['7/4', ' 7 / 4 ', '3.5/2', '07/04'].map(fractionalToDecimal)).toEqual([2.75, 2.75, 2.75, 2.75])
  })

  it('American and fractional odds too short to pay more than a rounding are refused', () => {
    expect(() => americanToDecimal(-1e300)).toThrow(/^american: /)
    expect(() => fractionalToDecimal(`1/1${'0'.repeat(40)}`)).toThrow(/^fractional: /)
  })
})
