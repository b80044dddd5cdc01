import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calibrate, evaluateCurve } from '../../../packages/core/src/calibration/calibration-curve.ts'
import type { CalibrationOptions } from '../../../packages/core/src/calibration/calibration-options.ts'
import { fitCalibration } from '../../../packages/core/src/calibration/fit-calibration.ts'
import { sigmoid } from '../../../packages/core/src/math/sigmoid.ts'

type Row = { p: number; y: number; weight: number; ageDays: number }

const records = fc.array(
  fc.record({
    p: fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000),
    y: fc.constantFrom(0, 1),
    weight: fc.integer({ min: 0, max: 3 }),
    ageDays: fc.integer({ min: 0, max: 500 }),
  }),
  { maxLength: 80 },
)
const options: fc.Arbitrary<CalibrationOptions> = fc.record({
  kappa: fc.constantFrom(0, 5, 50, 400),
  parent: fc.constantFrom('identity' as const, { slopeSd: 0.2 }),
  nMin: fc.constant(0),
  evidenceGate: fc.constant(false),
})
const grid = Array.from({ length: 101 }, (_, i) => i / 100)
const curveOf = (rows: readonly Row[], chosen: CalibrationOptions) => fitCalibration(rows, chosen)
const nearCurve = (a: ReturnType<typeof curveOf>, b: ReturnType<typeof curveOf>, room = 1e-10): void => {
  for (const p of grid) expect(Math.abs(evaluateCurve(a, p) - evaluateCurve(b, p))).toBeLessThanOrEqual(room)
}

it('the curve rises, is symmetric in the sides and stays away from 0 and 1', () => {
  fc.assert(
    fc.property(records, options, (rows, chosen) => {
      const curve = curveOf(rows, chosen)
      let before = 0
      for (const p of grid) {
        const g = calibrate(curve, p)
        expect(g).toBeGreaterThanOrEqual(before)
        expect(Math.abs(g + calibrate(curve, 1 - p) - 1)).toBeLessThanOrEqual(1e-12)
        expect(g).toBeGreaterThanOrEqual(0.005)
        expect(g).toBeLessThanOrEqual(0.995)
        before = g
      }
      expect(calibrate(curve, 0.5)).toBe(0.5)
    }),
  )
})

it('the order of the records does not matter', () => {
  fc.assert(
    fc.property(records, options, (rows, chosen) =>
      nearCurve(curveOf(rows, chosen), curveOf([...rows].reverse(), chosen)),
    ),
  )
})

it('every record twice is every weight doubled, with twice the effective size', () => {
  fc.assert(
    fc.property(records, options, (rows, chosen) => {
      const twice = curveOf([...rows, ...rows], chosen)
      const doubled = curveOf(
        rows.map((row) => ({ ...row, weight: 2 * row.weight })),
        chosen,
      )
      nearCurve(twice, doubled)
      expect(Math.abs(twice.nEff - 2 * doubled.nEff)).toBeLessThanOrEqual(1e-9)
    }),
  )
})

it('a weight of 0 is an absent record', () => {
  fc.assert(
    fc.property(records, options, (rows, chosen) => {
      nearCurve(
        curveOf(rows, chosen),
        curveOf(
          rows.filter((row) => row.weight > 0),
          chosen,
        ),
        0,
      )
    }),
  )
})

it('swapping the sides of any records leaves the curve unchanged', () => {
  fc.assert(
    fc.property(records, options, fc.integer(), (rows, chosen, mask) => {
      const swapped = rows.map((row, i) => ((mask >> (i % 31)) & 1 ? { ...row, p: 1 - row.p, y: 1 - row.y } : row))
      nearCurve(curveOf(rows, chosen), curveOf(swapped, chosen))
    }),
  )
})

it('a curve survives JSON with identical doubles', () => {
  fc.assert(
    fc.property(records, options, (rows, chosen) => {
      const curve = curveOf(rows, chosen)
      const loaded = JSON.parse(JSON.stringify(curve))
      for (const p of grid) expect(calibrate(loaded, p)).toBe(calibrate(curve, p))
      expect(loaded).toEqual(curve)
    }),
  )
})

