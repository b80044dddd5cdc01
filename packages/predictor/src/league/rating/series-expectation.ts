import { exp, race } from '@riftline/core/math'
import type { BestOf } from '../../types.ts'

/** Positive nodes and their weights of the 15-point Gauss-Hermite rule for a standard normal; the last is the node 0. */
const rule: readonly (readonly [number, number])[] = [
  [6.3639478888298395, 8.589649899633352e-10],
  [5.190093591304782, 5.975419597920596e-7],
  [4.1962077112690155, 5.6421464051890157e-5],
  [3.2890824243987664, 0.001567357503549957],
  [2.432436827009758, 0.017365774492137616],
  [1.6067100690287297, 0.08941779539984432],
  [0.7991290683245481, 0.23246229360973222],
]
const nodes = Float64Array.from(rule, ([node]) => node)
const weights = Float64Array.from(rule, ([, weight]) => weight)
const centreWeight = 0.3182595182595182

/** The 15 logits of a call, and the chances of their outsiders. */
const logits = new Float64Array(2 * nodes.length + 1)
const outsiders = new Float64Array(logits.length)
const chances = new Float64Array(2)

/**
 * Chances to win and to lose a best-of series when the logit of one game is N(mean, sd^2): doubt about strength is shared by
 * all games of the series, so it is averaged after the race formula, not before. Both in (0, 1), and each with its own
 * digits, however small; -mean gives them the other way round to the bit. The caller's until the next call.
 */
export function expectedSeriesChances(mean: number, sd: number, bestOf: BestOf): Float64Array {
  logits[2 * nodes.length] = mean
  for (let i = 0; i < nodes.length; i++) {
    logits[2 * i] = mean + sd * nodes[i]!
    logits[2 * i + 1] = mean - sd * nodes[i]!
  }
  setOutsiderChances((bestOf + 1) / 2)
  const centre = outsiders[2 * nodes.length]!
  let won = centreWeight * (mean > 0 ? 1 - centre : centre)
  let lost = centreWeight * (mean > 0 ? centre : 1 - centre)
  for (let i = 0; i < nodes.length; i++) {
    const weight = weights[i]!
    const isHighAhead = logits[2 * i]! > 0
    const isLowAhead = logits[2 * i + 1]! > 0
    const atHigh = outsiders[2 * i]!
    const atLow = outsiders[2 * i + 1]!
    won += weight * ((isHighAhead ? 1 - atHigh : atHigh) + (isLowAhead ? 1 - atLow : atLow))
    lost += weight * ((isHighAhead ? atHigh : 1 - atHigh) + (isLowAhead ? atLow : 1 - atLow))
  }
  chances[0] = won
  chances[1] = lost
  return chances
}

/** From the logit of a game to the chance of the side with the smaller one. In loops of their own, twice as quick. */
function setOutsiderChances(gamesToWin: number): void {
  for (let i = 0; i < logits.length; i++) {
    const odds = exp(-Math.abs(logits[i]!))
    outsiders[i] = odds / (1 + odds)
  }
  for (let i = 0; i < outsiders.length; i++) outsiders[i] = race(outsiders[i]!, gamesToWin)
}
