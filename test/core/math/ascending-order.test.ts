import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ascendingOrder } from '#core/math/search.ts'

const numbers = fc.oneof(
  fc.double({ noNaN: true }),
  fc.constantFrom(0, -0, 1, -1, Infinity, -Infinity, 5e-324, -5e-324, 2 ** 31, 2 ** -33),
)

it('ascendingOrder equals a stable sort by comparison, for any numbers', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(numbers, numbers), { maxLength: 300 }), (rows) => {
      const [x, y] = [rows.map(([first]) => first), rows.map(([, second]) => second)]
      const compare = (a: number, b: number) => (a < b ? -1 : Number(a > b))
      const expected = rows.map((_, i) => i).sort((i, j) => compare(x[i]!, x[j]!) || compare(y[i]!, y[j]!))
      expect(Array.from(ascendingOrder([x, y]))).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})

it('ascendingOrder of no rows is empty', () => {
  expect(ascendingOrder([[]])).toEqual(new Uint32Array(0))
  expect(ascendingOrder([[7]])).toEqual(Uint32Array.of(0))
})
