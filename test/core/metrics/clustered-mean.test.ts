import { expect, it } from 'vitest'
import { clusteredMean } from '#core/metrics/compare-forecasters.ts'

const values = Array.from({ length: 400 }, (_, index) => ((index * 0.6180339887) % 1) - 0.5)

it('with one value per cluster the interval of a clustered mean is that of its standard error', () => {
  const { mean, low, high } = clusteredMean(values, [...values.keys()])
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
  expect(mean).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 14)
  expect((high - low) / (2 * 1.96 * Math.sqrt(variance / values.length))).toBeCloseTo(1, 1)
})

it('a clustered mean of one cluster has an interval of width 0', () => {
  const { mean, low, high } = clusteredMean([0.9, -1, 0.4], ['day', 'day', 'day'])
  expect([low, high]).toEqual([expect.closeTo(mean, 15), expect.closeTo(mean, 15)])
})

it.each([
  [[], []],
  [
    [1, Number.NaN],
    ['a', 'b'],
  ],
  [[1, 2], ['a']],
])('the mean of %j by clusters %j is refused', (numbers, clusters) => {
  expect(() => clusteredMean(numbers, clusters)).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
})
