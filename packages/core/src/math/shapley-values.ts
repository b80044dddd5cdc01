/**
 * Shapley values: each player's contribution to a game, averaged over all orders in which players can join:
 * phi_j = sum over coalitions S without j of |S|! (n - 1 - |S|)! / n! (v(S + j) - v(S)). They sum to v(all) - v(none). Calls `value`
 * 2^n times.
 *
 * Source: L. S. Shapley, "A value for n-person games" (1953).
 *
 * @param players n, at most 16
 * @param value of a coalition, which contains player j if bit j is set
 * @returns one number per player
 * @example shapleyValues(2, (coalition) => [0, 1, 2, 5][coalition]) // => [2, 3]
 */
export function shapleyValues(players: number, value: (coalition: number) => number): readonly number[] {
  const values = Float64Array.from({ length: 1 << players }, (_, coalition) => value(coalition))
  const weights = coalitionWeights(players)
  return Array.from({ length: players }, (_, player) => {
    const bit = 1 << player
    let sum = 0
    for (let coalition = 0; coalition < values.length; coalition++) {
      if ((coalition & bit) !== 0) continue
      sum += weights[sizeOf(coalition)]! * (values[coalition | bit]! - values[coalition]!)
    }
    return sum
  })
}

/** Weights |S|! (n - 1 - |S|)! / n! by the size of S, as 1 / (n choose |S|) / (n - |S|). */
function coalitionWeights(players: number): readonly number[] {
  let choices = 1
  return Array.from({ length: players }, (_, size) => {
    const weight = 1 / (choices * (players - size))
    choices = (choices * (players - size)) / (size + 1)
    return weight
  })
}

function sizeOf(coalition: number): number {
  let size = 0
  for (let rest = coalition; rest !== 0; rest &= rest - 1) size++
  return size
}
