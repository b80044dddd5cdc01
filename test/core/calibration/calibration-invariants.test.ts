import fc from 'fast-check'
import { expect, it } from 'vitest'
import { calibrate, evaluateCurve, interpolate } from '#core/calibration/calibration-curve.ts'
import { fitCalibration } from '#core/calibration/calibration-hierarchy.ts'
import type { CalibrationOptions } from '#core/calibration/fit-level.ts'
import type { GradedRecord } from '#core/calibration/graded-history.ts'
import { isotonicRegression } from '#core/calibration/isotonic-regression.ts'
import { sigmoid } from '#core/math/log-odds.ts'
import { amount } from '../../support/amount.ts'
import { atMost, near, same } from '../../support/plain-expect.ts'

// Invariants C1 to C13 of isotonic calibration, each on generated histories: ties, certainties, forecasts that differ by a rounding,
// soft results, weights and ages of any size.

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
const options: fc.Arbitrary<CalibrationOptions> = fc.record({
  kappa: fc.constantFrom(0, 1e-300, 5, 50, 400, 1e12),
  parent: fc.constantFrom('identity' as const, { slopeSd: 0.2 }, { slopeSd: 2 }),
  halfLifeDays: fc.constantFrom(1, 30, 180, Infinity),
  nMin: fc.constant(0),
  evidenceGate: fc.boolean(),
})
const ungated = options.map((chosen) => ({ ...chosen, evidenceGate: false }))

/** Even steps, the ends, and forecasts that differ by a rounding. */
const places = [0, 5e-324, 1e-9, 0.3, 0.3 + 1e-16, 0.7, 0.7 + 1e-15, 1 - 1e-16, 1]
  .concat(Array.from({ length: 101 }, (_, i) => i / 100))
  .sort((a, b) => a - b)
const curveOf = (rows: readonly GradedRecord[], chosen: CalibrationOptions) => fitCalibration(rows, chosen)
const nearCurve = (a: ReturnType<typeof curveOf>, b: ReturnType<typeof curveOf>, room: number): void => {
  for (const p of places) near(evaluateCurve(a, p), evaluateCurve(b, p), room)
}

