import { kishSize } from '../calibration/recency-weights.ts'
import {
  requireAbove,
  requireNumber,
  requireProbability,
  requireRecord,
  requireRecords,
} from '../math/check-arguments.ts'
import { clamp } from '../math/clamp.ts'
import { concaveMode, type Derivatives } from '../math/concave-mode.ts'
import { clippedLogit } from '../math/logit.ts'
import { sigmoid } from '../math/sigmoid.ts'

/** A match with both opinions and its result. */
export interface AnchorRecord {
  /** The model's probability. */
  readonly calibrated: number
  /** The de-vigged market's at the time of the forecast. */
  readonly market: number
  /** 1, 0 or a soft label between. */
  readonly y: number
  /** At least 0, default 1. */
  readonly weight?: number
}

export interface AnchorWeight {
  /** Weight of the model for `anchor`: the mode, clipped to [0, 1]. */
  readonly w: number
  /** The mode itself; below 0 the market gets better by going against the model. */
  readonly wRaw: number
  /** Posterior standard deviation. */
  readonly sd: number
  /** Kish size of the weights. */
  readonly nEff: number
  /** Present where no record had weight, so that the answer is the prior. */
  readonly prior?: true
}

/**
 * Fits the weight of the model against the market, with a normal prior on it.
 *
 * Maximises sum of v [y ln q + (1 - y) ln(1 - q)] - (w - w0)^2 / (2 s^2), q = sigmoid(logit m + w (logit c - logit m)),
 * v the record weights. One match says little about w: with a usual gap of 0.4 between the log odds it takes about 2900
 * matches to know w to 0.1, hence the prior. A finer level passes the w of the coarser one as its `w0`.
 *
 * Source: W. Benter (1994); M. Sung and J. E. V. Johnson, "Comparing the effectiveness of one- and two-step conditional
 * logit models for predicting outcomes in a speculative market", J. Prediction Markets 1 (2007). O(n) a step.
 *
 * @param records none gives the prior
 * @param options.w0 prior mean, in [0, 1], default 0.25
 * @param options.s prior standard deviation, above 0, default 0.2
 * @throws RiftlineError `invalid_argument`
 * @example
 * fitAnchorWeight([]) // => { w: 0.25, wRaw: 0.25, sd: 0.2, nEff: 0, prior: true }
 */
export function fitAnchorWeight(
  records: readonly AnchorRecord[],
  options: { readonly w0?: number; readonly s?: number } = {},
): AnchorWeight {
  requireRecord('options', options)
  const { w0 = 0.25, s = 0.2 } = options
  checkRecords(records)
  requireNumber('w0', w0, 0, 1)
  requireAbove('s', s, 0)
  const weights = records.map((record) => record.weight ?? 1)
  const nEff = kishSize(weights)
  if (nEff === 0) return { w: w0, wRaw: w0, sd: s, nEff, prior: true }
  const market = records.map((record) => clippedLogit(record.market))
  const gap = records.map((record, i) => clippedLogit(record.calibrated) - (market[i] ?? 0))
  const derivatives = (w: number): Derivatives => {
    let gradient = -(w - w0) / (s * s)
    let information = 1 / (s * s)
    records.forEach((record, i) => {
      const d = gap[i] ?? 0
      const q = sigmoid((market[i] ?? 0) + w * d)
      gradient += (weights[i] ?? 0) * (record.y - q) * d
      information += (weights[i] ?? 0) * q * (1 - q) * d * d
    })
    return { gradient, information }
  }
  const { mode, information } = concaveMode(derivatives, w0)
  return { w: clamp(mode, 0, 1), wRaw: mode, sd: 1 / Math.sqrt(information), nEff }
}

function checkRecords(records: readonly AnchorRecord[]): void {
  requireRecords('records', records, true)
  records.forEach((record, i) => {
    requireProbability(`records[${i}].calibrated`, record.calibrated)
    requireProbability(`records[${i}].market`, record.market)
    requireProbability(`records[${i}].y`, record.y)
    if (record.weight !== undefined) requireNumber(`records[${i}].weight`, record.weight, 0)
  })
}
