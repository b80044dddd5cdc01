import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DevigMethod, devig } from '#core/market/devig.ts'
import { impliedOdds } from '#core/market/implied-odds.ts'
import { amount } from '../../support/amount.ts'
import { near } from '../../support/plain-expect.ts'
import { twoWayMethods, uniform } from './arbitraries.ts'

const runs = { numRuns: amount(150, 500) }

describe('the way back to prices', () => {
  it.each(twoWayMethods.filter((m) => m !== 'jsd'))(
    'impliedOdds returns the prices that %s took the margin from',
    (m) => {
      const price = uniform(-9, 7).map((x) => 1 + Math.exp(x))
      fc.assert(
        fc.property(price, price, (o1, o2) => {
          const odds = [o1, o2]
          impliedOdds(devig(odds, { method: m })).forEach((back, i) => {
            near(back / (odds[i] as number), 1, 1e-9)
          })
        }),
        runs,
      )
    },
  )

  it.each(twoWayMethods.filter((m) => m !== 'jsd'))('impliedOdds puts the margin of %s on, or refuses it', (m) => {
    const legal = { seen: 0, refused: 0 }
    fc.assert(
      fc.property(uniform(0.01, 0.99), uniform(-1.2, 1.2), (p, margin) => {
        let odds: number[]
        try {
          odds = impliedOdds({ probabilities: [p, 1 - p], margin, method: m })
        } catch {
          legal.refused++
          return
        }
        legal.seen++
        const back = devig(odds, { method: m })
        near(back.margin, margin)
        // Next to 1 a price has few digits left that tell the probability.
        const room = 1e-12 + 1e-16 / (Math.min(...odds) - 1)
        near(back.probabilities[0] as number, p, room)
      }),
      runs,
    )
    expect(legal.seen).toBeGreaterThan(amount(15, 50))
    expect(legal.refused).toBeGreaterThan(amount(6, 20))
  })

  it('impliedOdds refuses a margin that takes a price to 1', () => {
    const at = (method: DevigMethod, margin: number) => () => impliedOdds({ probabilities: [0.8, 0.2], margin, method })
    // a = 0.8 (1 + m), 0.8 + m/2 reach 1 here; b = 0.2 + m/2 and a = 1 - 0.2 (1 - m) reach 0
    expect(at('multiplicative', 0.2499)()).toHaveLength(2)
    expect(at('multiplicative', 0.25)).toThrow(/^margin: expected a margin that method multiplicative can put on/)
    expect(at('additive', 0.3999)()).toHaveLength(2)
    expect(at('additive', 0.4)).toThrow(/^margin: /)
    expect(at('additive', -0.3999)()).toHaveLength(2)
    expect(at('shin', -0.4)).toThrow(/^margin: /)
    expect(at('bb', -0.2499)()).toHaveLength(2)
    expect(at('bb', -0.25)).toThrow(/^margin: /)
    for (const method of ['oddsRatio', 'power', 'probit'] as const) {
      expect(at(method, 0.99)()).toHaveLength(2)
      expect(at(method, -0.99)()).toHaveLength(2)
      expect(at(method, 1)).toThrow(/^margin: /)
      expect(at(method, -1)).toThrow(/^margin: /)
    }
  })
})
