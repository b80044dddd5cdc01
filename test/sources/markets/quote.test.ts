import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noQuote, oddsOf, opposite } from '#sources/markets/price-markets.ts'
import { amount } from '../../support/amount.ts'

const fair = { bid: 0.5, ask: 0.52 }

describe('odds of two outcomes', () => {
  it('odds of two outcomes are 1 / mid with 4 decimals', () => {
    expect(oddsOf({ bid: 0.6, ask: 0.62 }, { bid: 0.38, ask: 0.4 })).toEqual([
      { decimalOdds: 1.6393, bid: 0.6, ask: 0.62 },
      { decimalOdds: 2.5641, bid: 0.38, ask: 0.4 },
    ])
  })

  it('odds of two outcomes are null if a side is missing, crossed, or not between 0 and 1', () => {
    for (const quote of [
      noQuote,
      { bid: 0.5, ask: null },
      { bid: 0.6, ask: 0.5 },
      { bid: 0, ask: 0.05 },
      { bid: 0.95, ask: 1 },
    ]) {
      expect(oddsOf(quote, fair), JSON.stringify(quote)).toBe('one_sided')
      expect(oddsOf(fair, quote), JSON.stringify(quote)).toBe('one_sided')
    }
    expect(oddsOf({ bid: Number.NaN, ask: 0.5 }, fair)).toBe('one_sided')
  })

  it('odds of two outcomes are null if bid and ask differ by more than 0.10', () => {
    expect(oddsOf({ bid: 0.45, ask: 0.5501 }, fair)).toBe('wide_spread')
    for (let cents = 1; cents < 89; cents += 1) {
      const quote = { bid: cents / 100, ask: (cents + 10) / 100 }
      expect(oddsOf(quote, opposite(quote)), `${cents}`).toBeInstanceOf(Array)
    }
  })

  it('odds of two outcomes are above 1 and at most 1000, and their implied chances add up to about 1', () => {
    const price = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(price, price, (bid, ask) => {
        const odds = oddsOf({ bid, ask }, opposite({ bid, ask }))
        if (typeof odds === 'string') return
        for (const { decimalOdds } of odds) expect(decimalOdds > 1 && decimalOdds <= 1000).toBe(true)
        // The odds of each outcome are rounded to 4 decimals.
        expect(Math.abs(1 / odds[0].decimalOdds + 1 / odds[1].decimalOdds - 1)).toBeLessThan(2e-4)
      }),
      { numRuns: amount(200, 2000) },
    )
  })
})
