import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CalibrationCurve, calibrate } from '#core/calibration/calibration-curve.ts'
import { calibratePrepared, prepareCurve } from '#core/calibration/prepared-curve.ts'
import { amount } from '../../support/amount.ts'
import { bentCurve, identityCurve } from '../../support/tiny-artifacts.ts'

const inside = fc.double({ min: 0.5, max: 1, minExcluded: true, maxExcluded: true, noNaN: true })
const curve = fc
  .tuple(
    fc.array(inside, { maxLength: 40 }).map((xs) => [...new Set(xs)].sort((a, b) => a - b)),
    fc.array(fc.double({ min: 0.5, max: 1, noNaN: true }), { minLength: 40, maxLength: 40 }),
    fc.constantFrom(0, 0.005, 0.2, 0.5),
  )
  .map(([xs, ys, epsilon]): CalibrationCurve => {
    const rising = ys.slice(0, xs.length).sort((a, b) => a - b)
    const knots = [[0.5, 0.5], ...xs.map((x, i) => [x, rising[i]!]), [1, 1]] as [number, number][]
    return { ...bentCurve(0.7, 0.7), epsilon, knots }
  })
const probability = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.5, 1, 1 - 2 ** -53))

describe('a prepared curve', () => {
  it('says the same as calibrate, to the bit', () => {
    fc.assert(
      fc.property(curve, probability, fc.nat(), (any, p, pick) => {
        const prepared = prepareCurve(any)
        const [corner] = any.knots[pick % any.knots.length]!
        for (const at of [p, corner, 1 - corner]) expect(calibratePrepared(prepared, at)).toBe(calibrate(any, at))
      }),
      { numRuns: amount(150, 2000) },
    )
  })

  it('of the identity gives back what it is given', () => {
    fc.assert(
      fc.property(probability, (p) => {
        expect(calibratePrepared(prepareCurve(identityCurve), p)).toBe(p)
      }),
    )
  })

  it('refuses what calibrate refuses', () => {
    const prepared = prepareCurve(bentCurve(0.7, 0.64))
    for (const p of [Number.NaN, -0.1, 1.1, '0.5']) {
      expect(() => calibratePrepared(prepared, p as number)).toThrow(
        /^probability: expected a number in \[0, 1\], got /,
      )
    }
    expect(() => prepareCurve({ ...identityCurve, knots: [[0.5, 0.5]] })).toThrow(/^curve\.knots: /)
    expect(() => prepareCurve({ ...identityCurve, epsilon: 2 })).toThrow(/^curve\.epsilon: /)
  })
})
