import { exp } from '../math/exp.ts'
import { log } from '../math/log.ts'
import { sigmoid } from '../math/log-odds.ts'

/** Calibrated probability of a favourite as a function of its raw one; both in [1/2, 1]. */
export type FavouriteCurve = (x: number) => number

/** Log odds from 0 to 4 in steps of 0.2: the folded half of 41 points. */
const gridLogits: readonly number[] = Array.from({ length: 21 }, (_, j) => j / 5)

/** Forecasts at which a parent curve is sampled, ascending from 1/2. */
export const gridForecasts: readonly number[] = gridLogits.map(sigmoid)

const bellSd = 1.25 // close to the spread of log odds in match forecasts
const bell = gridLogits.map((z) => (z === 0 ? 1 : 2) * exp((-z * z) / (2 * bellSd * bellSd)))
const bellSum = bell.reduce((sum, value) => sum + value, 0)

/** Share of the pseudo-count that each grid point carries, bell-shaped around even matches; they sum to 1. */
export const gridShares: readonly number[] = bell.map((value) => value / bellSum)

/** Curve that changes nothing. */
export const identityFavourite: FavouriteCurve = (x) => x

/** sigmoid(slope logit x) on [1/2, 1]. */
export function slopeFavourite(slope: number): FavouriteCurve {
  return (x) => (x >= 1 ? 1 : sigmoid(slope * log(x / (1 - x))))
}
