import { exp } from '../../math/exp.ts'

/** Points of a standard normal, from the lowest up, symmetric around 0. */
export interface StrengthGrid {
  readonly points: Float64Array
  readonly weights: Float64Array
  /** Odds against blue in a game where both teams are as strong on average: e^(-sd z). */
  readonly against: Float64Array
}

const density0 = 1 / Math.sqrt(2 * Math.PI)
const densestStep = 0.4
/** Beyond it the normal itself is below 1e-16. */
const halfWidth = 8.5

/** The weight of a point of a standard normal. */
function weightAt(z: number, step: number): number {
  return step * density0 * exp((-z * z) / 2)
}

/** From the middle on, as far as a grid of this step ever reaches: most series have them. */
const densestWeights = Float64Array.from({ length: 31 }, (_, i) => weightAt(i * densestStep, densestStep))

/**
 * Grid on which expectations of products of up to 2n chances of a game under a normal logit keep all their digits, also
 * relative to themselves: the trapezoidal rule, whose error for smooth functions falls faster than any power of the step.
 *
 * Source: L. N. Trefethen and J. A. C. Weideman, "The exponentially convergent trapezoidal rule", SIAM Review 56 (2014).
 *
 * @param sd standard deviation of the logit, at least 0; 0 has the one point 0
 * @param gamesToWin n of the series
 */
export function strengthGrid(sd: number, gamesToWin: number): StrengthGrid {
  if (sd === 0) return { points: new Float64Array(1), weights: Float64Array.of(1), against: Float64Array.of(1) }
  const step = densestStep / Math.max(1, sd)
  // Powers of a chance move the middle of what is summed by up to n sd.
  const half = Math.ceil((halfWidth + gamesToWin * sd) / step)
  const points = new Float64Array(2 * half + 1)
  const weights = new Float64Array(2 * half + 1)
  const against = new Float64Array(2 * half + 1)
  for (let i = 0; i <= half; i++) {
    const z = i * step
    const weight = step === densestStep ? densestWeights[i]! : weightAt(z, step)
    points[half + i] = z
    points[half - i] = -z
    weights[half + i] = weight
    weights[half - i] = weight
    const odds = exp(sd * z)
    against[half - i] = odds
    against[half + i] = 1 / odds
  }
  return { points, weights, against }
}

/**
 * Odds against blue at a logit; multiplied by those of a grid's points they are the odds there, without an exponential for each.
 * Beyond what any series has they stop growing, so that a product with the grid's stays finite.
 */
export function oddsAgainst(logit: number): number {
  return Math.min(exp(-logit), mostOdds)
}

const mostOdds = 1e120
