import { parsePcaSweep } from '@riftline/core'
import { describe, expect, it } from 'vitest'
import { averagePcaSweep, fitPcaSweep } from '#pipeline/fit/pca-sweep.ts'

// A strong first column, a noisy copy of it, and two weak columns.
const X = Array.from({ length: 400 }, (_, i) => {
  const strength = 2 * Math.sin(i * 1.7)
  return [strength, strength + 0.5 * Math.sin(i * 0.9), Math.cos(i * 2.3), Math.sin(i * 3.1 + 1)]
})
const y = X.map(([a = 0, , c = 0], i) => ((i * 0.6180339887) % 1 < 1 / (1 + Math.exp(-a - 0.3 * c)) ? 1 : 0))

describe('a sweep beside a first direction', () => {
  const sweep = fitPcaSweep(X, y, { first: 0 })

  it('the first column stays as it is, and the other directions contain nothing of it', () => {
    expect(sweep.components[0]).toEqual([1, 0, 0, 0])
    expect(sweep.kMax).toBe(4)
    const scores = X.map((row) =>
      sweep.components.map((own) => own.reduce((sum, loading, j) => sum + (loading * row[j]!) / sweep.sd[j]!, 0)),
    )
    for (let c = 1; c < 4; c++) {
      const product = scores.reduce((sum, score) => sum + score[0]! * score[c]!, 0)
      expect(Math.abs(product) / X.length).toBeLessThan(1e-12)
      for (let d = c + 1; d < 4; d++) {
        expect(Math.abs(scores.reduce((sum, score) => sum + score[c]! * score[d]!, 0)) / X.length).toBeLessThan(1e-12)
      }
    }
    expect(sweep.explainedRatio.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12)
  })

  it('with one direction, the sweep is the logistic regression on the first column alone', () => {
    const alone = fitPcaSweep(
      X.map(([a = 0]) => [a]),
      y,
    )
    const [own, one] = [sweep.fits[0]!, alone.fits[0]!]
    expect(own.coef[0]).toBeCloseTo(one.coef[0]!, 10)
    expect(parsePcaSweep(own.model).logit([1, 9, 9, 9])).toBeCloseTo(parsePcaSweep(one.model).logit([1]), 10)
  })

  it('with full rank and no penalty, the sweep is the fit without rotation', () => {
    const full = fitPcaSweep(X, y, { first: 2, ks: [4], C: 1e8 })
    const usual = fitPcaSweep(X, y, { ks: [4], C: 1e8 })
    for (const row of X.slice(0, 20)) {
      const [a, b] = [full, usual].map(({ fits }) => parsePcaSweep(fits[0]!.model).logit(row))
      expect(a).toBeCloseTo(b!, 5)
    }
  })

  it('the average of all sweep sizes is one dot product', () => {
    const below = fitPcaSweep(X, y, { first: 0, ks: [1, 2, 3] })
    const model = parsePcaSweep(JSON.parse(JSON.stringify(averagePcaSweep(below, [1, 1, 1]))))
    for (const row of X.slice(0, 20)) {
      const each = below.fits.map((fit) => parsePcaSweep(fit.model).logit(row))
      expect(model.logit(row)).toBeCloseTo(each.reduce((sum, z) => sum + z, 0) / 3, 12)
    }
  })

  it('a column that only repeats the first one is left out', () => {
    const doubled = X.map((row) => [...row, 3 * row[0]!])
    expect(fitPcaSweep(doubled, y, { first: 0 }).kMax).toBe(4)
  })

  it.each([
    ['a feature that is not there', { first: 4 }],
    ['a fraction', { first: 0.5 }],
    ['rows that are not mirrored', { first: 0, mirror: false }],
  ])('a sweep beside a first direction refuses %s', (_, options) => {
    expect(() => fitPcaSweep(X, y, options)).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
  })

  it('a sweep beside a first direction refuses a first column that never varies', () => {
    const flat = X.map(([, ...rest]) => [0, ...rest])
    expect(() => fitPcaSweep(flat, y, { first: 0 })).toThrow(/first: expected a column that varies/)
  })
})
