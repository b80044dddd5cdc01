import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pool } from '#core/consensus/member-weights.ts'
import { type AnchorRecord, anchor } from '#core/market/anchor.ts'
import { amount } from '../../support/amount.ts'
import { atMost, near } from '../../support/plain-expect.ts'
import { any01, uniform } from './arbitraries.ts'
import { fitAnchorWeight } from './fit-anchor-weight.ts'

const inner = uniform(-9, 9).map((z) => 1 / (1 + Math.exp(-z)))
const usual = uniform(0.01, 0.99)
const weight = uniform(0, 1)
const innerWeight = uniform(0.02, 0.98)
const runs = { numRuns: amount(40, 1000) }

describe('anchored probability', () => {
  it('an anchored probability lies between any model and market', () => {
    fc.assert(
      fc.property(any01, any01, weight, (c, m, w) => {
        const p = anchor(c, m, w)
        atMost(Math.min(c, m), p)
        atMost(p, Math.max(c, m))
      }),
      runs,
    )
  })

  it('an anchored probability is exactly the market at weight 0, the model at weight 1, and both where they agree', () => {
    fc.assert(
      fc.property(any01, any01, weight, (c, m, w) => {
        expect(anchor(c, m, 0)).toBe(m)
        expect(anchor(c, m, 1)).toBe(c)
        expect(anchor(c, c, w)).toBe(c)
      }),
      runs,
    )
  })

  it('an anchored probability has log odds that are the weighted mean of the two', () => {
    const logit = (p: number): number => Math.log(p / (1 - p))
    fc.assert(
      fc.property(usual, usual, weight, (c, m, w) => {
        near(logit(anchor(c, m, w)), w * logit(c) + (1 - w) * logit(m), 1e-11)
      }),
      runs,
    )
  })

  it('swapping the sides gives the complement of an anchored probability', () => {
    fc.assert(
      fc.property(inner, inner, weight, (c, m, w) => near(anchor(1 - c, 1 - m, w), 1 - anchor(c, m, w))),
      runs,
    )
    fc.assert(
      fc.property(any01, any01, weight, (c, m, w) => near(anchor(1 - c, 1 - m, w), 1 - anchor(c, m, w), 1e-10)),
      runs,
    )
  })

  it('an anchored probability rises with model and market, and moves to the model as the weight grows', () => {
    fc.assert(
      fc.property(usual, usual, usual, innerWeight, (a, b, other, w) => {
        const [low, high] = a < b ? [a, b] : [b, a]
        fc.pre(high - low > 1e-3)
        expect(anchor(high, other, w)).toBeGreaterThan(anchor(low, other, w))
        expect(anchor(other, high, w)).toBeGreaterThan(anchor(other, low, w))
        expect(anchor(high, low, w + 0.01)).toBeGreaterThan(anchor(high, low, w))
      }),
      runs,
    )
    fc.assert(
      fc.property(any01, any01, any01, weight, (a, b, other, w) => {
        const [low, high] = a < b ? [a, b] : [b, a]
        expect(anchor(high, other, w)).toBeGreaterThanOrEqual(anchor(low, other, w) - 1e-15)
        expect(anchor(other, high, w)).toBeGreaterThanOrEqual(anchor(other, low, w) - 1e-15)
      }),
      runs,
    )
  })

  it('anchoring members before the log pool equals anchoring the pool', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(usual, weight), { minLength: 1, maxLength: 4 }), usual, weight, (members, m, w) => {
        const weights = members.map(([, share]) => share + 0.01)
        const pooled = pool(
          members.map(([p]) => p),
          weights,
        )
        const anchored = pool(
          members.map(([p]) => anchor(p, m, w)),
          weights,
        )
        near(anchor(pooled, m, w), anchored)
      }),
      runs,
    )
  })
})

const triple: fc.Arbitrary<AnchorRecord & { weight: number }> = fc.record({
  calibrated: usual,
  market: usual,
  y: fc.constantFrom(0, 1, 0.25),
  weight: fc.integer({ min: 1, max: 3 }),
})
const triples = fc.array(triple, { minLength: 1, maxLength: 40 })

/** Logarithm of the posterior up to a constant, straight from its definition. */
function logPosterior(records: readonly AnchorRecord[], w: number, w0: number, s: number): number {
  const logit = (p: number): number => Math.log(p / (1 - p))
  const likelihood = records.map(({ calibrated, market, y, weight: v = 1 }) => {
    const z = w * logit(calibrated) + (1 - w) * logit(market)
    return -v * (y * Math.log1p(Math.exp(-z)) + (1 - y) * Math.log1p(Math.exp(z)))
  })
  return likelihood.reduce((sum, x) => sum + x, -((w - w0) ** 2) / (2 * s * s))
}

