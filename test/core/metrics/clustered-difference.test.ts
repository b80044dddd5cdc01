import { expect, it } from 'vitest'
import { seededRandom } from '#core/math/seeded-random.ts'
import { clusteredDifference, pairedDifference } from '#core/metrics/compare-forecasters.ts'

const random = seededRandom(3)
const uniform = (): number => (random.below(2 ** 32) + 0.5) / 2 ** 32
const n = 600
const a = Array.from({ length: n }, () => 0.2 + 0.6 * uniform())
const b = a.map((p) => Math.min(0.95, Math.max(0.05, p + 0.3 * (uniform() - 0.5))))
const y = a.map((p) => (uniform() < p ? 1 : 0))
const alone = a.map((_, i) => i)

it('a clustered difference has the same interval for the same seed and a different one for another seed', () => {
  const clusters = alone.map((i) => `event-${i % 40}`)
  const resamples = 200
  const once = clusteredDifference(a, b, y, clusters, { resamples })
  expect(clusteredDifference(a, b, y, clusters, { resamples })).toEqual(once)
  expect(clusteredDifference(a, b, y, clusters, { resamples, seed: 8 })).not.toEqual(once)
  expect(once.low).toBeLessThan(once.mean)
  expect(once.mean).toBeLessThan(once.high)
})

it('with one match per cluster a clustered difference has the paired standard error', () => {
  const { mean, low, high } = clusteredDifference(a, b, y, alone)
  const paired = pairedDifference(a, b, y)
  expect(mean).toBeCloseTo(paired.mean, 14)
  expect(Math.abs((high - low) / (2 * 1.96 * paired.se) - 1)).toBeLessThan(0.08)
})

it('copies of a match keep the interval inside one cluster and narrow it as separate clusters', () => {
  const twice = (values: number[]): number[] => values.flatMap((value) => [value, value])
  const keys = twice(alone)
  const resamples = 500
  const single = clusteredDifference(a, b, y, alone, { resamples })
  const together = clusteredDifference(twice(a), twice(b), twice(y), keys, { resamples })
  expect(together.high - together.low).toBeCloseTo(single.high - single.low, 14)
  const apart = clusteredDifference(
    twice(a),
    twice(b),
    twice(y),
    keys.map((_, i) => i),
    { resamples },
  )
  expect((apart.high - apart.low) / (single.high - single.low)).toBeLessThan(0.8)
})

it('the interval of a lower level lies inside that of a higher level', () => {
  const wide = clusteredDifference(a, b, y, alone, { level: 0.95, resamples: 200 })
  const narrow = clusteredDifference(a, b, y, alone, { level: 0.5, resamples: 200 })
  expect(wide.low).toBeLessThan(narrow.low)
  expect(narrow.high).toBeLessThan(wide.high)
})

it('clusters count by their matches, so equal differences have no spread even in uneven clusters', () => {
  const uneven = alone.map((i) => Math.floor(Math.sqrt(i)))
  const half = alone.map(() => 0.5)
  const better = alone.map(() => 0.75)
  const won = alone.map(() => 1)
  const { mean, low, high } = clusteredDifference(better, half, won, uneven)
  expect(Math.abs(low - mean)).toBeLessThan(1e-13)
  expect(Math.abs(high - mean)).toBeLessThan(1e-13)
})

it('the clustered difference draws whole clusters: two clusters give the mean of each or, half the time, of both', () => {
  const { low, high } = clusteredDifference([0.8, 0.8, 0.6], [0.5, 0.5, 0.5], [1, 1, 1], ['a', 'a', 'b'], {
    level: 0.8,
  })
  expect(low).toBeCloseTo(Math.log(0.5 / 0.8), 14)
  expect(high).toBeCloseTo(Math.log(0.5 / 0.6), 14)
  const middle = clusteredDifference([0.8, 0.8, 0.6], [0.5, 0.5, 0.5], [1, 1, 1], ['a', 'a', 'b'], { level: 0.4 })
  expect(middle.low).toBeCloseTo((2 * Math.log(0.5 / 0.8) + Math.log(0.5 / 0.6)) / 3, 14)
  expect(middle.high).toBe(middle.low)
})
