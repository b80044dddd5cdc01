import fc from 'fast-check'
import { Matrix } from 'ml-matrix'
import { PCA } from 'ml-pca'
import { expect, it } from 'vitest'
import { fitPcaSweep } from '#pipeline/fit/pca-sweep.ts'
import { near, problem } from './problems.ts'

it('components are orthogonal unit vectors with uncorrelated scores, and the eigenvalues are their variances', () => {
  fc.assert(
    fc.property(problem, ({ X, y, options }) => {
      const { mean, sd, components, eigenvalues, explainedRatio } = fitPcaSweep(X, y, options)
      const rows = options.mirror ? X.concat(X.map((row) => row.map((value) => -value))) : X
      const scores = rows.map((row) =>
        components.map((loadings) =>
          loadings.reduce((sum, l, j) => sum + (l * ((row[j] ?? 0) - (mean[j] ?? 0))) / (sd[j] ?? 1), 0),
        ),
      )
      const variance = (n: number) => (rows.length * n) / (rows.length - 1) // of n standardised columns
      components.forEach((loadings, c) => {
        const largest = loadings.reduce((most, l) => (Math.abs(l) > Math.abs(most) + 1e-9 ? l : most), 0)
        expect(largest).toBeGreaterThan(0)
        expect(explainedRatio[c]).toBeCloseTo((eigenvalues[c] ?? 0) / variance(loadings.length), 12)
        components.forEach((other, d) => {
          near([loadings.reduce((sum, l, j) => sum + l * (other[j] ?? 0), 0)], [c === d ? 1 : 0], 1e-12)
          const covariance = scores.reduce((sum, s) => sum + (s[c] ?? 0) * (s[d] ?? 0), 0) / (rows.length - 1)
          near([covariance], [c === d ? (eigenvalues[c] ?? 0) : 0], 1e-12)
        })
        if (c > 0) expect(eigenvalues[c]).toBeLessThanOrEqual(eigenvalues[c - 1] ?? 0)
      })
    }),
  )
})

it.each([1e-2, 1e-3, 1e-4, 3e-5])(
  'the small eigenvalue of a column that copies another to within %d is exact to ten digits',
  (noise) => {
    const X = Array.from({ length: 25 }, (_, i) => [Math.sin(i * 1.1), Math.sin(i * 1.1) + noise * Math.cos(i * 2.7)])
    const y = X.map((_, i) => i % 2)
    const { mean, sd, eigenvalues } = fitPcaSweep(X, y, { mirror: false })
    // The small eigenvalue of two standardised columns is half the sum of squares of their difference.
    const squares = X.reduce((sum, [a = 0, b = 0]) => {
      const gap = (a - (mean[0] ?? 0)) / (sd[0] ?? 1) - (b - (mean[1] ?? 0)) / (sd[1] ?? 1)
      return sum + gap * gap
    }, 0)
    expect(eigenvalues).toHaveLength(2)
    expect(Math.abs((eigenvalues[1] ?? 0) / (squares / 2 / 24) - 1)).toBeLessThanOrEqual(1e-9)
    const below = X.map(([a = 0, b = 0]) => [a, a + ((b - a) / noise) * 1e-6])
    expect(fitPcaSweep(below, y, { mirror: false }).eigenvalues).toHaveLength(1)
  },
)

it('the rotation equals that of ml-pca on the standardised rows, up to signs', () => {
  const X = Array.from({ length: 30 }, (_, i) => [
    Math.sin(i),
    Math.cos(2 * i) + Math.sin(i),
    Math.sin(3 * i + 1),
    i % 4,
  ])
  const y = X.map((_, i) => i % 2)
  const sweep = fitPcaSweep(X, y, { mirror: false, rowWeight: 1 })
  const scaled = X.map((row) => row.map((value, j) => (value - (sweep.mean[j] as number)) / (sweep.sd[j] as number)))
  const oracle = new PCA(new Matrix(scaled), { center: true })
  near(sweep.eigenvalues, oracle.getEigenvalues(), 1e-12)
  sweep.components.forEach((component, c) => {
    const loadings = oracle.getEigenvectors().getColumn(c)
    const largest = component.reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best), 0)
    expect(largest).toBeGreaterThan(0)
    near(component.map(Math.abs), loadings.map(Math.abs), 1e-10)
  })
})
