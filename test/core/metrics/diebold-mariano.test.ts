import fc from 'fast-check'
import { expect, it } from 'vitest'
import { studentTwoSided } from '#core/math/distributions.ts'
import { dieboldMariano, pairedDifference } from '#core/metrics/compare-forecasters.ts'

const chance = fc.integer({ min: 1, max: 99 }).map((n) => n / 100)
const matches = fc
  .array(fc.record({ a: chance, b: chance, y: fc.constantFrom(0, 1) }), { minLength: 4, maxLength: 40 })
  .filter((rows) => rows.some(({ a, b }) => a !== b))
const columns = (rows: { a: number; b: number; y: number }[]) =>
  [rows.map(({ a }) => a), rows.map(({ b }) => b), rows.map(({ y }) => y)] as const

it('the Diebold-Mariano test without lags equals the paired test', () => {
  fc.assert(
    fc.property(matches, (rows) => {
      const [a, b, y] = columns(rows)
      const test = dieboldMariano(a, b, y, { lag: 0 })
      const { mean, se } = pairedDifference(a, b, y)
      expect(Math.abs(test.mean - mean)).toBeLessThan(1e-14)
      expect(Math.abs(test.se / se - 1)).toBeLessThan(1e-12)
      expect(Math.abs(test.pValue - studentTwoSided(mean / se, a.length - 1))).toBeLessThan(1e-12)
    }),
  )
})

it('the long-run variance equals Bartlett sums: squares of all windows of lag + 1 differences', () => {
  fc.assert(
    fc.property(matches, fc.nat({ max: 6 }), (rows, most) => {
      const [a, b, y] = columns(rows)
      const n = a.length
      const lag = Math.min(most, n - 2)
      const loss = (p: number, outcome: number): number => -Math.log(outcome === 1 ? p : 1 - p)
      const d = a.map((p, i) => loss(p, y[i] ?? 0) - loss(b[i] ?? 0, y[i] ?? 0))
      const mean = d.reduce((sum, value) => sum + value, 0) / n
      let squares = 0
      for (let end = 0; end < n + lag; end++) {
        const window = d.slice(Math.max(0, end - lag), end + 1).reduce((sum, value) => sum + value - mean, 0)
        squares += window * window
      }
      const h = lag + 1
      const correction = (n + 1 - 2 * h + (h * (h - 1)) / n) / n
      const se = Math.sqrt(squares / h / n / n / correction)
      expect(Math.abs(dieboldMariano(a, b, y, { lag }).se / se - 1)).toBeLessThan(1e-9)
    }),
  )
})

it('exchanging the forecasters changes the sign of the Diebold-Mariano test and nothing else', () => {
  fc.assert(
    fc.property(matches, (rows) => {
      const [a, b, y] = columns(rows)
      const forth = dieboldMariano(a, b, y)
      expect(dieboldMariano(b, a, y)).toEqual({ ...forth, mean: 0 - forth.mean, statistic: 0 - forth.statistic })
    }),
  )
})

it('losses in runs have a larger standard error than the same losses mixed', () => {
  const a = Array.from({ length: 120 }, (_, i) => (Math.floor(i / 10) % 2 === 0 ? 0.7 : 0.45))
  const half = a.map(() => 0.5)
  const y = a.map(() => 1)
  const runs = dieboldMariano(a, half, y)
  expect(runs.lag).toBe(4)
  expect(runs.se).toBeGreaterThan(1.7 * dieboldMariano(a, half, y, { lag: 0 }).se)
  expect(runs.pValue).toBeGreaterThan(dieboldMariano(a, half, y, { lag: 0 }).pValue)
})

it.each([
  [2, 0],
  [3, 1],
  [5, 2],
  [50, 3],
  [100, 4],
  [1000, 6],
])('the default lag of the Diebold-Mariano test of %i matches is %i', (n, lag) => {
  const a = Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 0.6 : 0.55))
  const half = a.map(() => 0.5)
  const y = a.map(() => 1)
  expect(dieboldMariano(a, half, y).lag).toBe(lag)
})
