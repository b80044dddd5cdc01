import { describe, expect, it } from 'vitest'
import { log, log1p } from '#core/math/log.ts'
import { seededRandom } from '#core/math/seeded-random.ts'
import { amount } from '../../support/amount.ts'
import { exactLog, fixed, one, ulpsFrom } from './exact.ts'

const random = seededRandom(3)
const uniform = () => (random.below(2 ** 32) + random.below(2 ** 20) / 2 ** 20) / 2 ** 32
const sign = () => (random.below(2) === 0 ? -1 : 1)
const draw = (count: number, next: () => number) => Array.from({ length: amount(count / 5, count) }, next)

/** Worst arguments among several million tried. */
const hardest = [1.0057677372804517, 1.007778963141262]
const hardestOfOnePlus = [0.007457378728848693, 0.007036573237890511, 9647185295868646]

/** Arbitrary double of any size. */
function logError(x: number): number {
  let exponent = 0
  let z = x
  for (; z < 2 ** -200; z *= 2 ** 100) exponent -= 100
  for (; z > 2 ** 200; z /= 2 ** 100) exponent += 100
  return ulpsFrom(exactLog(fixed(z), exponent), log(x))
}

/** Whether f decreases somewhere among the doubles next to x. */
function decreases(f: (x: number) => number, x: number): boolean {
  const values = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((step) => f(x + Math.abs(x) * step * 2 ** -53))
  return values.some((value, i) => i > 0 && !(value >= values[i - 1]!))
}

describe('log', () => {
  it('log errs by less than 0.51 units in the last place, everywhere', () => {
    const arguments_ = [
      ...hardest,
      ...draw(2000, () => 0.5 + 1.5 * uniform()),
      ...draw(2000, () => 1 + (uniform() - 0.5) / 64),
      ...draw(500, () => 1 + sign() * 2 ** -random.below(52) * uniform()),
      ...draw(1000, () => 100 * uniform()),
      ...draw(1000, () => 2 ** (random.below(2090) - 1070) * (1 + uniform())),
      ...draw(200, () => Number.MIN_VALUE * (1 + random.below(2 ** 32))),
    ]
    for (const x of arguments_) if (x !== 1) expect(logError(x), `ln ${x}`).toBeLessThan(0.51)
  })

  it('log is 0 at 1, -Infinity at 0, Infinity at Infinity and NaN below 0', () => {
    expect([1, 0, -0, Infinity].map(log)).toEqual([0, -Infinity, -Infinity, Infinity])
    expect([-1, -Number.MIN_VALUE, -Infinity, Number.NaN].map(log)).toEqual([NaN, NaN, NaN, NaN])
    expect([Number.MAX_VALUE, Number.MIN_VALUE].map(log)).toEqual([709.782712893384, -744.4400719213812])
  })

  it('log never decreases between neighbouring doubles, including the joints of its table and of powers of two', () => {
    const borders = Array.from({ length: 128 }, (_, i) => [11 / 16 + i / 256, 1 + i / 128]).flat()
    const around = [...borders, ...draw(10000, () => 3 * uniform())]
    expect(around.flatMap((x) => [x, 2 * x, x / 2 ** 600]).filter((x) => decreases(log, x))).toEqual([])
  })
})

describe('log1p', () => {
  it('log1p errs by less than 0.51 units in the last place, near 0 and near -1 too', () => {
    const arguments_ = [
      ...hardestOfOnePlus,
      ...draw(2000, () => 1.5 * uniform() - 0.5),
      ...draw(1000, () => (sign() * uniform()) / 100),
      ...draw(500, () => sign() * 2 ** -random.below(100) * uniform()),
      ...draw(500, () => -1 + 2 ** -random.below(52) * uniform()),
      ...draw(500, () => 2 ** random.below(70) * uniform()),
    ]
    for (const x of arguments_) {
      if (x === -1) continue
      expect(ulpsFrom(exactLog(one + fixed(x)), log1p(x)), `ln(1 + ${x})`).toBeLessThan(0.51)
    }
  })

  it('log1p keeps the sign of 0 and the smallest doubles, is -Infinity at -1 and NaN below', () => {
    for (const x of [0, -0, Number.MIN_VALUE, -1e-300, 1e-17]) expect(log1p(x)).toBe(x)
    expect([-1, Infinity].map(log1p)).toEqual([-Infinity, Infinity])
    expect([-1 - 2 ** -52, -2, -Infinity, Number.NaN].map(log1p)).toEqual([NaN, NaN, NaN, NaN])
    expect(log1p(Number.MAX_VALUE)).toBe(log(Number.MAX_VALUE))
  })

  it('log1p never decreases between neighbouring doubles', () => {
    const around = [2 ** -54, 2 ** -32, 1 / 128, 1, 2 ** 53, 2 ** 60]
    expect(
      [...around, ...draw(10000, () => 2 ** (60 - random.below(120)) * uniform())].filter((x) => decreases(log1p, x)),
    ).toEqual([])
    expect(draw(10000, () => -(2 ** -random.below(60)) * uniform()).filter((x) => decreases(log1p, x))).toEqual([])
  })
})
