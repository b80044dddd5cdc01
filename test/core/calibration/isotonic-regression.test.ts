import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isotonicFitted, isotonicRegression } from '../../../packages/core/src/calibration/isotonic-regression.ts'
import { interpolate } from '../../../packages/core/src/calibration/piecewise-linear.ts'
import { vennAbers } from '../../../packages/core/src/calibration/venn-abers.ts'
import { RiftlineError } from '../../../packages/core/src/errors.ts'

// biome-ignore lint/suspicious/noExplicitAny: wrong types are the point.
type Any = any

const points = fc.array(
  fc.record({
    x: fc.integer({ min: 0, max: 40 }),
    y: fc.integer({ min: -20, max: 20 }),
    w: fc.integer({ min: 0, max: 4 }),
  }),
  { minLength: 1, maxLength: 40 },
)
const columns = (rows: { x: number; y: number; w: number }[]) =>
  [rows.map((r) => r.x), rows.map((r) => r.y), rows.map((r) => r.w)] as const

/** Slow reference: the fitted value is the largest over lower sets of the smallest mean over upper sets. */
function minMax(x: number[], y: number[], w: number[], at: number): number {
  const mean = (low: number, high: number): number => {
    let sum = 0
    let total = 0
    x.forEach((value, i) => {
      if (value < low || value > high) return
      sum += (w[i] ?? 0) * (y[i] ?? 0)
      total += w[i] ?? 0
    })
    return total === 0 ? Number.NaN : sum / total
  }
  const levels = [...new Set(x.filter((_, i) => w[i] !== 0))]
  const below = levels.filter((value) => value <= at)
  const above = levels.filter((value) => value >= at)
  return Math.max(...below.map((low) => Math.min(...above.map((high) => mean(low, high)))))
}

it('equals the min-max formula', () => {
  fc.assert(
    fc.property(points, (rows) => {
      fc.pre(rows.some((row) => row.w > 0))
      const [x, y, w] = columns(rows)
      const fit = isotonicRegression(x, y, w)
      rows.forEach((row) => {
        if (row.w > 0) expect(Math.abs(interpolate(fit, row.x) - minMax(x, y, w, row.x))).toBeLessThanOrEqual(1e-12)
      })
    }),
  )
})

it.each([false, 'all', 'keepBounds'] as const)('rises, whatever the points and the centring (%s)', (centre) => {
  fc.assert(
    fc.property(points, (rows) => {
      fc.pre(rows.some((row) => row.w > 0))
      const [x, y, w] = columns(rows)
      const fit = isotonicRegression(x, y, w, { centre, yMin: -5, yMax: 5 })
      for (let i = 1; i < fit.x.length; i++) {
        expect(fit.x[i]).toBeGreaterThan(fit.x[i - 1] as number)
        expect(fit.y[i]).toBeGreaterThanOrEqual(fit.y[i - 1] as number)
      }
      expect(Math.min(...fit.y)).toBeGreaterThanOrEqual(-5)
      expect(Math.max(...fit.y)).toBeLessThanOrEqual(5)
    }),
  )
})

it('does not depend on the order of the points, and a weight of 0 is absent', () => {
  fc.assert(
    fc.property(points, (rows) => {
      fc.pre(rows.some((row) => row.w > 0))
      const [x, y, w] = columns(rows)
      const fit = isotonicRegression(x, y, w)
      const [x2, y2, w2] = columns([...rows].reverse().filter((row) => row.w > 0))
      const again = isotonicRegression(x2, y2, w2)
      expect(again.x).toEqual(fit.x)
      again.y.forEach((value, i) => {
        expect(Math.abs(value - (fit.y[i] ?? 0))).toBeLessThanOrEqual(1e-12)
      })
    }),
  )
})

it('keeps the weighted mean of what it fits', () => {
  fc.assert(
    fc.property(points, (rows) => {
      const [x, y] = columns(rows)
      const sum = (values: Iterable<number>): number => Array.from(values).reduce((total, value) => total + value, 0)
      expect(Math.abs(sum(isotonicFitted(x, y)) - sum(y))).toBeLessThanOrEqual(1e-10)
    }),
  )
})

it('stays finite between points that nearly coincide', () => {
  const fit = isotonicRegression([0.3, 0.3 + 2e-15, 0.9], [0, 1, 1])
  const between = interpolate(fit, 0.3 + 1e-15)
  expect(between).toBeGreaterThanOrEqual(0)
  expect(between).toBeLessThanOrEqual(1)
})

it('interpolation is exact at the points and constant outside', () => {
  const points = { x: Float64Array.of(0.1, 0.2, 0.7), y: Float64Array.of(0.3, 0.1, 0.9) }
  points.x.forEach((x, i) => {
    expect(interpolate(points, x)).toBe(points.y[i])
  })
  expect([interpolate(points, -9), interpolate(points, 9)]).toEqual([0.3, 0.9])
})

it('leaves its arguments alone', () => {
  const x = Object.freeze([3, 1, 2])
  const y = Object.freeze([1, 2, 0])
  const w = Object.freeze([1, 0, 2])
  expect(isotonicRegression(x, y, w)).toEqual({ x: [2, 3], y: [0, 1] })
})

it('Venn-Abers brackets: p0 <= p <= p1', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 100 }), fc.constantFrom(0, 1)), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 0, max: 100 }),
      (rows, at) => {
        const { p0, p1, p } = vennAbers(
          rows.map(([x]) => x / 100),
          rows.map(([, y]) => y),
          at / 100,
        )
        expect(p0).toBeLessThanOrEqual(p + 1e-15)
        expect(p).toBeLessThanOrEqual(p1 + 1e-15)
        expect(p1 - p0).toBeGreaterThan(0)
      },
    ),
  )
})

describe('refuses', () => {
  it.each<[string, () => unknown]>([
    ['no points', () => isotonicRegression([], [])],
    ['an infinite x', () => isotonicRegression([Infinity], [1])],
    ['a y that is NaN', () => isotonicRegression([1], [Number.NaN])],
    ['unequal lengths', () => isotonicRegression([1, 2], [1])],
    ['a negative weight', () => isotonicRegression([1, 2], [1, 2], [1, -1])],
    ['weights that are all 0', () => isotonicRegression([1, 2], [1, 2], [0, 0])],
    ['bounds in the wrong order', () => isotonicRegression([1], [1], undefined, { yMin: 2, yMax: 1 })],
    ['an unknown centring', () => isotonicRegression([1], [1], undefined, { centre: true as Any })],
    ['points that do not ascend', () => interpolate({ x: [1, 1], y: [0, 1] }, 1)],
    ['points of unequal length', () => interpolate({ x: [1, 2], y: [0] }, 1)],
    ['a place that is NaN', () => interpolate({ x: [1, 2], y: [0, 1] }, Number.NaN)],
    ['a probability to bracket above 1', () => vennAbers([0.5], [1], 1.5)],
  ])('%s', (_label, call) => expect(call).toThrow(RiftlineError))
})
