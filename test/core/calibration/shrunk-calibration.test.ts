import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calibrate, evaluateCurve } from '#core/calibration/calibration-curve.ts'
import { selectCalibration } from '#core/calibration/calibration-hierarchy.ts'
import { fitShrunkCalibration } from '#core/calibration/fit-shrunk-calibration.ts'
import { seededRandom } from '#core/math/seeded-random.ts'
import { amount } from '../../support/amount.ts'
import { atMost, near, same } from '../../support/plain-expect.ts'

const chances = [0.55, 0.58, 0.6, 0.63, 0.66, 0.7, 0.73, 0.77, 0.8, 0.84, 0.88, 0.92]
const outcomes = [1, 0, 1, 0, 1, 1, 0, 1, 1, 1, 1, 1]
const records = chances.map((p, i) => ({ p, y: outcomes[i]!, bestOf: 3, league: 'LCK' }))
const plain = { slopeSd: null, nMin: 0, halfLifeDays: Infinity, groupWeight: 4, mostGroups: 3, epsilon: 0 } as const

/** Records of two formats and three leagues, from a calibrated generator. */
function history(count: number, seed: number) {
  const { uniform: random } = seededRandom(seed)
  return Array.from({ length: count }, () => {
    const p = random()
    const y = random() < p ? 1 : 0
    const league = ['LCK', 'LPL', 'LEC'][Math.floor(random() * 3)]!
    return { p, y, ageDays: Math.floor(random() * 400), bestOf: random() < 0.5 ? 3 : 5, league }
  })
}

describe('calibration shrunk to its parent', () => {
  it('a shrunk curve is a weighted mean of its parent and a fit through three groups', () => {
    const { model } = fitShrunkCalibration(records, { ...plain, halfAt: { model: 24, format: 12, league: 12 } })
    expect(model.share).toBeCloseTo(1 / 3, 12)
    expect(evaluateCurve(model, 0.715)).toBeCloseTo(0.7266666667, 10)
    expect(evaluateCurve(model, 0.86)).toBeCloseTo(0.9066666667, 10)
    expect(evaluateCurve(model, 0.55)).toBeCloseTo(0.5527131783, 10)
  })

  it('the shrunk curve of a format is mixed with the curve of the model', () => {
    const curves = fitShrunkCalibration(records, { ...plain, halfAt: { model: 24, format: 12, league: 12 } })
    const format = selectCalibration(curves, { bestOf: 3, league: 'LPL' })
    expect(format.level).toBe('format')
    expect(evaluateCurve(format, 0.55)).toBeCloseTo(0.5554263566, 10)
    expect(evaluateCurve(format, 0.75)).toBeCloseTo(0.7902298851, 10)
  })

  it('shrunk calibration has a curve for every cell with a record', () => {
    const { curves, cells } = fitShrunkCalibration([
      ...history(400, 1),
      { p: 0.7, y: 1, ageDays: 700, bestOf: 1, league: 'WLDs' },
    ])
    const expected = ['bo1', 'bo3', 'bo5'].flatMap((format) => [
      format,
      ...(format === 'bo1' ? ['WLDs'] : ['LCK', 'LEC', 'LPL']).map((league) => `${format}/${league}`),
    ])
    expect(Object.keys(curves).sort()).toEqual(expected.sort())
    expect(Object.keys(cells).sort()).toEqual(expected.sort())
    expect(curves['bo1/WLDs']).toMatchObject({ level: 'league', records: 1, gate: 'off' })
  })

  it('shrunk calibration returns every probability bit for bit while the whole history is short', () => {
    const curves = fitShrunkCalibration(history(99, 3).map((record) => ({ ...record, ageDays: 0 })))
    expect(curves).toMatchObject({ curves: {}, cells: { bo3: { gate: 'short' } } })
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (p) => {
        expect(calibrate(selectCalibration(curves, { bestOf: 3, league: 'LCK' }), p)).toBe(p)
      }),
    )
  })

  it('a shrunk curve equals its parent when the weights of its records have vanished', () => {
    const old = { p: 0.9, y: 0, ageDays: 1e6, bestOf: 5, league: 'LCK' }
    const curves = fitShrunkCalibration([...history(300, 4).map((record) => ({ ...record, bestOf: 3 })), old])
    for (const p of [0.5, 0.6, 0.75, 0.9, 1]) {
      expect(calibrate(curves.curves['bo5/LCK']!, p)).toBe(calibrate(curves.model, p))
    }
  })

  it('for any history a shrunk curve never falls, is symmetric and survives JSON', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 600 }), fc.nat(1000), (count, seed) => {
        const fitted = fitShrunkCalibration(history(count, seed), { nMin: 0 })
        const read = JSON.parse(JSON.stringify(fitted)) as typeof fitted
        for (const cell of [{}, { bestOf: 3 }, { bestOf: 5, league: 'LPL' }]) {
          let before = 0
          for (let p = 0; p <= 1; p += 1 / 64) {
            const value = calibrate(selectCalibration(fitted, cell), p)
            atMost(before, value)
            near(value + calibrate(selectCalibration(fitted, cell), 1 - p), 1, 0.5e-15)
            same(calibrate(selectCalibration(read, cell), p), value)
            before = value
          }
        }
      }),
      { numRuns: amount(4, 30) },
    )
  })

  it('reordering the records does not change a shrunk curve', () => {
    const some = history(500, 9)
    expect(fitShrunkCalibration([...some].reverse()).model).toEqual(fitShrunkCalibration(some).model)
  })

  it('when the model’s own fit has no weight, only the slope scales its log odds', () => {
    const halfAt = { model: Number.MAX_VALUE, format: 5000, league: 300 }
    const { model } = fitShrunkCalibration(history(2000, 5), { halfAt })
    const slope = model.parentSlope!
    const odds = (p: number) => Math.log(p / (1 - p))
    expect(odds(evaluateCurve(model, 1 / (1 + Math.exp(-0.4))))).toBeCloseTo(slope * 0.4, 10)
  })

  it.each([
    ['halfAt.league', { halfAt: { model: 1, format: 1, league: -1 } }],
    ['slopeSd', { slopeSd: 0 }],
    ['halfLifeDays', { halfLifeDays: 0 }],
    ['nMin', { nMin: Number.NaN }],
    ['groupWeight', { groupWeight: 0 }],
    ['mostGroups', { mostGroups: 1.5 }],
    ['epsilon', { epsilon: 0.5 }],
  ])('fitShrunkCalibration refuses %s out of range', (name, options) => {
    expect(() => fitShrunkCalibration(records, options)).toThrow(
      expect.objectContaining({ code: 'invalid_argument', message: expect.stringContaining(name) }),
    )
  })
})
