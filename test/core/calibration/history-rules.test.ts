import { describe, expect, it } from 'vitest'
import { RiftlineError } from '#base/errors.ts'
import { type CalibrationCurve, calibrate } from '#core/calibration/calibration-curve.ts'
import { fitCalibration, fitCalibrationHierarchy, selectCalibration } from '#core/calibration/calibration-hierarchy.ts'
import { refitSchedule } from '#core/calibration/curve-in-time.ts'
import { fitLogitSlope } from '#core/calibration/graded-history.ts'
import { effectiveSize, recencyWeights } from '#core/calibration/recency-weights.ts'
import { logOdds, sigmoid } from '#core/math/log-odds.ts'
import { seededRandom } from '#core/math/seeded-random.ts'
import { atMost, same } from '../../support/plain-expect.ts'

// biome-ignore lint/suspicious/noExplicitAny: these tests pass wrong types on purpose.
type Any = any

/** n matches of a model whose log odds are wrong by the factor `slope`, one match a day. */
function matches(n: number, slope: number, seed: number) {
  const random = seededRandom(seed)
  const uniform = (): number => (random.below(2 ** 32) + 0.5) / 2 ** 32
  return Array.from({ length: n }, (_, i) => {
    const z = 2.5 * (uniform() + uniform() + uniform() - 1.5)
    return {
      p: sigmoid(z),
      y: uniform() < sigmoid(slope * z) ? 1 : 0,
      ageDays: n - i,
      bestOf: ([1, 3, 5] as const)[i % 3] ?? 1,
      league: ['LCK', 'LPL', 'LEC', 'LCP'][random.below(4)] as string,
    }
  })
}

describe('minimum history', () => {
  it('a short history returns every raw probability bit for bit', () => {
    const curve = fitCalibration(matches(99, 0.5, 1), { halfLifeDays: Infinity })
    expect(curve.level).toBe('identity')
    for (let i = 0; i <= 1000; i++) same(calibrate(curve, i / 1000), i / 1000)
    expect(calibrate(curve, 1e-300)).toBe(1e-300)
  })

  it('the effective size of a history, not its count, decides whether a curve is fitted', () => {
    const rows = matches(150, 0.5, 1)
    expect(fitCalibration(rows, { halfLifeDays: 20, evidenceGate: false }).level).toBe('identity')
    expect(fitCalibration(rows, { halfLifeDays: Infinity, evidenceGate: false }).level).toBe('model')
  })

  it('a cell below its minimum is its parent, the same object', () => {
    const hierarchy = fitCalibrationHierarchy(matches(600, 0.6, 2), {
      evidenceGate: false,
      nMin: { league: 90 },
      halfLifeDays: Infinity,
    })
    const format = selectCalibration(hierarchy, { bestOf: 3 })
    expect(format.level).toBe('format')
    expect(selectCalibration(hierarchy, { bestOf: 3, league: 'LCK' })).toBe(format)
    expect(selectCalibration(hierarchy, { bestOf: 3, league: 'unknown' })).toBe(format)
    expect(selectCalibration(hierarchy, { bestOf: 7, league: 'LCK' })).toBe(hierarchy.model)
    expect(selectCalibration(hierarchy)).toBe(hierarchy.model)
    expect(hierarchy.cells['bo3/LCK']?.gate).toBe('short')
  })

  it('a level is not fitted when the level above it is too short', () => {
    const hierarchy = fitCalibrationHierarchy(matches(90, 0.6, 2), {
      evidenceGate: false,
      nMin: { league: 1, format: 1 },
      halfLifeDays: Infinity,
    })
    expect(hierarchy.curves).toEqual({})
    expect(selectCalibration(hierarchy, { bestOf: 3, league: 'LCK' }).level).toBe('identity')
  })

  it('a league may have the name of an inherited object property', () => {
    const hierarchy = fitCalibrationHierarchy([{ p: 0.6, y: 1, bestOf: 3, league: '__proto__' }])
    expect(hierarchy.cells['bo3/__proto__']?.records).toBe(1)
    expect(selectCalibration(hierarchy, { bestOf: 3, league: '__proto__' }).level).toBe('identity')
  })

  it('a hierarchy gives the same curves after a round trip through JSON', () => {
    const hierarchy = fitCalibrationHierarchy(matches(900, 0.6, 3), { evidenceGate: false })
    const loaded = JSON.parse(JSON.stringify(hierarchy))
    for (const league of ['LCK', 'LPL']) {
      const cell = { bestOf: 5, league }
      expect(calibrate(selectCalibration(loaded, cell), 0.731)).toBe(
        calibrate(selectCalibration(hierarchy, cell), 0.731),
      )
    }
  })
})

