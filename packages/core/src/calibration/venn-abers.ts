import { requireProbability } from '@riftline/base'
import { requireForecasts } from '../math/check-forecasts.ts'
import { isotonicFitted } from './isotonic-regression.ts'

/** Two calibrated probabilities whose distance says how little is known, and their merger. */
export interface VennAbersInterval {
  /** Calibrated on the history and one more match at this forecast that was lost. */
  readonly p0: number
  /** The same with the match won; above p0. */
  readonly p1: number
  /** p1 / (1 - p0 + p1), the choice that minimises the worst log loss. */
  readonly p: number
}

/**
 * Inductive Venn-Abers prediction: isotonic calibration run twice, once as if the new match were lost, once as if won.
 *
 * Under exchangeability one of p0, p1 is perfectly calibrated; the gap between them is the honest uncertainty of a short
 * history, which a single isotonic curve hides behind 0 and 1.
 *
 * Source: V. Vovk, I. Petej and V. Fedorova, "Large-scale probabilistic predictors with and without guarantees of
 * validity", NIPS 2015. O(n log n) for each call.
 *
 * @param predictions probabilities of the graded matches
 * @param outcomes their results, 1, 0 or a soft label between
 * @param at the probability to calibrate
 * @throws RiftlineError `invalid_argument`
 * @example
 * vennAbers([0.2, 0.4, 0.6, 0.8], [0, 1, 0, 1], 0.7) // => { p0: 0.3333333333333333, p1: 1, p: 0.6 }
 */
export function vennAbers(predictions: ArrayLike<number>, outcomes: ArrayLike<number>, at: number): VennAbersInterval {
  requireForecasts(predictions, outcomes)
  requireProbability('at', at)
  const x = [...Array.from(predictions), at]
  const fitWith = (label: number): number => isotonicFitted(x, [...Array.from(outcomes), label])[predictions.length]!
  const p0 = fitWith(0)
  const p1 = fitWith(1)
  return { p0, p1, p: p1 / (1 - p0 + p1) }
}
