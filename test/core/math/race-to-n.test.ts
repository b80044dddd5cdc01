import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RiftlineError } from '#base/errors.ts'
import { race, seriesProbability } from '#core/math/distributions.ts'
import { amount } from '../../support/amount.ts'
import { expectWithin, loadVectors } from '../../vectors/load-vectors.ts'

const { cases, tolerance } = loadVectors('pcasweep')

describe('the race formula equals exact rational arithmetic', () => {
  it.each(cases.filter((c) => c.kind === 'series').map((c) => [c.id, c] as const))(
    'the race formula equals exact rational arithmetic: %s',
    (id, { input, expect: e }) => {
      expectWithin(seriesProbability(input.gameP, input.bestOf), e.seriesP, tolerance.seriesP ?? {}, id)
    },
  )
})

/** Sum of the race formula, term by term. */
function raceSum(g: number, gamesToWin: number): number {
  let term = 1
  let sum = 0
  let straight = 1
  for (let lost = 0; lost < gamesToWin; lost++) {
    sum += term
    term *= ((gamesToWin + lost) / (lost + 1)) * (1 - g)
    straight *= g
  }
  return sum * straight
}

it('race gives the bits of its sum taken term by term', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 5 }), (g, gamesToWin) => {
      expect(race(g, gamesToWin)).toBe(raceSum(g, gamesToWin))
    }),
    { numRuns: amount(400, 5000) },
  )
})

it('the probability of a best of one is that of the game', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (g) => {
      expect(Math.abs(seriesProbability(g, 1) - g)).toBeLessThanOrEqual(2 ** -53)
    }),
  )
})

it('a longer series favours the better side more', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.51, max: 0.99, noNaN: true }), (g) => {
      const [one, three, five, seven] = [1, 3, 5, 7].map((bestOf) => seriesProbability(g, bestOf))
      expect(one).toBeLessThan(three ?? 0)
      expect(three).toBeLessThan(five ?? 0)
      expect(five).toBeLessThan(seven ?? 0)
    }),
  )
})

it('swapping the sides gives the complement', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.5, max: 1, noNaN: true }), fc.constantFrom(1, 3, 5, 7, 99), (g, bestOf) => {
      expect(seriesProbability(g, bestOf)).toBe(
        g === 0.5 ? seriesProbability(g, bestOf) : 1 - seriesProbability(1 - g, bestOf),
      )
    }),
  )
})

it('seriesProbability refuses even or unknown lengths and bad probabilities', () => {
  for (const bestOf of [0, 2, 4, -1, 1.5, 101, Number.NaN, '3' as unknown as number]) {
    expect(() => seriesProbability(0.5, bestOf)).toThrow(RiftlineError)
  }
  for (const p of [-0.1, 1.1, Number.NaN, null as unknown as number]) {
    expect(() => seriesProbability(p, 3)).toThrow(RiftlineError)
  }
})
