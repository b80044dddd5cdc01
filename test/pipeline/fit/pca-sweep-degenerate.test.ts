import { parsePcaSweep } from '@riftline/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitPcaSweep } from '#pipeline/fit/pca-sweep.ts'
import { amount, runsAll } from '../../support/amount.ts'
import { near, problem } from './problems.ts'

describe('degenerate input', () => {
  const y = [1, 0, 1, 0, 1, 0]
  const base = [
    [1, 2],
    [0.5, -1],
    [2, 0.1],
    [-1, -0.4],
    [0.3, 1],
    [-2, -1],
  ]

  it('a constant column is dropped and ignored', () => {
    const options = { mirror: false, rowWeight: 1 }
    const sweep = fitPcaSweep(
      base.map((row) => [row[0] as number, 0.1, row[1] as number]),
      y,
      options,
    )
    expect(sweep.keptColumns).toEqual([0, 2])
    const plain = fitPcaSweep(base, y, options)
    for (const [i, { model }] of sweep.fits.entries()) {
      near([parsePcaSweep(model).predict([1, 99, 2])], [parsePcaSweep(plain.fits[i]?.model).predict([1, 2])], 1e-12)
    }
  })

  it('a constant column is dropped whatever its value and however its mean is rounded', () => {
    for (const value of [0.1, 1 / 3, 0.7, 123456.789, 1e-9, 1e200]) {
      for (let rows = 2; rows < 40; rows += runsAll ? 1 : 3) {
        const X = Array.from({ length: rows }, (_, i) => [value, i])
        const outcomes = X.map((_, i) => i % 2)
        expect(fitPcaSweep(X, outcomes, { mirror: false }).keptColumns).toEqual([1])
      }
    }
  })

  it('a constant column is dropped even if many rows round its mean so that the squares show a spread', () => {
    const columns = [
      [30_011, 0.7],
      [100_003, 1 / 3],
    ] as const
    for (const [rows, value] of columns.slice(0, amount(1, 2))) {
      const X = Array.from({ length: rows }, (_, i) => [value, i])
      const outcomes = X.map((_, i) => i % 2)
      expect(fitPcaSweep(X, outcomes, { mirror: false }).keptColumns).toEqual([1])
    }
  })

  it('a column far from zero keeps the digits of its deviation', () => {
    const small = Array.from({ length: 31 }, (_, i) => ((i * 7) % 31) / 32) // these fractions are exact when added to 2^40
    const outcomes = small.map((_, i) => i % 2)
    const options = { mirror: false, ks: [1] }
    const near0 = fitPcaSweep(
      small.map((value) => [value]),
      outcomes,
      options,
    )
    const far = fitPcaSweep(
      small.map((value) => [2 ** 40 + value]),
      outcomes,
      options,
    )
    expect((far.sd[0] ?? 0) / (near0.sd[0] ?? 1)).toBeCloseTo(1, 9)
    expect((far.mean[0] ?? 0) - 2 ** 40).toBeCloseTo(near0.mean[0] ?? 0, 3)
    near(far.fits[0]?.coef ?? [], near0.fits[0]?.coef ?? [], 1e-9)
  })

  it('a copied column adds no component', () => {
    const sweep = fitPcaSweep(
      base.map((row) => [...row, 3 * (row[0] as number)]),
      y,
      { ks: [1, 2, 3] },
    )
    expect(sweep.kMax).toBe(2)
    expect(sweep.fits.map((fit) => fit.kUsed)).toEqual([1, 2, 2])
    expect(sweep.fits[2]?.coef).toEqual(sweep.fits[1]?.coef)
  })

  it('fewer rows than columns leave n - 1 components', () => {
    const wide = Array.from({ length: 4 }, (_, i) =>
      Array.from({ length: 9 }, (_, j) => Math.sin(i * 3 + j * j * (i + 1))),
    )
    expect(fitPcaSweep(wide, [1, 0, 1, 0], { mirror: false }).kMax).toBe(3)
  })

  it('more than 32 columns leave 32 components, with the variance of all columns as the total', () => {
    const X = Array.from({ length: 80 }, (_, i) =>
      Array.from({ length: 40 }, (_, j) => Math.sin(i * (j + 2) * 0.7 + j * j)),
    )
    const outcomes = X.map((_, i) => i % 2)
    for (const mirror of [true, false]) {
      const sweep = fitPcaSweep(X, outcomes, { mirror, ks: [32, 33] })
      expect([sweep.kMax, ...sweep.fits.map(({ kUsed }) => kUsed)]).toEqual([32, 32, 32])
      expect(sweep.explainedRatio.reduce((sum, share) => sum + share, 0)).toBeLessThan(0.9999)
    }
  })

  it('without a varying column the forecast is the base rate', () => {
    const sweep = fitPcaSweep([[7], [7], [7], [7]], [1, 1, 1, 0], { mirror: false, rowWeight: 1 })
    expect(sweep.kMax).toBe(0)
    near([parsePcaSweep(sweep.fits[0]?.model).predict([7])], [0.75], 1e-12)
  })

  it('a column without any value is ignored', () => {
    const sweep = fitPcaSweep(
      base.map((row) => [...row, Number.NaN]),
      y,
    )
    expect(sweep.keptColumns).toEqual([0, 1])
    expect(Number.isFinite(parsePcaSweep(sweep.fits[0]?.model).predict([1, 1, 5]))).toBe(true)
  })

  it('a value missing only at prediction time counts as the median', () => {
    const sweep = fitPcaSweep(base, y, { mirror: false, rowWeight: 1 })
    const { predict } = parsePcaSweep(sweep.fits[1]?.model)
    expect(predict([Number.NaN, 1])).toBe(predict([0.4, 1]))
  })

  it('separable data give finite weights, also with a weak penalty', () => {
    const X = base.map((row, i) => [
      y[i] === 1 ? 3 + (row[0] as number) / 9 : -3 + (row[1] as number) / 9,
      row[1] as number,
    ])
    for (const C of [1, 1e3, 1e6]) {
      const sweep = fitPcaSweep(X, y, { C, mirror: false, rowWeight: 1 })
      for (const { coef } of sweep.fits) expect(coef.every(Number.isFinite)).toBe(true)
    }
  })

  it('on separable data the penalty bounds the likelihood, to the digits of the penalty', () => {
    const X = [-2, -1.5, -0.3, 0.4, 1, 3].map((value) => [value])
    for (const C of [1e2, 1e5, 1e8, 1e12]) {
      const { mean, sd, fits } = fitPcaSweep(X, [0, 0, 0, 1, 1, 1], { C, mirror: false, rowWeight: 1 })
      const { coef, intercept } = fits[0] ?? expect.unreachable()
      const pull = X.reduce((sum, [value = 0], i) => {
        const z = (value - (mean[0] ?? 0)) / (sd[0] ?? 1)
        const odds = Math.exp(-Math.abs(intercept + z * (coef[0] ?? 0)))
        return sum + (i < 3 ? -z : z) * (odds / (1 + odds))
      }, 0)
      expect(Math.abs((pull * C) / (coef[0] ?? 0) - 1)).toBeLessThanOrEqual(1e-9)
    }
  })

  it('missing values become medians and indicators in column order, as if the caller had added them', () => {
    fc.assert(
      fc.property(
        problem,
        fc.array(fc.nat({ max: 89 }), { minLength: 1, maxLength: 20 }),
        ({ X, y, options }, holes) => {
          const holed = X.map((row, i) => row.map((value, j) => (holes.includes(3 * i + j) ? Number.NaN : value)))
          const medians = [0, 1, 2].map((j) => {
            const present = holed.map((row) => row[j] ?? 0).filter((value) => !Number.isNaN(value))
            present.sort((a, b) => a - b)
            const [low = 0, high = 0] = [present[(present.length - 1) >> 1], present[present.length >> 1]]
            return low / 2 + high / 2
          })
          const indicators = [0, 1, 2].filter((j) => holed.some((row) => Number.isNaN(row[j])))
          const complete = (row: number[]): number[] => [
            ...row.map((value, j) => (Number.isNaN(value) ? (medians[j] ?? 0) : value)),
            ...indicators.map((j) => (Number.isNaN(row[j]) ? 1 : 0)),
          ]
          const plain = { ...options, mirror: false }
          const sweep = fitPcaSweep(holed, y, plain)
          const made = fitPcaSweep(holed.map(complete), y, plain)
          expect(sweep.median ?? [0, 0, 0]).toEqual(indicators.length > 0 ? medians : [0, 0, 0])
          expect(sweep.indicatorColumns ?? []).toEqual(indicators)
          expect(sweep.keptColumns).toEqual(made.keptColumns)
          expect(sweep.components).toEqual(made.components)
          sweep.fits.forEach((fit, i) => {
            expect(fit.coef).toEqual(made.fits[i]?.coef)
            const query = [Number.NaN, 0.3, Number.NaN]
            const asMade = [medians[0] ?? 0, 0.3, medians[2] ?? 0, ...indicators.map((j) => (j === 1 ? 0 : 1))]
            near([parsePcaSweep(fit.model).predict(query)], [parsePcaSweep(made.fits[i]?.model).predict(asMade)], 1e-13)
          })
        },
      ),
    )
  })

  it('fitPcaSweep does not modify its arguments', () => {
    const X = Object.freeze(base.map((row) => Object.freeze(row)))
    expect(() => fitPcaSweep(X, Object.freeze(y))).not.toThrow()
  })

  it.runIf(runsAll)(
    'fitPcaSweep fits sixty thousand rows in seconds, not minutes',
    () => {
      const X = Array.from({ length: 60_000 }, (_, i) =>
        Array.from({ length: 16 }, (_, j) => Math.sin(i * (j + 1) * 0.37 + j)),
      )
      const outcomes = X.map((row) => ((row[0] as number) + (row[3] as number) > 0.4 ? 1 : 0))
      const sweep = fitPcaSweep(X, outcomes, { ks: [4, 8, 16] })
      expect(sweep.fits.length).toBe(3)
    },
    30_000,
  )
})