it('C1 the curve never falls', () => {
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

it('C2 the curve is symmetric in the sides and keeps one half at one half', () => {
  fc.assert(
    fc.property(records, options, forecast, (rows, chosen, p) => {
      const curve = curveOf(rows, chosen)
      near(calibrate(curve, p) + calibrate(curve, 1 - p), 1, 1e-12)
      near(evaluateCurve(curve, p) + evaluateCurve(curve, 1 - p), 1, 1e-12)
      expect(calibrate(curve, 0.5)).toBe(0.5)
    }),
  )
})

it('C3 reordering the records changes no bit of the curve', () => {
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

it('C4 listing every record twice equals doubling every weight, except that the effective size doubles', () => {
  fc.assert(
    fc.property(records, ungated, (rows, chosen) => {
      const twice = curveOf([...rows, ...rows], chosen)
      const doubled = curveOf(
        rows.map((row) => ({ ...row, weight: 2 * row.weight })),
        chosen,
      )
      nearCurve(twice, doubled, 1e-9)
      near(twice.nEff, 2 * curveOf(rows, chosen).nEff, 1e-9)
      near(doubled.nEff, curveOf(rows, chosen).nEff, 1e-9)
    }),
  )
})

it('C5 a record of weight 0 counts as absent', () => {
  fc.assert(
    fc.property(records, options, (rows, chosen) => {
      const { records: _, clipped: __, ...withZeros } = curveOf(rows, chosen)
      const kept = rows.filter((row) => row.weight > 0)
      expect(curveOf(kept, chosen)).toMatchObject(withZeros)
    }),
  )
})

it('C6 a very large pseudo-count gives the identity parent', () => {
  // Losses come below and wins above, as records that pool among themselves may keep a value between two grid points.
  const distinct = fc.uniqueArray(fc.integer({ min: 501, max: 981 }), { maxLength: 80 })
  fc.assert(
    fc.property(distinct, fc.integer({ min: 501, max: 981 }), (thousandths, cut) => {
      const rows = thousandths.map((value) => ({ p: value / 1000, y: value < cut ? 0 : 1 }))
      const curve = curveOf(rows, { kappa: 1e13, parent: 'identity', nMin: 0, evidenceGate: false })
      for (const p of places) near(evaluateCurve(curve, p), p, 1e-9)
    }),
  )
})

it('C6 a very large pseudo-count gives the slope parent to within a grid step, and beyond the grid a line to (1, 1)', () => {
  fc.assert(
    fc.property(fc.integer({ min: 500, max: 1250 }), (thousandths) => {
      const wanted = thousandths / 1000
      const rows = [-1.1, 0.4, 2.3].map((z) => ({ p: sigmoid(z), y: sigmoid(wanted * z) }))
      const curve = curveOf(rows, { kappa: 1e13, parent: { slopeSd: 1e3 }, nMin: 0, evidenceGate: false })
      const slope = curve.parentSlope as number
      near(slope, wanted, 1e-4)
      for (let z = -8; z <= 8; z += 0.05) {
        const room = Math.abs(z) <= 4 ? 2.7e-4 : slope >= 0.75 ? 0.0065 : 0.035
        near(evaluateCurve(curve, sigmoid(z)), sigmoid(slope * z), room)
      }
    }),
  )
})

it('C6 without pseudo-counts the curve is the mirrored centred isotonic fit with the end point (1, 1)', () => {
  const distinct = fc.array(fc.tuple(fc.integer({ min: 501, max: 999 }), fc.constantFrom(0, 1), fc.boolean()), {
    minLength: 1,
    maxLength: 60,
  })
  fc.assert(
    fc.property(distinct, (rows) => {
      const sides = rows.flatMap(([x, t]) => [
        { p: x / 1000, y: t },
        { p: (1000 - x) / 1000, y: 1 - t },
      ])
      const mirrored = isotonicRegression(
        sides.map((side) => side.p),
        sides.map((side) => side.y),
        undefined,
        { centre: 'all' },
      )
      const listed = rows.map(([x, t, swap]) => (swap ? { p: (1000 - x) / 1000, y: 1 - t } : { p: x / 1000, y: t }))
      const curve = curveOf(listed, { kappa: 0, parent: 'identity', nMin: 0, evidenceGate: false })
      const highest = Math.max(...rows.map(([x]) => x / 1000))
      for (const p of places.filter((place) => Math.abs(place - 0.5) <= highest - 0.5)) {
        near(evaluateCurve(curve, p), interpolate(mirrored, p), 1e-12)
      }
      const [before, end] = curve.knots.slice(-2)
      expect(end).toEqual([1, 1])
      near(before?.[0] as number, highest, 1e-12)
    }),
  )
})

it('C7 soft results equal to the forecasts give the identity', () => {
  fc.assert(
    fc.property(records, fc.constantFrom(0, 20, 400), (rows, kappa) => {
      const honest = rows
        .filter(({ p }) => p >= 1e-6 && p <= 1 - 1e-6)
        .map((row) => ({ ...row, y: row.p, weight: Math.max(row.weight, 1e-9), ageDays: row.ageDays % 600 }))
      const curve = curveOf(honest, { kappa, parent: 'identity', nMin: 0, evidenceGate: false })
      const folded = honest.map(({ p }) => Math.max(p, 1 - p)).sort((x, y) => x - y)
      const gaps = folded.map((x, i) => x - (folded[i - 1] ?? 0))
      fc.pre(gaps.every((gap) => gap < 1e-13 || gap > 1e-8)) // values of one tie group must be equal
      for (const p of places) near(evaluateCurve(curve, p), p, 1e-12)
    }),
  )
})

it('C8 a history in which every favourite won stays finite and below certainty', () => {
  fc.assert(
    fc.property(records, options, (rows, chosen) => {
      const curve = curveOf(
        rows.map((row) => ({ ...row, y: row.p > 0.5 ? 1 : 0 })),
        chosen,
      )
      fc.pre(curve.level !== 'identity')
      for (const p of places) {
        atMost(calibrate(curve, p), 0.995)
        atMost(0.005, calibrate(curve, p))
        if (p <= 0.98 && chosen.parent === 'identity' && (chosen.kappa ?? 0) >= 5)
          same(evaluateCurve(curve, p) < 1, true)
      }
    }),
  )
})

it('C9 slopes between knots stay finite, however close two forecasts are', () => {
  const close = fc
    .tuple(fc.constantFrom(0.5, 0.7), fc.nat({ max: 2 }), fc.constantFrom(1e-16, 1e-15, 1e-10, 1e-9))
    .map(([base, steps, step]) => ({ p: base + steps * step, y: 0.55 + steps / 5 }))
  fc.assert(
    fc.property(fc.array(close, { maxLength: 40 }), fc.constantFrom(0, 400), (rows, kappa) => {
      const { knots } = curveOf(rows, { kappa, parent: 'identity', nMin: 0, evidenceGate: false })
      for (let i = 1; i < knots.length; i++) {
        const [[x0, y0], [x1, y1]] = [knots[i - 1] as [number, number], knots[i] as [number, number]]
        same(x1 > x0, true)
        same((y1 - y0) / (x1 - x0) < (i === 1 ? Infinity : 1.001e9), true) // one tie group spans up to 1e-9
      }
    }),
    { numRuns: amount(30, 300) },
  )
})

it('C10 every forecast in [0, 1] gives a probability in [0, 1]', () => {
  const extreme = fc.record({
    weight: fc.constantFrom(5e-324, 1e-300, 1, 1e300, Number.MAX_VALUE),
    ageDays: fc.oneof(fc.nat({ max: 5000 }), fc.double({ min: 0, max: 1e6, noNaN: true })),
  })
  const wild = fc.array(
    fc.tuple(record, extreme).map(([row, other]) => ({ ...row, ...other })),
    { maxLength: 30 },
  )
  const wildOptions = fc
    .tuple(options, fc.constantFrom(0, 5e-324, 1, 1e300, Number.MAX_VALUE))
    .map(([chosen, kappa]) => ({ ...chosen, kappa }))
  fc.assert(
    fc.property(wild, wildOptions, (rows, chosen) => {
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

it('C11 a curve survives JSON with identical doubles', () => {
  fc.assert(
    fc.property(records, options, (rows, chosen) => {
      const curve = curveOf(rows, chosen)
      const loaded = JSON.parse(JSON.stringify(curve))
      expect(loaded).toEqual(curve)
      for (const p of places) expect(calibrate(loaded, p)).toBe(calibrate(curve, p))
    }),
  )
})

it('C13 swapping the sides of records changes no curve, although 1 - 0.42 is not the double 0.58', () => {
  const listed = fc.array(fc.tuple(fc.integer({ min: 0, max: 100 }), record, fc.boolean()), { maxLength: 60 })
  fc.assert(
    fc.property(listed, ungated, (rows, chosen) => {
      const given = rows.map(([percent, row]) => ({ ...row, p: percent / 100 }))
      const swapped = rows.map(([percent, row, swap]) =>
        swap ? { ...row, p: (100 - percent) / 100, y: 1 - row.y } : { ...row, p: percent / 100 },
      )
      nearCurve(curveOf(given, chosen), curveOf(swapped, chosen), 1e-9)
    }),
  )
})
