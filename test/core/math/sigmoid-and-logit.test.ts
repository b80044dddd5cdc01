import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clippedLogit, logOdds, sigmoid } from '#core/math/log-odds.ts'

it('sigmoid(-x) is the complement of sigmoid(x), to the spacing of doubles at 1', () => {
  fc.assert(
    fc.property(fc.double({ min: -800, max: 800, noNaN: true }), (x) => {
      expect(Math.abs(sigmoid(x) + sigmoid(-x) - 1)).toBeLessThanOrEqual(Number.EPSILON)
    }),
  )
})

it('logOdds inverts sigmoid', () => {
  fc.assert(
    fc.property(fc.double({ min: -30, max: 0, noNaN: true }), (x) => {
      expect(Math.abs(logOdds(sigmoid(x)) - x)).toBeLessThanOrEqual(1e-14 * Math.max(1, Math.abs(x)))
    }),
  )
})

it('logOdds(1 - p) is -logOdds(p) bit for bit where 1 - p is exact', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.5, max: 1, noNaN: true }), (p) => {
      expect(logOdds(1 - p) + logOdds(p) === 0 || p === 1).toBe(true)
    }),
  )
})

it('log odds keep their digits next to one half', () => {
  expect(logOdds(0.5 + 2 ** -40)).toBe(4 * 2 ** -40)
})

it('log odds of 0 and 1 are infinite, and finite after clipping', () => {
  expect([logOdds(0), logOdds(-0), logOdds(1)]).toEqual([-Infinity, -Infinity, Infinity])
  expect(clippedLogit(-0)).toBe(clippedLogit(0))
  expect(clippedLogit(0)).toBe(clippedLogit(1e-6))
  expect(clippedLogit(1)).toBe(-clippedLogit(0))
  expect(clippedLogit(1 - 1e-7)).toBe(clippedLogit(1))
})
