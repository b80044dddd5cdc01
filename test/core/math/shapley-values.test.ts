import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shapleyValues } from '#core/math/shapley-values.ts'

const hasLeft = (coalition: number) => (coalition & 1) === 1
const rightOnes = (coalition: number) => ((coalition >> 1) & 1) + ((coalition >> 2) & 1)

describe('Shapley values', () => {
  it('in the glove game the only left glove has a Shapley value of 2/3 and each right one 1/6', () => {
    const pairs = (coalition: number) => (hasLeft(coalition) && rightOnes(coalition) > 0 ? 1 : 0)
    const [left, right, other] = shapleyValues(3, pairs)
    expect(left).toBeCloseTo(2 / 3, 15)
    expect(right).toBeCloseTo(1 / 6, 15)
    expect(other).toBe(right)
  })

  it('Shapley values are means over all orders of joining and sum to the gain of all players', () => {
    const games = fc
      .integer({ min: 1, max: 6 })
      .chain((players) =>
        fc.tuple(
          fc.constant(players),
          fc.array(fc.double({ min: -9, max: 9, noNaN: true }), { minLength: 1 << players, maxLength: 1 << players }),
        ),
      )
    fc.assert(
      fc.property(games, ([players, values]) => {
        const worth = (coalition: number) => values[coalition]!
        const shares = shapleyValues(players, worth)
        const expected = meanOverOrders(players, worth)
        for (const [player, share] of shares.entries()) expect(share).toBeCloseTo(expected[player]!, 12)
        const gain = worth(values.length - 1) - worth(0)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(gain, 12)
      }),
      { numRuns: 50 },
    )
  })

  it('the Shapley value of a player who never changes anything is exactly 0', () => {
    expect(shapleyValues(3, (coalition) => 0.1 * (coalition & 5))[1]).toBe(0)
  })
})

function meanOverOrders(players: number, worth: (coalition: number) => number): readonly number[] {
  const sums = Array<number>(players).fill(0)
  const orders = ordersOf(Array.from({ length: players }, (_, player) => player))
  for (const order of orders) {
    let coalition = 0
    for (const player of order) {
      sums[player]! += worth(coalition | (1 << player)) - worth(coalition)
      coalition |= 1 << player
    }
  }
  return sums.map((sum) => sum / orders.length)
}

function ordersOf(players: readonly number[]): readonly (readonly number[])[] {
  if (players.length === 0) return [[]]
  return players.flatMap((first) =>
    ordersOf(players.filter((player) => player !== first)).map((rest) => [first, ...rest]),
  )
}
