import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { devig } from '#core/market/devig.ts'
import { amount } from '../../support/amount.ts'
import { atMost, near, same } from '../../support/plain-expect.ts'
import { anyPrice, nWayMethods } from './arbitraries.ts'

const runs = { numRuns: amount(25, 500) }

describe('market of three or more outcomes', () => {
  const market = fc.array(anyPrice, { minLength: 3, maxLength: 20 })

  it.each(nWayMethods)('n-way devig by %s sums to one and lists the outcomes outside (0, 1)', (m) => {
    fc.assert(
      fc.property(market, (odds) => {
        const { probabilities, problematic } = devig(odds, { method: m })
        const size = Math.max(1, ...probabilities.map(Math.abs))
        near(
          probabilities.reduce((sum, p) => sum + p, -1),
          0,
          1e-14 * size,
        )
        expect(problematic).toEqual(probabilities.flatMap((p, i) => (p > 0 && p < 1 ? [] : [i])))
      }),
      runs,
    )
  })

  it.each(['multiplicative', 'power', 'shin', 'oddsRatio'] as const)(
    'n-way devig by %s stays inside (0, 1) and keeps the order of the prices',
    (m) => {
      fc.assert(
        fc.property(market, (odds) => {
          const { probabilities, problematic } = devig(odds, { method: m })
          expect(problematic).toEqual([])
          const byPrice = odds.map((_, i) => i).sort((i, j) => (odds[i] as number) - (odds[j] as number))
          for (let i = 1; i < byPrice.length; i++) {
            const [shorter, longer] = [byPrice[i - 1] as number, byPrice[i] as number]
            const [p, q] = [probabilities[shorter] as number, probabilities[longer] as number]
            atMost(q, p)
            if (odds[longer] === odds[shorter]) same(q, p)
            else if (p > 1e-300 && (odds[longer] as number) > 1.001 * (odds[shorter] as number)) same(q < p, true)
          }
        }),
        runs,
      )
    },
  )

  it('n-way devig keeps the implied probabilities of fair prices under every method', () => {
    const fair = [
      [2, 3, 6],
      [3, 2, 6],
      [6, 3, 2],
      [2, 4, 4],
    ]
    for (let n = 3; n <= 20; n++) fair.push(Array(n).fill(n))
    for (const odds of fair) {
      for (const m of nWayMethods) {
        const { probabilities, margin, hold, underround, params } = devig(odds, { method: m })
        expect(probabilities, m).toEqual(odds.map((o) => 1 / o))
        expect([margin, hold, underround]).toEqual([0, 0, false])
        for (const [name, value] of Object.entries(params))
          expect(value, name).toBe(name === 'powerK' || name === 'oddsRatioC' ? 1 : 0)
      }
    }
  })

  it('the additive method pushes a long shot below zero and flags it, where Shin does not', () => {
    const odds = [0.87, 0.2, 0.1, 0.05, 0.02, 0.01].map((r) => 1 / r)
    expect(devig(odds, { method: 'additive' }).problematic).toEqual([4, 5])
    expect(devig(odds, { method: 'wpo' }).problematic).toEqual([4, 5])
    expect(devig(odds, { method: 'shin' }).problematic).toEqual([])
  })
})