describe('evidence gate', () => {
  it('the evidence gate keeps a fit that would have saved log loss', () => {
    const curve = fitCalibration(matches(2000, 0.4, 5), { parent: 'identity' })
    expect(curve.gate).toBe('kept')
    expect(curve.level).toBe('model')
  })

  it('the evidence gate returns the identity when the isotonic fit would have cost log loss', () => {
    const changed = [
      ...matches(400, 0.3, 6).map((row) => ({ ...row, ageDays: row.ageDays + 400 })),
      ...matches(400, 1.5, 10),
    ]
    const curve = fitCalibration(changed, { parent: 'identity', kappa: 5, halfLifeDays: Infinity })
    expect(curve.gate).toBe('parent')
    expect(curve.level).toBe('identity')
    expect(calibrate(curve, 0.123)).toBe(0.123)
  })

  it('the evidence gate keeps the root’s slope when it refuses the isotonic fit', () => {
    const rows = matches(1500, 1, 12)
    const curve = fitCalibration(rows, { kappa: 1 })
    expect(curve.gate).toBe('parent')
    expect(curve.level).toBe('model')
    const { slope } = fitLogitSlope(rows)
    expect(curve.parentSlope).toBe(slope)
    for (const p of [0.2, 0.6, 0.9])
      expect(Math.abs(calibrate(curve, p) - sigmoid(slope * logOdds(p)))).toBeLessThan(5e-4)
  })

  it('the evidence gate reports `no-order` when all matches have one age', () => {
    const rows = matches(300, 0.7, 7).map((row) => ({ ...row, ageDays: 0 }))
    expect(fitCalibration(rows).gate).toBe('no-order')
  })

  it('the evidence gate refits at every age of a short history and never looks ahead', () => {
    const refitAge = refitSchedule(Float64Array.from({ length: 50 }, (_, i) => 50 - i))
    for (let age = 1; age <= 50; age++) expect(refitAge(age)).toBe(age)
    expect(refitAge(60)).toBe(Infinity)
    expect(refitAge(0.5)).toBe(1)
    expect(refitAge(7.5)).toBe(8)
  })

  it('the evidence gate refits less often as the history grows', () => {
    const refitAge = refitSchedule(Float64Array.from({ length: 4000 }, (_, i) => 4000 - i))
    const moments = new Set(Array.from({ length: 4000 }, (_, i) => refitAge(i + 1)))
    expect(moments.size).toBeLessThan(1500)
    for (let age = 1; age <= 4000; age++) {
      atMost(age, refitAge(age))
      same((4000 - age) / (4000 - refitAge(age) || 1) < 1.004, true, `${age}`)
    }
  })
})

it('effectiveSize and recencyWeights give the documented numbers and refuse bad input', () => {
  expect(Array.from(recencyWeights([0, 180, 360]))).toEqual([1, 0.5, 0.25])
  expect(Array.from(recencyWeights([0, 999], { halfLifeDays: Infinity }))).toEqual([1, 1])
  expect(effectiveSize([0, 0])).toBe(0)
  expect(effectiveSize([3, 3, 3])).toBe(3)
  expect(effectiveSize([1e-200, 1e-200])).toBe(2)
})

describe('refuses', () => {
  const good: CalibrationCurve = fitCalibration(matches(200, 0.6, 4), { nMin: 0, evidenceGate: false })
  it.each<[string, () => unknown]>([
    ['records that are not a list', () => fitCalibration({} as Any)],
    ['a record that is not an object', () => fitCalibration([null] as Any)],
    ['a probability above 1', () => fitCalibration([{ p: 1.2, y: 1 }])],
    ['a missing outcome', () => fitCalibration([{ p: 0.5 }] as Any)],
    ['a negative weight', () => fitCalibration([{ p: 0.5, y: 1, weight: -1 }])],
    ['a format that is not a number', () => fitCalibration([{ p: 0.5, y: 1, bestOf: '3' }] as Any)],
    ['a league that is not a string', () => fitCalibrationHierarchy([{ p: 0.5, y: 1, league: 3 }] as Any)],
    ['a negative kappa', () => fitCalibration([], { kappa: -1 })],
    ['an unknown parent', () => fitCalibration([], { parent: 'slope' as Any })],
    ['a slope without a spread', () => fitCalibration([], { parent: { slopeSd: 0 } })],
    ['a half-life of 0', () => fitCalibration([], { halfLifeDays: 0 })],
    ['a clip of one half', () => fitCalibration([], { epsilon: 0.5 })],
    ['a minimum below 0', () => fitCalibration([], { nMin: { league: -1 } })],
    ['a gate that is not a boolean', () => fitCalibration([], { evidenceGate: 1 as Any })],
    ['options that are not an object', () => fitCalibration([], 7 as Any)],
    ['a slope prior of 0', () => fitLogitSlope([], { priorSd: 0 })],
    ['a probability above 1 to calibrate', () => calibrate(good, 1.1)],
    ['a curve of an unknown level', () => calibrate({ ...good, level: 'team' } as Any, 0.5)],
    ['a curve whose knots do not reach from 1/2 to 1', () => calibrate({ ...good, knots: [[0.5, 0.5]] } as Any, 0.4)],
    ['no curve', () => calibrate(undefined as Any, 0.5)],
    ['a hierarchy without a model', () => selectCalibration({ curves: {}, cells: {} } as Any)],
    ['no hierarchy', () => selectCalibration(null as Any)],
    ['no ages', () => recencyWeights([])],
    ['no weights', () => effectiveSize([])],
    ['a negative age', () => recencyWeights([-1])],
  ])('calibration refuses %s', (_label, call) => expect(call).toThrow(RiftlineError))
})
