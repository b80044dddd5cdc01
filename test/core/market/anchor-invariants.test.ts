import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pool } from '../../../packages/core/src/consensus/pool.ts'
import { RiftlineError } from '../../../packages/core/src/errors.ts'
import { anchor } from '../../../packages/core/src/market/anchor.ts'
import { bettingYield } from '../../../packages/core/src/market/betting-yield.ts'
import { closingLineValue } from '../../../packages/core/src/market/closing-line-value.ts'
import { devig } from '../../../packages/core/src/market/devig.ts'
import { edge, expectedValue } from '../../../packages/core/src/market/expected-value.ts'
import { fitAnchorWeight } from '../../../packages/core/src/market/fit-anchor-weight.ts'
import { kellyFraction, kellyGrowth } from '../../../packages/core/src/market/kelly.ts'

// biome-ignore lint/suspicious/noExplicitAny: wrong types are the point.
type Any = any

const probability = fc.double({ min: 0.001, max: 0.999, noNaN: true })
const any01 = fc.double({ min: 0, max: 1, noNaN: true })
const weight = fc.double({ min: 0, max: 1, noNaN: true })
const price = fc.double({ min: 1.01, max: 50, noNaN: true })
const near = (a: number, b: number, room = 1e-12): void => {
  expect(Math.abs(a - b)).toBeLessThanOrEqual(room)
}

describe('the anchored probability', () => {
  it('lies between the model and the market, whatever they are', () => {
    fc.assert(
      fc.property(any01, any01, weight, (c, m, w) => {
        const p = anchor(c, m, w)
        expect(p).toBeGreaterThanOrEqual(Math.min(c, m))
        expect(p).toBeLessThanOrEqual(Math.max(c, m))
      }),
    )
  })

  it('is the market at weight 0, the model at 1, and either where they agree, exactly', () => {
    fc.assert(
      fc.property(any01, any01, weight, (c, m, w) => {
        expect(anchor(c, m, 0)).toBe(m)
        expect(anchor(c, m, 1)).toBe(c)
        expect(anchor(c, c, w)).toBe(c)
      }),
    )
  })

  it('is the complement when the sides are swapped', () => {
    fc.assert(
      fc.property(probability, probability, weight, (c, m, w) => near(anchor(1 - c, 1 - m, w), 1 - anchor(c, m, w))),
    )
  })

  it('rises with the model and with the market', () => {
    fc.assert(
      fc.property(probability, probability, probability, weight, (a, b, m, w) => {
        const [low, high] = a < b ? [a, b] : [b, a]
        expect(anchor(high, m, w)).toBeGreaterThanOrEqual(anchor(low, m, w) - 1e-15)
        expect(anchor(m, high, w)).toBeGreaterThanOrEqual(anchor(m, low, w) - 1e-15)
      }),
    )
  })

  it('is the same whether members are anchored before the log pool or after it', () => {
    fc.assert(
      fc.property(fc.array(probability, { minLength: 1, maxLength: 3 }), probability, weight, (members, m, w) => {
        const weights = members.map((_, i) => i + 1)
        near(
          anchor(pool(members, weights), m, w),
          pool(
            members.map((p) => anchor(p, m, w)),
            weights,
          ),
        )
      }),
    )
  })
})

const triples = fc.array(
  fc.record({
    calibrated: probability,
    market: probability,
    y: fc.constantFrom(0, 1),
    weight: fc.integer({ min: 1, max: 3 }),
  }),
  { maxLength: 40 },
)

describe('the fitted weight', () => {
  it('is unchanged when the sides of any matches are swapped', () => {
    fc.assert(
      fc.property(triples, fc.integer(), (rows, mask) => {
        const swapped = rows.map((r, i) =>
          (mask >> (i % 31)) & 1 ? { ...r, calibrated: 1 - r.calibrated, market: 1 - r.market, y: 1 - r.y } : r,
        )
        near(fitAnchorWeight(swapped).wRaw, fitAnchorWeight(rows).wRaw, 1e-9)
      }),
    )
  })

  it('is the prior without matches, where the two always agree, and where the prior is certain', () => {
    expect(fitAnchorWeight([], { w0: 0.4, s: 0.3 })).toEqual({ w: 0.4, wRaw: 0.4, sd: 0.3, nEff: 0, prior: true })
    fc.assert(
      fc.property(triples, (rows) => {
        const agreeing = fitAnchorWeight(rows.map((r) => ({ ...r, market: r.calibrated })))
        near(agreeing.w, 0.25, 1e-15)
        near(agreeing.sd, 0.2, 1e-15)
        near(fitAnchorWeight(rows, { s: 1e-6 }).w, 0.25, 1e-6)
      }),
    )
  })

  it('counts a weight of n as n copies', () => {
    fc.assert(
      fc.property(triples, (rows) => {
        const copies = rows.flatMap((r) => Array.from({ length: r.weight }, () => ({ ...r, weight: 1 })))
        near(fitAnchorWeight(copies).wRaw, fitAnchorWeight(rows).wRaw, 1e-9)
      }),
    )
  })
})

