import fc from 'fast-check'
import { expect, it } from 'vitest'
import { normalCdf, normalQuantile } from '#core/math/distributions.ts'
import { bisect, concaveMode } from '#core/math/search.ts'
import { seededRandom } from '#core/math/seeded-random.ts'

it('the normal distribution has the tabled values', () => {
  // Exact to 16 digits: mpmath at 30 digits.
  const table: [number, number][] = [
    [-8, 6.220960574271785e-16],
    [-6, 9.865876450376981e-10],
    [-2.6, 0.004661188023718749],
    [-2.5, 0.006209665325776135],
    [-1, 0.15865525393145705],
    [1.5, 0.9331927987311419],
  ]
  for (const [x, p] of table) expect(Math.abs(normalCdf(x) / p - 1)).toBeLessThanOrEqual(1e-14)
})

it('normalQuantile inverts normalCdf', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-300, max: 0.5, noNaN: true }), (p) => {
      expect(Math.abs(normalCdf(normalQuantile(p)) / p - 1)).toBeLessThanOrEqual(1e-12)
    }),
  )
})

it('bisection ends at neighbouring doubles', () => {
  const root = bisect((x) => 2 - x * x, 0, 2)
  expect(Math.abs(root * root - 2)).toBeLessThanOrEqual(1e-15)
  expect(bisect(() => 1, 0, 1)).toBeLessThan(1)
})

it('concaveMode finds the maximum from any start', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.double({ min: -5, max: 5, noNaN: true }),
      (start, top) => {
        // Derivatives of ln cosh, on which plain Newton diverges from a start a few units away.
        const derivatives = (x: number) => {
          const t = Math.tanh(x - top)
          return { gradient: -t, information: Math.max(1 - t * t, 1e-12) }
        }
        expect(Math.abs(concaveMode(derivatives, start).mode - top)).toBeLessThanOrEqual(1e-9)
      },
    ),
  )
})

it('a seed gives one sequence of numbers in range, without gaps', () => {
  const draw = (seed: number): number[] => {
    const random = seededRandom(seed)
    return Array.from({ length: 2000 }, () => random.below(10))
  }
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
  const counts = Array.from({ length: 10 }, (_, face) => draw(7).filter((value) => value === face).length)
  for (const count of counts) expect(Math.abs(count - 200)).toBeLessThan(60)
})
