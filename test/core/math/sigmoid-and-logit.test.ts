import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clippedLogit, logit, sigmoid } from '#core/math/log-odds.ts'

it('the sigmoid of the opposite log odds is the complement, to the spacing of doubles at 1', () => {
  fc.assert(
    fc.property(fc.double({ min: -800, max: 800, noNaN: true }), (x) => {
      expect(Math.abs(sigmoid(x) + sigmoid(-x) - 1)).toBeLessThanOrEqual(Number.EPSILON)
    }),
  )
})

it('the logit undoes the sigmoid', () => {
  fc.assert(
    fc.property(fc.double({ min: -30, max: 0, noNaN: true }), (x) => {
      expect(Math.abs(logit(sigmoid(x)) - x)).toBeLessThanOrEqual(1e-14 * Math.max(1, Math.abs(x)))
    }),
  )
})

it('the logit of a complement is the opposite, bit for bit, where the complement is exact', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.5, max: 1, noNaN: true }), (p) => {
      expect(logit(1 - p) + logit(p) === 0 || p === 1).toBe(true)
    }),
  )
})

it('the logit keeps its digits next to one half', () => {
  expect(logit(0.5 + 2 ** -40)).toBe(4 * 2 ** -40)
})

it('the logit of 0 and 1 is infinite, and finite once clipped', () => {
  expect([logit(0), logit(-0), logit(1)]).toEqual([-Infinity, -Infinity, Infinity])
  expect(clippedLogit(-0)).toBe(clippedLogit(0))
  expect(clippedLogit(0)).toBe(clippedLogit(1e-6))
  expect(clippedLogit(1)).toBe(-clippedLogit(0))
  expect(clippedLogit(1 - 1e-7)).toBe(clippedLogit(1))
})
