import fc from 'fast-check'
import { expect, it } from 'vitest'
import { calibrate, evaluateCurve } from '#core/calibration/calibration-curve.ts'
import { fitShrunkCalibration, type ShrunkCalibrationOptions } from '#core/calibration/fit-shrunk-calibration.ts'
import type { GradedRecord } from '#core/calibration/graded-history.ts'
import { amount } from '../../support/amount.ts'
import { atMost, near, same } from '../../support/plain-expect.ts'

// Invariants of calibration, each on any history: ties, certainties, forecasts a rounding apart, soft
// results, weights and ages of any size.

const forecast = fc.oneof(
  fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000),
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constantFrom(0, 1, 0.5, 0.7, 0.7 + 1e-15, 1 - 0.3, 0.3, 0.7 + 5e-10, 1e-7, 0.9999999),
)
const record = fc.record({
  p: forecast,
  y: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(0, 1) },
    fc.nat({ max: 1000 }).map((thousandths) => thousandths / 1000),
  ),
  weight: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom(0, 1e-300, 1e-5, 1e5)),
  ageDays: fc.oneof(fc.integer({ min: 0, max: 500 }), fc.constantFrom(0, 1e4, 1e5)),
})
const records = fc.array(record, { maxLength: 60 })
const options: fc.Arbitrary<ShrunkCalibrationOptions> = fc.record({
  halfAt: fc.constantFrom(0, 1e-300, 5, 400, 1e12).map((size) => ({ model: size, format: size, league: size })),
  slopeSd: fc.constantFrom(null, 0.05, 2),
  halfLifeDays: fc.constantFrom(1, 30, 180, Infinity),
  groupWeight: fc.constantFrom(1e-3, 1, 50),
  mostGroups: fc.constantFrom(1, 6, 100),
  nMin: fc.constant(0),
})

/** Even steps, the ends, and forecasts that differ by a rounding. */
const places = [0, 5e-324, 1e-9, 0.3, 0.3 + 1e-16, 0.7, 0.7 + 1e-15, 1 - 1e-16, 1]
  .concat(Array.from({ length: 101 }, (_, i) => i / 100))
  .sort((a, b) => a - b)
const curveOf = (rows: readonly GradedRecord[], chosen: ShrunkCalibrationOptions) =>
  fitShrunkCalibration(rows, chosen).model
const nearCurve = (a: ReturnType<typeof curveOf>, b: ReturnType<typeof curveOf>, room: number): void => {
  for (const p of places) near(evaluateCurve(a, p), evaluateCurve(b, p), room)
}

it('the curve rises', () => {
  fc.assert(
    fc.property(records, options, (rows, chosen) => {
      const curve = curveOf(rows, chosen)
      for (const evaluate of [calibrate, evaluateCurve]) {
        const values = places.map((p) => evaluate(curve, p))
        expect([...values].sort((a, b) => a - b)).toEqual(values)
      }
    }),
  )
})

it('the sides are symmetric and one half stays one half', () => {
  fc.assert(
    fc.property(records, options, forecast, (rows, chosen, p) => {
      const curve = curveOf(rows, chosen)
      near(calibrate(curve, p) + calibrate(curve, 1 - p), 1, 1e-12)
      near(evaluateCurve(curve, p) + evaluateCurve(curve, 1 - p), 1, 1e-12)
      expect(calibrate(curve, 0.5)).toBe(0.5)
    }),
  )
})

it('the order of the records does not matter, to the last bit', () => {
  const alike = records.map((rows) =>
    rows.map((row) => ({ ...row, p: Math.round(5 * row.p) / 5, ageDays: row.ageDays % 2, weight: row.weight / 3 })),
  )
  const shuffled = fc
    .oneof(records, alike)
    .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })))
  fc.assert(
    fc.property(shuffled, options, ([rows, again], chosen) => {
      expect(curveOf(again, chosen)).toEqual(curveOf(rows, chosen))
    }),
  )
})

