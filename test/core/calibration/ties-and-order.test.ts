import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calibrate } from '#core/calibration/calibration-curve.ts'
import { fitCalibration, fitCalibrationHierarchy } from '#core/calibration/calibration-hierarchy.ts'
import { fitShrunkCalibration } from '#core/calibration/fit-shrunk-calibration.ts'
import { type CalibrationRecord, fitLogitSlope } from '#core/calibration/graded-history.ts'
import { isotonicRegression } from '#core/calibration/isotonic-regression.ts'
import { fitAnchorHierarchy } from '#core/market/anchor.ts'
import { seededRandom } from '#core/math/seeded-random.ts'
import { expectedCalibrationError, reliabilityCurve } from '#core/metrics/reliability.ts'
import { amount } from '../../support/amount.ts'

/** `count` equal forecasts, of which the first `won` came true. */
function alike(count: number, p: number, won: number): CalibrationRecord[] {
  return Array.from({ length: count }, (_, i) => ({ p, y: i < won ? 1 : 0, bestOf: 3, league: 'LCK' }))
}

/** Rows in a seeded random order. */
function shuffled<Row>(rows: readonly Row[], seed: number): Row[] {
  const random = seededRandom(seed)
  const order = rows.slice()
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.below(i + 1)
    ;[order[i], order[j]] = [order[j]!, order[i]!]
  }
  return order
}

/** Records with many equal forecasts, on both sides of one half. */
const tiedRecords: fc.Arbitrary<CalibrationRecord[]> = fc.array(
  fc.record({
    p: fc.constantFrom(0, 0.2, 0.3, 0.5, 0.7, 0.7000000000000001, 0.8, 0.95, 1),
    y: fc.constantFrom(0, 0.5, 1),
    ageDays: fc.constantFrom(0, 1, 7, 30.5, 200),
    weight: fc.constantFrom(0, 0.3, 1, 2),
    bestOf: fc.constantFrom(1, 3, 5),
    league: fc.constantFrom('LCK', 'LPL', 'LEC'),
  }),
  { minLength: 1, maxLength: 80 },
)

describe('equal forecasts', () => {
  it('a calibration fit gives equal forecasts one value, near the share that came true', () => {
    for (const [p, share] of [
      [0.8, 0.7],
      [0.6, 0.75],
      [0.9, 0.55],
    ] as const) {
      const records = alike(2000, p, 2000 * share)
      const shrunkValue = (rows: CalibrationRecord[]) => calibrate(fitShrunkCalibration(rows).curves['bo3/LCK']!, p)
      const value = (rows: CalibrationRecord[]) => calibrate(fitCalibration(rows), p)
      const [shrunk, one] = [shrunkValue(records), value(records)]
      expect(Math.abs(shrunk - share)).toBeLessThan(Math.abs(p - share) / 2)
      for (const rows of [records.toReversed(), shuffled(records, 1)])
        expect([shrunkValue(rows), value(rows)]).toEqual([shrunk, one])
    }
  })

  it('forecasts that differ only in the last bit count as ties', () => {
    const equal = alike(2000, 0.7, 1200)
    const folded = equal.map(({ p, y, ...cell }, i) =>
      i % 2 === 0 ? { p, y, ...cell } : { p: 1 - p, y: 1 - y, ...cell },
    )
    const [one, other] = [equal, folded].map((rows) => calibrate(fitShrunkCalibration(rows).model, 0.7))
    expect(Math.abs(one! - other!)).toBeLessThan(1e-12)
  })

  it('quantile bins keep ties together for any order of the rows', () => {
    const chances = [0.55, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.8, 0.8, 0.8, 0.8, 0.9]
    const outcomes = [1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 0, 1]
    const rows = chances.map((p, i) => ({ p, y: outcomes[i]! }))
    const options = { bins: 4, strategy: 'quantile' } as const
    const { meanPredicted } = reliabilityCurve(chances, outcomes, options)
    for (let seed = 0; seed < 50; seed++) {
      const other = shuffled(rows, seed)
      const [p, y] = [other.map((row) => row.p), other.map((row) => row.y)]
      expect(expectedCalibrationError(p, y, options)).toBeCloseTo(
        expectedCalibrationError(chances, outcomes, options),
        12,
      )
      expect(reliabilityCurve(p, y, options).count).toEqual(reliabilityCurve(chances, outcomes, options).count)
    }
    expect(meanPredicted.length).toBeLessThanOrEqual(4)
    expect(expectedCalibrationError([0.8, 0.8, 0.8, 0.8], [1, 1, 0, 0], options)).toBeCloseTo(0.3, 12)
  })
})

describe('order of the rows', () => {
  it('reordering the rows changes no bit of any calibration fit', () => {
    fc.assert(
      fc.property(tiedRecords, fc.nat(), (records, seed) => {
        const other = shuffled(records, seed)
        for (const fitted of [
          (rows: CalibrationRecord[]) => fitShrunkCalibration(rows, { nMin: 0, groupWeight: 3 }),
          (rows: CalibrationRecord[]) => fitCalibrationHierarchy(rows, { nMin: { model: 0, format: 0, league: 0 } }),
          (rows: CalibrationRecord[]) => fitCalibration(rows, { nMin: 0 }),
          (rows: CalibrationRecord[]) => fitLogitSlope(rows),
          (rows: CalibrationRecord[]) =>
            isotonicRegression(
              rows.map(({ p }) => p),
              rows.map(({ y }) => y),
              rows.map(({ weight }) => weight! + 1),
            ),
          (rows: CalibrationRecord[]) =>
            fitAnchorHierarchy(rows.map(({ p, ...row }) => ({ ...row, calibrated: p, market: 0.6 }))),
        ]) {
          expect(JSON.stringify(fitted(other))).toBe(JSON.stringify(fitted(records)))
        }
      }),
      { numRuns: amount(12, 200) },
    )
  })
})

describe('forecasts that point the wrong way', () => {
  const random = seededRandom(4)
  const upsideDown = Array.from({ length: 600 }, (_, i) => {
    const p = 0.5 + random.uniform() / 2
    return { p, y: random.uniform() < p ? 0 : 1, ageDays: i % 50, bestOf: 3, league: 'LCK' }
  })

  it('both fits record a refused slope at every level', () => {
    for (const options of [{}, { slopeSd: null }, { slopeSd: 0.01 }, { nMin: 1e6 }]) {
      const { model, curves } = fitShrunkCalibration(upsideDown, options)
      for (const curve of [model, ...Object.values(curves)]) expect(curve.slopeRefused).toBe(true)
    }
    for (const options of [
      {},
      { parent: 'identity' },
      { evidenceGate: false },
      { nMin: 1e6 },
      { kappa: 1e9 },
    ] as const) {
      const { model, curves } = fitCalibrationHierarchy(upsideDown, options)
      for (const curve of [model, ...Object.values(curves)]) expect(curve.slopeRefused).toBe(true)
      expect(fitCalibration(upsideDown, options).slopeRefused).toBe(true)
    }
  })

  it('no slope is refused for forecasts that point the right way or are few', () => {
    const right = upsideDown.map(({ y, ...record }) => ({ ...record, y: 1 - y }))
    expect(fitShrunkCalibration(right).model).not.toHaveProperty('slopeRefused')
    expect(fitCalibration(right, { parent: 'identity' })).not.toHaveProperty('slopeRefused')
    expect(fitCalibration([])).not.toHaveProperty('slopeRefused')
    expect(fitCalibration([{ p: 0.7, y: 0 }])).not.toHaveProperty('slopeRefused')
  })
})
