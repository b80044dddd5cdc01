import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RiftlineError } from '#base/errors.ts'
import { interpolate } from '#core/calibration/calibration-curve.ts'
import { isotonicFitted, isotonicRegression, vennAbers } from '#core/calibration/isotonic-regression.ts'

// biome-ignore lint/suspicious/noExplicitAny: these tests pass wrong types on purpose.
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

it('isotonic regression equals the min-max formula', () => {
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

it.each([false, 'all', 'keepBounds'] as const)(
  'an isotonic fit never falls, for any points, with centring %s',
  (centre) => {
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
  },
)

it('reordering points or adding points of weight 0 changes no bit of an isotonic fit', () => {
  const shuffled = points.chain((rows) =>
    fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
  )
  fc.assert(
    fc.property(shuffled, fc.constantFrom(1, 0.1, 1e-9), ([rows, again], unit) => {
      fc.pre(rows.some((row) => row.w > 0))
      const scaled = (list: typeof rows) =>
        columns(list.map(({ x, y, w }) => ({ x: x * unit, y: y * unit, w: w * 0.1 })))
      const [x, y, w] = scaled(rows)
      const [x2, y2, w2] = scaled(again.filter((row) => row.w > 0))
      expect(isotonicRegression(x2, y2, w2)).toEqual(isotonicRegression(x, y, w))
    }),
  )
})

it('an isotonic fit lists the same corners as exact arithmetic, for values of any size', () => {
  // Whole numbers have exact means, so equal stretches are equal; a power of 2 changes no digit.
  fc.assert(
    fc.property(points, fc.constantFrom(2 ** -60, 1, 2 ** 40, 2 ** 900), (rows, unit) => {
      fc.pre(rows.some((row) => row.w > 0))
      const [x, y, w] = columns(rows)
      const fit = isotonicRegression(
        x,
        y.map((value) => value * unit),
        w,
      )
      const levels = [...new Set(x.filter((_, i) => w[i] !== 0))].sort((a, b) => a - b)
      const fitted = levels.map((at) => minMax(x, y, w, at))
      const near = (i: number, j: number) => Math.abs((fitted[i] as number) - (fitted[j] as number)) < 1e-9
      const corners = levels.filter((_, i) => !(i > 0 && i < levels.length - 1 && near(i, i - 1) && near(i, i + 1)))
      expect(fit.x).toEqual(corners)
    }),
  )
})

it('isotonic regression equals scikit-learn 1.2.1 on points that differ by a rounding', () => {
  // IsotonicRegression().fit: x within 1e-15 of the first of a group are one point.
  const near = isotonicRegression([0.3, 0.3 + 5e-16, 0.3 + 1e-15, 0.9], [0, 1, 0, 1])
  expect(near).toEqual({ x: [0.3, 0.9], y: [1 / 3, 1] })
  const bounded = isotonicRegression([3, 1, 2, 2, 5], [1, 5, 0, 2, 9], [1, 0, 2, 0.5, 1], { yMin: 0.5, yMax: 4 })
  expect(bounded).toEqual({ x: [2, 3, 5], y: [0.5, 1, 4] })
})

it('an unpooled point keeps its own y, bit for bit, at any weight', () => {
  expect(isotonicRegression([1, 2], [0.3, 0.7], [0.1, 1e-300])).toEqual({ x: [1, 2], y: [0.3, 0.7] })
})

it('weights from 1e-300 to the largest double, and values as large, give finite means', () => {
  const { MAX_VALUE } = Number
  expect(isotonicRegression([1, 2], [4, 2], [1e-300, 1e-300])).toEqual({ x: [1, 2], y: [3, 3] })
  expect(isotonicRegression([1, 2], [4, 2], [MAX_VALUE, MAX_VALUE])).toEqual({ x: [1, 2], y: [3, 3] })
  expect(isotonicRegression([1, 2], [4, 2], [1e300, 1e-300])).toEqual({ x: [1, 2], y: [4, 4] })
  expect(isotonicRegression([1, 1], [MAX_VALUE, -MAX_VALUE])).toEqual({ x: [1], y: [0] })
  expect(isotonicRegression([1, 2], [MAX_VALUE, -MAX_VALUE], [1, 3]).y[0]).toBeCloseTo(-MAX_VALUE / 2, -300)
  expect(isotonicRegression([1, 1, 2, 2], [3, 3, 1, 1], new Array(4).fill(MAX_VALUE))).toEqual({ x: [1, 2], y: [2, 2] })
  const centred = isotonicRegression([-MAX_VALUE, MAX_VALUE], [1, 0], undefined, { centre: 'all' })
  expect(centred).toEqual({ x: [-MAX_VALUE, 0, MAX_VALUE], y: [0.5, 0.5, 0.5] })
})

it('interpolation stays finite between the largest doubles', () => {
  const { MAX_VALUE } = Number
  expect(interpolate({ x: [-MAX_VALUE, MAX_VALUE], y: [0, 1] }, 0)).toBe(0.5)
  expect(interpolate({ x: [0, 1], y: [-MAX_VALUE, MAX_VALUE] }, 0.5)).toBe(0)
  expect(interpolate({ x: [0, 5e-324], y: [1, 2] }, 0)).toBe(1)
})

it('an isotonic fit keeps the weighted mean of its points', () => {
  fc.assert(
    fc.property(points, (rows) => {
      const [x, y] = columns(rows)
      const sum = (values: Iterable<number>): number => Array.from(values).reduce((total, value) => total + value, 0)
      expect(Math.abs(sum(isotonicFitted(x, y)) - sum(y))).toBeLessThanOrEqual(1e-10)
    }),
  )
})

it('an isotonic fit stays finite between points that nearly coincide', () => {
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

it('isotonic regression does not change its arguments', () => {
  const x = Object.freeze([3, 1, 2])
  const y = Object.freeze([1, 2, 0])
  const w = Object.freeze([1, 0, 2])
  expect(isotonicRegression(x, y, w)).toEqual({ x: [2, 3], y: [0, 1] })
})

it('Venn-Abers equals isotonic fits of the history plus the match as a loss and as a win', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.constantFrom(0, 0.25, 1)), { minLength: 1, maxLength: 25 }),
      fc.integer({ min: 0, max: 20 }),
      (rows, at) => {
        const x = [...rows.map(([value]) => value / 20), at / 20]
        const fitWith = (label: number) =>
          minMax(
            x,
            [...rows.map(([, value]) => value), label],
            x.map(() => 1),
            at / 20,
          )
        const given = vennAbers(
          x.slice(0, -1),
          rows.map(([, value]) => value),
          at / 20,
        )
        expect(Math.abs(given.p0 - fitWith(0))).toBeLessThanOrEqual(1e-12)
        expect(Math.abs(given.p1 - fitWith(1))).toBeLessThanOrEqual(1e-12)
        expect(Math.abs(given.p - given.p1 / (1 - given.p0 + given.p1))).toBeLessThanOrEqual(1e-12)
      },
    ),
  )
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
    ['an x that is NaN', () => interpolate({ x: [1, 2], y: [0, 1] }, Number.NaN)],
    ['a Venn-Abers probability above 1', () => vennAbers([0.5], [1], 1.5)],
  ])('the isotonic functions refuse %s', (_label, call) => expect(call).toThrow(RiftlineError))
})
