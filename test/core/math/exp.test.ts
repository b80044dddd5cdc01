import { describe, expect, it } from 'vitest'
import { exp, expOfSum } from '#core/math/exp.ts'
import { seededRandom } from '#core/math/seeded-random.ts'
import { amount } from '../../support/amount.ts'
import { exactExp, fixed, ulpsFrom } from './exact.ts'

describe('exp', () => {
  it('exp errs by less than 0.51 units in the last place, everywhere', () => {
    const random = seededRandom(1)
    for (const width of [1e-8, 1, 40, 708]) {
      for (let i = 0; i < amount(150, 3000); i++) {
        const x = (random.below(2 ** 32) / 2 ** 31 - 1) * width
        const { value, exponent } = exactExp(fixed(x))
        expect(ulpsFrom(value, exp(x) / 2 ** exponent), `e^${x}`).toBeLessThan(0.51)
      }
    }
  })

  it('exp is 1 at zero, Infinity above the range of doubles and 0 below it', () => {
    expect([0, -0, 1e-300, -Number.MIN_VALUE].map(exp)).toEqual([1, 1, 1, 1])
    expect([709.782712893384, 709.7827128933841, 710, Infinity].map(exp)).toEqual([
      1.7976931348622732e308,
      Infinity,
      Infinity,
      Infinity,
    ])
    expect([-745.1332191019411, -745.1332191019412, -746, -Infinity].map(exp)).toEqual([Number.MIN_VALUE, 0, 0, 0])
    expect(exp(Number.NaN)).toBeNaN()
  })

  it('exp gives the bits of expOfSum', () => {
    const random = seededRandom(3)
    const drawn = [1e-3, 1, 40, 300, 745].flatMap((width) =>
      Array.from({ length: 20_000 }, () => (random.below(2 ** 32) / 2 ** 31 - 1) * width),
    )
    const all = [...drawn, -370, -369.99999999999994, -370.00000000000006, 350, 349.99999999999994]
    expect(all.filter((x) => exp(x) !== expOfSum(x, 0))).toEqual([])
  })

  it('exp never decreases from one double to the next', () => {
    const random = seededRandom(2)
    const drawn = Array.from({ length: 20_000 }, () => (random.below(2 ** 32) / 2 ** 31 - 1) * 40)
    expect(drawn.filter((x) => !(exp(x + Math.abs(x) * 2 ** -52) >= exp(x)))).toEqual([])
  })
})