it('soft labels equal to the forecasts give the identity', () => {
  fc.assert(
    fc.property(records, fc.constantFrom(0, 20, 400), (rows, kappa) => {
      const honest = rows.map((row) => ({ ...row, p: 0.02 + 0.96 * row.p })).map((row) => ({ ...row, y: row.p }))
      const curve = curveOf(honest, { kappa, parent: 'identity', nMin: 0, evidenceGate: false })
      for (const p of grid) expect(Math.abs(evaluateCurve(curve, p) - p)).toBeLessThanOrEqual(1e-12)
    }),
  )
})

describe('with a very large pseudo-count', () => {
  it('the identity parent is what comes out', () => {
    // Losses below and wins above: records that pool among themselves may keep a value between two grid points.
    const distinct = fc.uniqueArray(fc.integer({ min: 501, max: 981 }), { maxLength: 80 })
    fc.assert(
      fc.property(distinct, fc.integer({ min: 501, max: 981 }), (thousandths, cut) => {
        const rows = thousandths.map((value) => ({ p: value / 1000, y: value < cut ? 0 : 1 }))
        const curve = fitCalibration(rows, { kappa: 1e13, parent: 'identity', nMin: 0, evidenceGate: false })
        for (const p of grid) expect(Math.abs(evaluateCurve(curve, p) - p)).toBeLessThanOrEqual(1e-9)
      }),
    )
  })

  it('a slope parent comes out within the step of the grid', () => {
    const rows = Array.from({ length: 400 }, (_, i) => ({ p: 0.501 + i / 1000, y: i < 50 ? 0 : 1 }))
    const curve = fitCalibration(rows, { kappa: 1e13, parent: { slopeSd: 0.05 }, nMin: 0, evidenceGate: false })
    const slope = curve.parentSlope as number
    expect(slope).toBeGreaterThan(0.5)
    expect(slope).toBeLessThan(1.25)
    for (let z = -4; z <= 4; z += 0.05) {
      expect(Math.abs(evaluateCurve(curve, sigmoid(z)) - sigmoid(slope * z))).toBeLessThanOrEqual(2.7e-4)
    }
  })
})

it('without pseudo-counts it is the centred isotonic curve with the end point (1, 1)', () => {
  const rows = [
    { p: 0.6, y: 1 },
    { p: 0.7, y: 0 },
    { p: 0.8, y: 1 },
  ]
  const curve = fitCalibration(rows, { kappa: 0, parent: 'identity', nMin: 0, evidenceGate: false })
  expect(curve.knots).toEqual([
    [0.5, 0.5],
    [0.8, 1],
    [1, 1],
  ])
  expect(calibrate(curve, 0.999)).toBeLessThan(1)
})

it('a history in which every favourite won stays finite and below certainty', () => {
  const rows = Array.from({ length: 300 }, (_, i) => ({ p: 0.55 + (i % 40) / 100, y: 1 }))
  for (const kappa of [0, 20, 400]) {
    const curve = fitCalibration(rows, { kappa, nMin: 0, evidenceGate: false })
    for (const p of grid) expect(calibrate(curve, p)).toBeLessThanOrEqual(0.995)
  }
})

it('forecasts of 0 and 1 are clipped and counted', () => {
  const curve = fitCalibration(
    [
      { p: 0, y: 0 },
      { p: 1, y: 1 },
      { p: 0.4, y: 0 },
    ],
    { nMin: 0, evidenceGate: false },
  )
  expect(curve.clipped).toBe(2)
  expect(Number.isFinite(curve.parentSlope)).toBe(true)
})

it('results at or after the fit cannot be passed: an age below 0 is refused', () => {
  expect(() => fitCalibration([{ p: 0.6, y: 1, ageDays: -1 }])).toThrow('records[0].ageDays')
})

it('forecasts that point the wrong way get the identity as parent, flagged', () => {
  const rows = Array.from({ length: 4000 }, (_, i) => ({ p: 0.7 + (i % 20) / 100, y: i % 10 < 8 ? 0 : 1 }))
  const curve = fitCalibration(rows, { parent: { slopeSd: 5 }, nMin: 0, evidenceGate: false })
  expect(curve.slopeRefused).toBe(true)
  expect(curve.parentSlope).toBeUndefined()
})
