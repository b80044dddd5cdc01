import { expect, it } from 'vitest'
import { clusteredMean, clusteredMeans } from '#core/metrics/compare-forecasters.ts'

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

it('several columns have the bits that each has alone, whatever stands beside it', () => {
  const days = values.map((_, index) => index % 37)
  const columns = [values, values.map((value) => value * value), values.map(Math.abs)]
  expect(clusteredMeans(columns, days)).toEqual(columns.map((own) => clusteredMean(own, days)))
  expect(clusteredMeans(columns.toReversed(), days, { seed: 9 })).toEqual(
    columns.toReversed().map((own) => clusteredMean(own, days, { seed: 9 })),
  )
})

it('columns of unequal length are refused by the place of the first one', () => {
  expect(() => clusteredMeans([[1, 2], [1]], ['a', 'b'])).toThrow(/columns\[1\]/)
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