it('a weight of 0 is an absent record', () => {
  fc.assert(
    fc.property(records, options, (rows, chosen) => {
      const { records: _, clipped: __, ...withZeros } = curveOf(rows, chosen)
      const kept = rows.filter((row) => row.weight > 0)
      expect(curveOf(kept, chosen)).toMatchObject(withZeros)
    }),
  )
})

it('a history in which every favourite won stays finite and below certainty', () => {
  fc.assert(
    fc.property(records, options, (rows, chosen) => {
      const curve = curveOf(
        rows.map((row) => ({ ...row, y: row.p > 0.5 ? 1 : 0 })),
        chosen,
      )
      for (const p of places) {
        atMost(calibrate(curve, p), 0.995)
        atMost(0.005, calibrate(curve, p))
      }
    }),
  )
})

it('slopes between knots are finite, however close forecasts lie', () => {
  const close = fc
    .tuple(fc.constantFrom(0.5, 0.7), fc.nat({ max: 2 }), fc.constantFrom(1e-16, 1e-15, 1e-10, 1e-9))
    .map(([base, steps, step]) => ({ p: base + steps * step, y: 0.55 + steps / 5 }))
  fc.assert(
    fc.property(fc.array(close, { maxLength: 40 }), options, (rows, chosen) => {
      const { knots } = curveOf(rows, chosen)
      for (let i = 1; i < knots.length; i++) {
        const [[x0, y0], [x1, y1]] = [knots[i - 1] as [number, number], knots[i] as [number, number]]
        same(x1 > x0, true)
        same((y1 - y0) / (x1 - x0) < (i === 1 ? Infinity : 1.001e9), true) // a group takes what lies within 1e-9
      }
    }),
    { numRuns: amount(30, 300) },
  )
})

it('no forecast of 0 to 1 gives NaN or leaves 0 to 1', () => {
  const extreme = fc.record({
    weight: fc.constantFrom(5e-324, 1e-300, 1, 1e300, Number.MAX_VALUE),
    ageDays: fc.oneof(fc.nat({ max: 5000 }), fc.double({ min: 0, max: 1e6, noNaN: true })),
  })
  const wild = fc.array(
    fc.tuple(record, extreme).map(([row, other]) => ({ ...row, ...other })),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(wild, options, (rows, chosen) => {
      const curve = curveOf(rows, chosen)
      for (const p of places) {
        expect(calibrate(curve, p)).toBeGreaterThanOrEqual(0)
        expect(calibrate(curve, p)).toBeLessThanOrEqual(1)
      }
      for (const value of [curve.nEff, curve.parentSlope ?? 1, ...curve.knots.flat()])
        expect(value).toSatisfy(Number.isFinite)
    }),
  )
})

it('a curve survives JSON with identical doubles', () => {
  fc.assert(
    fc.property(records, options, (rows, chosen) => {
      const curve = curveOf(rows, chosen)
      const loaded = JSON.parse(JSON.stringify(curve))
      expect(loaded).toEqual(curve)
      for (const p of places) expect(calibrate(loaded, p)).toBe(calibrate(curve, p))
    }),
  )
})

it('swapping the sides of any records leaves the curve unchanged, though 1 - 0.42 is not the double 0.58', () => {
  const listed = fc.array(fc.tuple(fc.integer({ min: 0, max: 100 }), record, fc.boolean()), { maxLength: 60 })
  fc.assert(
    fc.property(listed, options, (rows, chosen) => {
      const given = rows.map(([percent, row]) => ({ ...row, p: percent / 100 }))
      const swapped = rows.map(([percent, row, swap]) =>
        swap ? { ...row, p: (100 - percent) / 100, y: 1 - row.y } : { ...row, p: percent / 100 },
      )
      nearCurve(curveOf(given, chosen), curveOf(swapped, chosen), 1e-9)
    }),
  )
})
