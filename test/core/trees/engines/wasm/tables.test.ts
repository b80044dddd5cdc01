import fc from 'fast-check'
import { expect, it } from 'vitest'
import { seededRandom } from '#core/math/seeded-random.ts'
import { createLeafCodes } from '#core/trees/engines/wasm/bitvector/programs.ts'
import { codedColumn } from '#core/trees/engines/wasm/codes.ts'
import { collectColumns, rankValues } from '#core/trees/engines/wasm/columns.ts'
import { createTreesBuilder } from '#core/trees/form/build-trees.ts'
import { ensembleOf } from '../random-ensemble.ts'

it('the limits of a set of categories are the ends of its runs, for bitsets and lists', () => {
  const anyCategories = fc.uniqueArray(fc.oneof(fc.nat(100), fc.nat(2147483647), fc.constant(2147483647)), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(anyCategories, (categories) => {
      const builder = createTreesBuilder()
      const { decision, set } = builder.addCategories(categories)
      builder.addTree(0, {
        feature: [0],
        decision: [decision],
        threshold: [set],
        left: [-1],
        right: [-2],
        leafValue: [0, 1],
        linear: null,
        counts: null,
      })
      const ensemble = ensembleOf(builder.finish(), { precision: 'float64', outputs: 1, features: 1 })
      const { limits, limitOf } = collectColumns(ensemble)
      for (const category of [0, 1, 2147483647, 5.5, ...categories, ...categories.map((one) => one + 1)]) {
        const above = limitOf.filter((limit) => limits[limit]! < category).length
        expect(above % 2 === 1).toBe(categories.includes(Math.trunc(category)))
      }
      const runs = categories.filter((category) => !categories.includes(category - 1)).length
      expect(limitOf).toHaveLength(2 * runs)
    }),
  )
})

it('rankValues ranks values within their columns, by a table or by a sort', () => {
  const values = fc.array(fc.tuple(fc.nat(3), fc.oneof(fc.nat(20), fc.nat(100000), fc.double({ noNaN: true }))))
  const more = fc.array(fc.array(fc.double({ noNaN: true }), { maxLength: 2 }), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(values, more, (pairs, added) => {
      const value = Float64Array.from(pairs, (pair) => pair[1] + 0) // + 0 removes -0
      const column = Int32Array.from(pairs, (pair) => pair[0])
      const { start, distinct, position } = rankValues(value, column, 4, (c) => added[c]!.map((one) => one + 0))
      for (let c = 0; c < 4; c++) {
        const mine = [...Array.from(value).filter((_, i) => column[i] === c), ...added[c]!.map((one) => one + 0)]
        const expected = [...new Set(mine)].sort((a, b) => a - b)
        expect(Array.from(distinct.subarray(start[c], start[c + 1]))).toEqual(expected)
      }
      expect(Float64Array.from(position, (at) => distinct[at]!)).toEqual(value)
    }),
  )
})

it('codes of evenly spread bounds use buckets, those of others a search', () => {
  const compares = (limits: readonly number[]) => codedColumn(0, Float64Array.from(limits), 0).buckets.compares
  const numbers = Array.from({ length: 200 }, (_, i) => i)
  expect(compares([])).toBe(1)
  expect(compares([7])).toBe(1)
  expect(compares(numbers)).toBe(1)
  expect(compares(numbers.map((i) => i ** 2))).toBe(2)
  expect(compares([-1e-35, 1e-35, ...numbers.map((i) => i + 0.5), Infinity])).toBe(1)
  expect(compares([-Infinity, ...numbers, 1e300])).toBe(1)
  expect(compares(numbers.map((i) => 1.5 ** i))).toBe(0)
  expect(compares([...numbers.slice(0, 5).map((i) => i * 1e-9), 1])).toBe(0)
})

it('bounds are the doubles just above the limits', () => {
  const limits = [-Infinity, -1, 0, 5e-324, 1, Infinity]
  const above = [-Number.MAX_VALUE, -0.9999999999999999, 5e-324, 1e-323, 1.0000000000000002, Number.NaN]
  expect(codedColumn(0, Float64Array.from(limits), 0).bounds).toEqual(Float64Array.of(-Infinity, ...above))
})

it('leaf codes are distinct and mostly differ in one bit from the code that they branch off', () => {
  const random = seededRandom(3)
  const codes = createLeafCodes(12)
  for (let bits = 1; bits <= 12; bits++) {
    codes.start(bits)
    const given = [0]
    let flipped = 0
    while (given.length < 2 ** bits) {
      const from = given[random.below(given.length)]!
      const code = codes.branch(from)
      flipped += (code ^ from).toString(2).replaceAll('0', '').length
      given.push(code)
    }
    expect(new Set(given).size).toBe(2 ** bits)
    expect(Math.max(...given)).toBe(2 ** bits - 1)
    expect(flipped).toBeLessThan(2 * 2 ** bits)
  }
})
