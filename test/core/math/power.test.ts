import { describe, expect, it } from 'vitest'
import { expm1 } from '#core/math/exp.ts'
import { power } from '#core/math/log.ts'
import { seededRandom } from '#core/math/seeded-random.ts'
import { amount } from '../../support/amount.ts'
import { exactExp, exactLog, fixed, one, times, ulpsFrom } from './exact.ts'

const random = seededRandom(4)
const uniform = () => (random.below(2 ** 32) + random.below(2 ** 20) / 2 ** 20) / 2 ** 32
const signed = () => 2 * uniform() - 1

function powerError(x: number, y: number): number {
  const { value, exponent } = exactExp(times(exactLog(fixed(x)), fixed(y)))
  return ulpsFrom(value, power(x, y) / 2 ** exponent)
}

describe('power', () => {
  it.each([
    { where: 'between 1/e and e', size: 1, limit: 0.51 },
    { where: 'up to e^20', size: 20, limit: 0.7 },
    { where: 'up to e^700', size: 700, limit: 8 },
  ])('power errs by less than $limit units in the last place $where', ({ size, limit }) => {
    for (let i = 0; i < amount(200, 2000); i++) {
      const x = i % 2 === 0 ? 2 ** (20 * signed()) : 1 + signed() / 100
      const y = (size * signed()) / Math.log(x)
      expect(powerError(x, y), `${x}^${y}`).toBeLessThan(limit)
    }
  })

  it('power is exact where the result is a double', () => {
    const exponents = Array.from({ length: 2098 }, (_, i) => i - 1074)
    expect(exponents.filter((n) => power(2, n) !== 2 ** n)).toEqual([])
    for (let n = 0; n < 34; n++) expect(power(3, n)).toBe(Number(3n ** BigInt(n)))
    expect(power(0.25, 0.5)).toBe(0.5)
    expect(power(0.625, 1)).toBe(0.625)
  })

  it('power is 1 for exponent 0 and base 1, and overflows and underflows like doubles', () => {
    for (const x of [0, 0.5, 1, 7, Infinity]) expect(power(x, 0)).toBe(1)
    for (const y of [-Infinity, -1e308, -2, -0, 3, 1e308]) expect(power(1, y)).toBe(1)
    expect([power(0, 2), power(0, -2), power(Infinity, 2), power(Infinity, -2)]).toEqual([0, Infinity, Infinity, 0])
    expect([power(0.5, Infinity), power(0.5, -Infinity), power(2, 1e300), power(2, -1e300)]).toEqual([
      0,
      Infinity,
      Infinity,
      0,
    ])
    expect([power(-2, 2), power(Number.NaN, 1), power(2, Number.NaN), power(0, Number.NaN)]).toEqual([
      NaN,
      NaN,
      NaN,
      NaN,
    ])
  })
})

describe('expm1', () => {
  it('expm1 errs by less than 0.6 units in the last place, also near 0', () => {
    for (const width of [1e-20, 1e-3, 1 / 16, 0.07, 1, 40, 100]) {
      for (let i = 0; i < amount(100, 1000); i++) {
        const x = width * signed()
        const { value, exponent } = exactExp(fixed(x))
        const exact = (exponent < 0 ? value >> BigInt(-exponent) : value << BigInt(exponent)) - one
        expect(ulpsFrom(exact, expm1(x)), `e^${x} - 1`).toBeLessThan(0.6)
      }
    }
  })

  it('expm1 keeps the sign of 0 and the smallest doubles, and tends to -1 and Infinity', () => {
    for (const x of [0, -0, Number.MIN_VALUE, -1e-300]) expect(expm1(x)).toBe(x)
    expect([-Infinity, -800, -40, 710, Infinity].map(expm1)).toEqual([-1, -1, -1, Infinity, Infinity])
    expect(expm1(Number.NaN)).toBeNaN()
  })
})