describe('fitted anchor weight', () => {
  it('the fitted anchor weight is the mode of the posterior, and its sd comes from the curvature there', () => {
    const spread = uniform(0.05, 2)
    fc.assert(
      fc.property(triples, weight, spread, (rows, w0, s) => {
        const { w, wRaw, sd } = fitAnchorWeight(rows, { w0, s })
        const [below, top, above] = [-1, 0, 1].map((side) => logPosterior(rows, wRaw + side * sd * 0.01, w0, s))
        expect(top).toBeGreaterThan(below as number)
        expect(top).toBeGreaterThan(above as number)
        near(((below as number) + (above as number) - 2 * (top as number)) * 1e4, -1, 1e-2)
        expect(w).toBe(Math.min(1, Math.max(0, wRaw)))
        expect(sd).toBeLessThanOrEqual(s)
      }),
    )
  })

  it('swapping the sides of matches does not change the fitted anchor weight', () => {
    fc.assert(
      fc.property(triples, fc.integer(), (rows, mask) => {
        const swapped = rows.map((r, i) =>
          (mask >> (i % 31)) & 1 ? { ...r, calibrated: 1 - r.calibrated, market: 1 - r.market, y: 1 - r.y } : r,
        )
        near(fitAnchorWeight(swapped).wRaw, fitAnchorWeight(rows).wRaw)
        near(fitAnchorWeight(swapped).sd, fitAnchorWeight(rows).sd)
      }),
    )
  })

  it('without matches of positive weight the fitted anchor weight is the prior, marked as such', () => {
    const prior = { w: 0.4, wRaw: 0.4, sd: 0.3, nEff: 0, prior: true }
    expect(fitAnchorWeight([], { w0: 0.4, s: 0.3 })).toEqual(prior)
    const weightless = { calibrated: 0.9, market: 0.2, y: 1, weight: 0 }
    expect(fitAnchorWeight([weightless], { w0: 0.4, s: 0.3 })).toEqual(prior)
    expect(fitAnchorWeight([])).toEqual({ w: 0.25, wRaw: 0.25, sd: 0.2, nEff: 0, prior: true })
  })

  it('the fitted anchor weight is exactly the prior when model and market always agree', () => {
    fc.assert(
      fc.property(
        triples,
        weight,
        uniform(-9, 9).map((e) => 10 ** e),
        (rows, w0, s) => {
          const agreeing = fitAnchorWeight(
            rows.map((r) => ({ ...r, market: r.calibrated })),
            { w0, s },
          )
          expect([agreeing.w, agreeing.wRaw, agreeing.prior]).toEqual([w0, w0, undefined])
          near(agreeing.sd / s, 1, 1e-15)
        },
      ),
    )
  })

  it('the fitted anchor weight approaches the prior mean as the prior narrows', () => {
    fc.assert(
      fc.property(triples, weight, (rows, w0) => {
        near(fitAnchorWeight(rows, { w0, s: 1e-4 }).w, w0, 1e-5)
        near(fitAnchorWeight(rows, { w0, s: 1e-9 }).w, w0, 1e-13)
        for (const s of [1e-160, 1e-300, Number.MIN_VALUE]) {
          const { w, sd } = fitAnchorWeight(rows, { w0, s })
          near(w, w0, 1e-150)
          expect(sd).toBe(s)
        }
      }),
    )
  })

  it('the fitted anchor weight approaches the weight of the data as the prior widens', () => {
    const won = { calibrated: 0.7, market: 0.5, y: 0.7 }
    near(fitAnchorWeight([won], { s: 1e6 }).wRaw, 1, 1e-9)
    expect(fitAnchorWeight([{ ...won, y: 0.9 }], { s: 1e6 }).wRaw).toBeGreaterThan(2)
    expect(fitAnchorWeight([{ ...won, y: 0.9 }], { s: 1e6 }).w).toBe(1)
    expect(fitAnchorWeight([{ ...won, y: 0.3 }], { s: 1e6 }).w).toBe(0)
    expect(Number.isFinite(fitAnchorWeight([{ ...won, y: 1 }], { s: 1e9 }).wRaw)).toBe(true)
  })

  it('in the anchor fit a match of weight n counts as n copies, except for the effective size', () => {
    fc.assert(
      fc.property(triples, (rows) => {
        const copies = rows.flatMap((r) => Array.from({ length: r.weight }, () => ({ ...r, weight: 1 })))
        const [once, many] = [fitAnchorWeight(rows), fitAnchorWeight(copies)]
        near(many.wRaw, once.wRaw)
        near(many.sd, once.sd)
        expect(many.nEff).toBe(copies.length)
        const sum = rows.reduce((all, r) => all + r.weight, 0)
        near(once.nEff, (sum * sum) / rows.reduce((all, r) => all + r.weight ** 2, 0), 1e-12 * sum)
      }),
    )
  })

  it('in the anchor fit a soft label counts as a part won and a part lost, and the order of matches does not matter', () => {
    fc.assert(
      fc.property(triples, (rows) => {
        const hard = rows.flatMap((r) => [
          { ...r, y: 1, weight: r.weight * r.y },
          { ...r, y: 0, weight: r.weight * (1 - r.y) },
        ])
        near(fitAnchorWeight(hard).wRaw, fitAnchorWeight(rows).wRaw)
        near(fitAnchorWeight([...rows].reverse()).wRaw, fitAnchorWeight(rows).wRaw)
      }),
    )
  })

  it('the anchor fit weighs matches by recency only if a half-life is given', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(triple, fc.nat(900)), { minLength: 1, maxLength: 20 }), (rows) => {
        const aged = rows.map(([r, ageDays]) => ({ ...r, ageDays }))
        const faded = rows.map(([r, ageDays]) => ({ ...r, weight: r.weight * 0.5 ** (ageDays / 90) }))
        expect(fitAnchorWeight(aged)).toEqual(fitAnchorWeight(rows.map(([r]) => r)))
        near(fitAnchorWeight(aged, { halfLifeDays: 90 }).wRaw, fitAnchorWeight(faded).wRaw)
      }),
    )
  })
})