describe('stakes', () => {
  it('Kelly, expected value and edge have one sign', () => {
    fc.assert(
      fc.property(any01, price, (p, o) => {
        fc.pre(Math.abs(p * o - 1) > 1e-9)
        const value = expectedValue(p, o)
        expect(kellyFraction(p, o) > 0).toBe(value > 0)
        expect(edge(p, o) > 0).toBe(value > 0)
        expect(kellyGrowth(p, o) > 0 || value < 1e-6).toBe(true)
        expect(kellyFraction(p, o)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('a fraction of Kelly is Kelly at a probability shrunk to the price', () => {
    fc.assert(
      fc.property(any01, price, weight, (p, o, w) => {
        near(kellyFraction(w * p + (1 - w) / o, o), kellyFraction(p, o, { fraction: w }), 1e-10)
      }),
    )
  })

  it('a market with a margin has no side worth betting at its own fair probability', () => {
    fc.assert(
      fc.property(price, price, (o1, o2) => {
        const { probabilities, margin } = devig([o1, o2])
        fc.pre(margin > 1e-9)
        expect(expectedValue(probabilities[0] as number, o1)).toBeLessThan(0)
        expect(expectedValue(probabilities[1] as number, o2)).toBeLessThan(0)
      }),
    )
  })

  it('certain probabilities are legal', () => {
    expect([kellyFraction(1, 2), kellyFraction(0, 2)]).toEqual([1, 0])
    expect([kellyGrowth(1, 2), kellyGrowth(0, 2)]).toEqual([Math.log(2), 0])
  })

  it('the fair closing line value is below the price form by the margin', () => {
    const { price: flattering, fair } = closingLineValue(2, [1.9, 1.9])
    expect(flattering).toBeGreaterThan(0)
    expect(fair).toBe(0)
  })
})

describe('betting yield', () => {
  it('void bets carry no profit and no turnover', () => {
    const bets = [{ odds: 2, stake: 2, result: 'win' } as const, { odds: 9, stake: 50, result: 'void' } as const]
    const result = bettingYield(Object.freeze(bets) as typeof bets)
    expect(result).toEqual({
      n: 2,
      settled: 1,
      turnover: 2,
      profit: 2,
      yield: 1,
      sdPerBet: null,
      se: null,
      maxDrawdown: 0,
    })
  })

  it('nothing settled has no yield', () => {
    expect(bettingYield([{ odds: 2, stake: 1, result: 'void' }])).toMatchObject({ settled: 0, profit: 0, yield: null })
  })

  it('the drawdown is measured from the highest point', () => {
    const bets = (['loss', 'win', 'win', 'loss', 'loss', 'win'] as const).map((result) => ({
      odds: 2,
      stake: 1,
      result,
    }))
    expect(bettingYield(bets).maxDrawdown).toBe(2)
  })
})

describe('refuses', () => {
  it.each<[string, () => unknown]>([
    ['a model probability above 1', () => anchor(1.1, 0.5, 0.5)],
    ['a market probability that is NaN', () => anchor(0.5, Number.NaN, 0.5)],
    ['an anchor weight above 1', () => anchor(0.5, 0.5, 1.01)],
    ['an anchor weight below 0', () => anchor(0.5, 0.5, -0.01)],
    ['records that are no list', () => fitAnchorWeight('x' as Any)],
    ['a record without a market', () => fitAnchorWeight([{ calibrated: 0.5, y: 1 }] as Any)],
    ['a negative record weight', () => fitAnchorWeight([{ calibrated: 0.5, market: 0.5, y: 1, weight: -1 }])],
    ['a prior mean above 1', () => fitAnchorWeight([], { w0: 2 })],
    ['a prior spread of 0', () => fitAnchorWeight([], { s: 0 })],
    ['a Kelly fraction above 1', () => kellyFraction(0.5, 2, { fraction: 1.5 })],
    ['text odds', () => expectedValue(0.5, '2' as Any)],
    ['a closing market of one price', () => closingLineValue(2, [2])],
    ['no bets', () => bettingYield([])],
    ['a stake of 0', () => bettingYield([{ odds: 2, stake: 0, result: 'win' }])],
    ['an unknown result', () => bettingYield([{ odds: 2, stake: 1, result: 'push' as Any }])],
  ])('%s', (_label, call) => expect(call).toThrow(RiftlineError))
})
