import { describe, expect, it } from 'vitest'
import { RiftlineError } from '#base/errors.ts'
import { calibrate, selectCalibration } from '#core/calibration/calibration-curve.ts'
import { fitShrunkCalibration } from '#core/calibration/fit-shrunk-calibration.ts'
import { fitLogitSlope } from '#core/calibration/logit-slope.ts'
import { kishSize, recency } from '#core/calibration/recency-weights.ts'

// biome-ignore lint/suspicious/noExplicitAny: wrong types are the point.
type Any = any

const rows = Array.from({ length: 300 }, (_, i) => ({
  p: 0.3 + (i % 50) / 100,
  y: i % 3 === 0 ? 0 : 1,
  ageDays: i,
  bestOf: 3,
  league: 'LCK',
}))

describe('the finest curve of a match', () => {
  const hierarchy = fitShrunkCalibration(rows)

  it('a match without a cell of its own takes the curve above, the same object', () => {
    const format = selectCalibration(hierarchy, { bestOf: 3 })
    expect(format.level).toBe('format')
    expect(selectCalibration(hierarchy, { bestOf: 3, league: 'LCK' }).level).toBe('league')
    expect(selectCalibration(hierarchy, { bestOf: 3, league: 'unknown' })).toBe(format)
    expect(selectCalibration(hierarchy, { bestOf: 7, league: 'LCK' })).toBe(hierarchy.model)
    expect(selectCalibration(hierarchy)).toBe(hierarchy.model)
  })

  it('a league named like a property of objects is only a name', () => {
    const named = fitShrunkCalibration([{ p: 0.6, y: 1, bestOf: 3, league: '__proto__' }])
    expect(named.cells['bo3/__proto__']?.records).toBe(1)
    expect(selectCalibration(named, { bestOf: 3, league: '__proto__' }).level).toBe('identity')
  })

  it('the effective size decides on the identity, not the count', () => {
    expect(fitShrunkCalibration(rows, { halfLifeDays: 20 }).model.level).toBe('identity')
    expect(fitShrunkCalibration(rows, { halfLifeDays: Infinity }).model.level).toBe('model')
  })
})

it('Kish size and recency behave as documented', () => {
  expect([0, 180, 360].map((age) => recency(age, 180))).toEqual([1, 0.5, 0.25])
  expect(recency(999, Infinity)).toBe(1)
  expect(kishSize([])).toBe(0)
  expect(kishSize([0, 0])).toBe(0)
  expect(kishSize([3, 3, 3])).toBe(3)
  expect(kishSize([1e-200, 1e-200])).toBe(2)
})

describe('refuses', () => {
  const good = fitShrunkCalibration(rows).model
  it.each<[string, () => unknown]>([
    ['records that are no list', () => fitShrunkCalibration({} as Any)],
    ['a record that is no object', () => fitShrunkCalibration([null] as Any)],
    ['a probability above 1', () => fitShrunkCalibration([{ p: 1.2, y: 1 }])],
    ['a missing outcome', () => fitShrunkCalibration([{ p: 0.5 }] as Any)],
    ['a negative weight', () => fitShrunkCalibration([{ p: 0.5, y: 1, weight: -1 }])],
    ['a format that is no number', () => fitShrunkCalibration([{ p: 0.5, y: 1, bestOf: '3' }] as Any)],
    ['a league that is no name', () => fitShrunkCalibration([{ p: 0.5, y: 1, league: 3 }] as Any)],
    ['a half-life of 0', () => fitShrunkCalibration([], { halfLifeDays: 0 })],
    ['a clip of one half', () => fitShrunkCalibration([], { epsilon: 0.5 })],
    ['options that are no object', () => fitShrunkCalibration([], 7 as Any)],
    ['a slope prior of 0', () => fitLogitSlope([], { priorSd: 0 })],
    ['a probability above 1 to calibrate', () => calibrate(good, 1.1)],
    ['a curve of an unknown level', () => calibrate({ ...good, level: 'team' } as Any, 0.5)],
    ['a curve whose knots do not span', () => calibrate({ ...good, knots: [[0.5, 0.5]] } as Any, 0.4)],
    ['no curve', () => calibrate(undefined as Any, 0.5)],
    ['a hierarchy without a model', () => selectCalibration({ curves: {}, cells: {} } as Any)],
    ['no hierarchy', () => selectCalibration(null as Any)],
    ['a negative age', () => fitShrunkCalibration([{ p: 0.5, y: 1, ageDays: -1 }])],
  ])('calibration refuses %s', (_label, call) => expect(call).toThrow(RiftlineError))
})
