import { takeOdds, takerFee } from '@riftline/core'
import { describe, expect, it } from 'vitest'
import { kalshiFee, polymarketFee } from '#sources/markets/price-markets.ts'

describe('fees of venues', () => {
  it("Kalshi's fee for a contract is 0.07 P (1 - P), rounded up to 0.01 cent, as its schedule states it for 100 contracts", () => {
    for (let cents = 1; cents < 100; cents++) {
      const price = cents / 100
      // ceil(0.07 x 100 x P x (1 - P)) is in whole cents; a contract bears a hundredth of it.
      const centsOf100 = Math.ceil(Number((700 * price * (1 - price)).toFixed(9)))
      expect(takerFee(price, kalshiFee), `${cents}`).toBeCloseTo(centsOf100 / 10_000, 12)
    }
  })

  it("Polymarket's fee is the dearest schedule of the markets, else the documented fee for sports", () => {
    const feeSchedule = { exponent: 1, rate: 0.03, takerOnly: true, rebateRate: 0.25 }
    expect(polymarketFee([{ feesEnabled: true, feeSchedule }])).toEqual({ name: 'polymarket', rate: 0.03, exponent: 1 })
    expect(polymarketFee([{ feesEnabled: false }])).toMatchObject({ rate: 0 })
    expect(polymarketFee([{ feesEnabled: false }, { feeSchedule }])).toMatchObject({ rate: 0.03 })
    expect(polymarketFee([{ feeSchedule: { rate: 'free', exponent: null } }])).toMatchObject({
      rate: 0.05,
      exponent: 1,
    })
    expect(polymarketFee([])).toMatchObject({ rate: 0.05, exponent: 1 })
    expect(takerFee(0.5, polymarketFee([{ feeSchedule }]))).toBeCloseTo(0.0075, 12)
  })

  it('takeable odds include ask and fee, and are null if either is unknown or a bet could win nothing', () => {
    expect(takeOdds(0.62, polymarketFee([]))).toBeCloseTo(1 / (0.62 + 0.05 * 0.62 * 0.38), 12)
    expect([takeOdds(null, kalshiFee), takeOdds(0.5, null), takeOdds(1, kalshiFee)]).toEqual([null, null, null])
    expect(takeOdds(0.9999, { name: 'dear', rate: 1, exponent: 0 })).toBeNull()
    expect(() => takeOdds(0.5, { ...kalshiFee, rate: Number.NaN })).toThrow('rule.rate')
    expect(() => takeOdds(1.5, kalshiFee)).toThrow('price: expected')
  })
})
