import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cellLimit } from '#core/trees/engines/node-test.ts'
import { prepareRow, zeroThreshold } from '#core/trees/form/scoring-rules.ts'
import { below } from '#core/trees/form/sets.ts'
import { amount } from '../../../support/amount.ts'
import { same } from '../../../support/plain-expect.ts'

const precisions = ['float64', 'float32'] as const

function prepared(value: number, precision: 'float64' | 'float32'): number {
  const row = new Float64Array(1)
  prepareRow(Float64Array.of(value), 0, row, precision)
  return row[0] as number
}

const special = [
  ...[0, -0, 1, 0.1, 2 ** -149, 2 ** -150, 2 ** -151, 2 ** 127, 3.4028234663852886e38, 3.4028235677973366e38, 2 ** 128],
  ...[
    zeroThreshold,
    below(zeroThreshold),
    1e-35,
    1e-36,
    1e300,
    Infinity,
    Number.MIN_VALUE,
    16777217,
    1.0000000596046448,
  ],
].flatMap((value) => [value, -value])

/** Numbers close to one another, for which a limit is most likely to be wrong. */
const numbers = fc.oneof(
  fc.constantFrom(...special),
  fc.double({ noNaN: true }),
  fc.float({ noNaN: true }),
  fc.constantFrom(...special.filter(Number.isFinite)).map(below),
)

it('a raw cell is within the limit exactly when the prepared cell is within the threshold', () => {
  for (const precision of precisions) {
    for (const threshold of special) {
      for (const cell of [...special, ...special.filter(Number.isFinite).map(below)]) {
        const [got, expected] = [cell <= cellLimit(threshold, precision), prepared(cell, precision) <= threshold]
        same(got, expected, `${cell} beside ${threshold}, ${precision}`)
      }
    }
  }
})

it('a raw cell is within the limit exactly when the prepared cell is within the threshold, for any numbers and at the limit', () => {
  fc.assert(
    fc.property(numbers, numbers, fc.constantFrom(...precisions), (threshold, cell, precision) => {
      const limit = cellLimit(threshold, precision)
      same(cell <= limit, prepared(cell, precision) <= threshold)
      same(prepared(limit, precision) <= threshold, true)
    }),
    { numRuns: amount(400, 5000) },
  )
})

it('below returns the next smaller double', () => {
  const bits = (value: number) => new BigInt64Array(Float64Array.of(value).buffer)[0] as bigint
  const positive = fc.oneof(
    fc.double({ min: Number.MIN_VALUE, max: Number.MAX_VALUE, noNaN: true }),
    fc.integer({ min: 1 }),
  )
  const powers = fc.integer({ min: -1074, max: 1023 }).map((exponent) => 2 ** exponent)
  fc.assert(
    fc.property(fc.oneof(positive, powers), (value) => {
      expect(bits(below(value))).toBe(bits(value) - 1n)
      expect(bits(below(-value))).toBe(bits(-value) + 1n)
    }),
  )
  expect(below(0)).toBe(-Number.MIN_VALUE)
  expect(below(-0)).toBe(-Number.MIN_VALUE)
})
