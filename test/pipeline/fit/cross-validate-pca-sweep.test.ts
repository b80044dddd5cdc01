import { parsePcaSweep } from '@riftline/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitPcaSweep } from '#pipeline/fit/pca-sweep.ts'
import { crossValidatePcaSweep, selectComponents } from '#pipeline/fit/select-components.ts'
import { near } from './problems.ts'

it('selectComponents chooses k by each of its rules: best, one standard error, capped evidence', () => {
  const loss = fc.integer({ min: 0, max: 30 }).map((n) => n / 20)
  const table = fc
    .integer({ min: 2, max: 130 })
    .chain((n) => fc.array(fc.array(loss, { minLength: n, maxLength: n }), { minLength: 1, maxLength: 4 }))
  fc.assert(
    fc.property(table, (losses) => {
      const ks = losses.map((_, i) => 2 * i + 1)
      const n = losses[0]?.length ?? 0
      const { mean, best, oneSE, seOfDifference, averageWeights } = selectComponents(ks, losses)
      const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
      near(
        mean,
        losses.map((values) => sum(values) / n),
        1e-12,
      )
      const least = mean.indexOf(Math.min(...mean))
      expect(best).toBe(ks[least])
      const errors = losses.map((values) => {
        const d = values.map((value, i) => value - (losses[least]?.[i] ?? 0))
        return Math.sqrt(sum(d.map((value) => (value - sum(d) / n) ** 2)) / (n - 1)) / Math.sqrt(n)
      })
      near(seOfDifference, errors, 1e-12)
      const gap = (i: number): number => (mean[i] ?? 0) - (mean[least] ?? 0)
      const chosen = ks.indexOf(oneSE)
      expect(gap(chosen)).toBeLessThanOrEqual((errors[chosen] ?? 0) + 1e-12)
      for (let i = 0; i < chosen; i++) expect(gap(i)).toBeGreaterThan((errors[i] ?? 0) - 1e-12)
      const evidence = ks.map((_, i) => Math.exp(-Math.min(n, 100) * gap(i)))
      near(
        averageWeights,
        evidence.map((value) => value / sum(evidence)),
        1e-12,
      )
    }),
  )
})

it('cross-validation repeats the whole fit in every fold', () => {
  const X = Array.from({ length: 30 }, (_, i) => [
    i % 6 === 2 ? Number.NaN : Math.sin(i) * (1 + i),
    Math.cos(i * 1.3) + i,
  ])
  const y = X.map((_, i) => (Math.sin(i * 5) > 0 ? 1 : 0))
  const weights = X.map((_, i) => 1 + (i % 3))
  const folds = [10, 15, 20].map((end) => ({
    train: Array.from({ length: end }, (_, i) => i),
    test: Array.from({ length: 5 }, (_, i) => end + 2 + i),
  }))
  const ks = [1, 2, 3]
  const options = { C: 3, mirror: false, rowWeight: 0.7 }
  const { losses, testRows } = crossValidatePcaSweep(X, y, { ...options, ks, folds, weights })
  const expected = ks.map((k) =>
    folds.flatMap(({ train, test }) => {
      const sweep = fitPcaSweep(
        train.map((row) => X[row] ?? []),
        train.map((row) => y[row] ?? 0),
        { ...options, ks: [k], weights: train.map((row) => weights[row] ?? 0) },
      )
      const { predict } = parsePcaSweep(sweep.fits[0]?.model)
      return test.map((row) => -Math.log(y[row] === 1 ? predict(X[row] ?? []) : 1 - predict(X[row] ?? [])))
    }),
  )
  expect(testRows).toEqual(folds.flatMap(({ test }) => test))
  losses.forEach((values, i) => {
    near(values, expected[i] ?? [], 1e-10)
  })
})

it('cross-validation fits only the training rows of each fold', () => {
  const X = Array.from({ length: 40 }, (_, i) => [Math.sin(i), Math.cos(i * 1.3)])
  const y = X.map((row, i) => ((row[0] as number) + Math.sin(i * 5) > 0 ? 1 : 0))
  const folds = [
    { train: Array.from({ length: 20 }, (_, i) => i), test: [22, 23, 24] },
    { train: Array.from({ length: 28 }, (_, i) => i), test: [30, 31] },
  ]
  const validation = crossValidatePcaSweep(X, y, { ks: [1, 2], folds })
  expect(validation.testRows).toEqual([22, 23, 24, 30, 31])
  const changed = X.map((row, i) => (i > 31 ? [99, -99] : row))
  expect(crossValidatePcaSweep(changed, y, { ks: [1, 2], folds })).toEqual(validation)
  const { predict } = parsePcaSweep(fitPcaSweep(X.slice(0, 20), y.slice(0, 20), { ks: [2] }).fits[0]?.model)
  const p = predict(X[22] as number[])
  near([validation.losses[1]?.[0] as number], [-Math.log(y[22] === 1 ? p : 1 - p)], 1e-12)
})
