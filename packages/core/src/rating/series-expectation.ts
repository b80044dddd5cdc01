import { seriesProbability } from '../math/race-to-n.ts'
import type { BestOf } from '../types.ts'

/** Positive nodes and their weights of the 15-point Gauss-Hermite rule for a standard normal; the last is the node 0. */
const nodes: readonly (readonly [number, number])[] = [
  [6.3639478888298395, 8.589649899633352e-10],
  [5.190093591304782, 5.975419597920596e-7],
  [4.1962077112690155, 5.6421464051890157e-5],
  [3.2890824243987664, 0.001567357503549957],
  [2.432436827009758, 0.017365774492137616],
  [1.6067100690287297, 0.08941779539984432],
  [0.7991290683245481, 0.23246229360973222],
]
const centreWeight = 0.3182595182595182

/**
 * Chance to win a best-of series when the logit of one game is N(mean, sd^2): doubt about strength is shared by all games
 * of the series, so it is averaged after the race formula, not before. Result in (0, 1).
 */
export function expectedSeriesProbability(mean: number, sd: number, bestOf: BestOf): number {
  let sum = centreWeight * seriesAt(mean, bestOf)
  for (const [node, weight] of nodes) {
    sum += weight * (seriesAt(mean + sd * node, bestOf) + seriesAt(mean - sd * node, bestOf))
  }
  return sum
}

function seriesAt(logit: number, bestOf: BestOf): number {
  return seriesProbability(1 / (1 + Math.exp(-logit)), bestOf)
}
