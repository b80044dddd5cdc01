import fc from 'fast-check'
import { mean, median, sampleStandardDeviation, standardDeviation } from 'simple-statistics'
import { expect, it } from 'vitest'
import { selectComponents } from '#pipeline/fit/select-components.ts'
import { standardise, toTrainingTable } from '#pipeline/fit/training-table.ts'

// simple-statistics compensates its sums and interpolates its medians, so the last digits differ.
const tolerance = 1e-12
const value = fc.double({ min: -8, max: 8, noNaN: true })
const column = fc.array(value, { minLength: 2, maxLength: 40 })

function near(own: number, expected: number): void {
  expect(Math.abs(own - expected)).toBeLessThanOrEqual(tolerance * (1 + Math.abs(expected)))
}

it('mean and deviation of a standardised column equal those of simple-statistics', () => {
  fc.assert(
    fc.property(column, (values) => {
      fc.pre(standardDeviation(values) > 1e-3)
      const table = toTrainingTable(
        values.map((entry) => [entry]),
        false,
      )
      const scaled = standardise(table, false)
      near(scaled.mean[0]!, mean(values))
      near(scaled.sd[0]!, standardDeviation(values))
    }),
  )
})

it('the median that fills missing values equals that of simple-statistics, and is 0 for a column without values', () => {
  fc.assert(
    fc.property(column, (values) => {
      const rows = [...values, Number.NaN].map((entry) => [entry, Number.NaN])
      const [own, empty] = toTrainingTable(rows, false).median
      near(own!, median(values))
      expect(empty).toBe(0)
    }),
  )
})

it('mean losses and standard errors of selectComponents equal those of simple-statistics', () => {
  const losses = fc.array(fc.tuple(value, value), { minLength: 2, maxLength: 40 })
  fc.assert(
    fc.property(losses, (pairs) => {
      const [first, second] = [pairs.map(([loss]) => loss), pairs.map(([, loss]) => loss)]
      const own = selectComponents([1, 2], [first, second])
      near(own.mean[0]!, mean(first))
      near(own.mean[1]!, mean(second))
      const deviation = sampleStandardDeviation(pairs.map(([a, b]) => a - b))
      near(Math.max(...own.seOfDifference), deviation / Math.sqrt(pairs.length))
    }),
  )
})
