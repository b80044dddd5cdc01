import { invalidArgument, requireNumber, requireOptions, requireProbability } from '@riftline/base'
import { kishSize, recency, requireHalfLife } from '../calibration/recency-weights.ts'
import { ascendingOrder } from '../math/ascending-order.ts'
import { clamp } from '../math/clamp.ts'
import { clippedLogit, sigmoid } from '../math/log-odds.ts'
import { concaveMode, type Derivatives } from '../math/search.ts'

/**
 * Anchors a model's probability to the market's: a weighted mean of their log odds.
 *
 * sigmoid(w logit c + (1 - w) logit m), both clipped to [1e-6, 1 - 1e-6] for their logits. Weight 0 is the market, 1 the
 * model, both exactly; equal probabilities do not change; the result lies between the two, and swapping the sides gives
 * the complement. With equal weights, members can be anchored before a log pool or after it.
 *
 * Source: W. Benter, "Computer based horse race handicapping and wagering systems" (1994), second stage.
 *
 * @param calibrated the model's probability, in [0, 1]
 * @param market the market's de-vigged probability, in [0, 1]; see `devig`
 * @param weight of the model, in [0, 1]; see `fitAnchorHierarchy`
 * @throws RiftlineError `invalid_argument`
 * @example
 * anchor(0.62, 0.55, 0.25) // => 0.5678022768393203
 */
export function anchor(calibrated: number, market: number, weight: number): number {
  requireProbability('calibrated', calibrated)
  requireProbability('market', market)
  requireNumber('weight', weight, 0, 1)
  if (weight === 0) return market
  if (weight === 1) return calibrated
  const blend = sigmoid(weight * clippedLogit(calibrated) + (1 - weight) * clippedLogit(market))
  return clamp(blend, Math.min(calibrated, market), Math.max(calibrated, market))
}

/** A match with both opinions and its result. */
export interface AnchorRecord {
  /** The model's probability. */
  readonly calibrated: number
  /** The market's de-vigged probability at the time of the forecast. */
  readonly market: number
  /** 1, 0 or a soft label between. */
  readonly y: number
  /** At least 0, default 1. */
  readonly weight?: number
  /** Days before the fit, at least 0; default 0. Counts only with a half-life. */
  readonly ageDays?: number
}

/** Prior of a weight, and half-life of matches. */
export interface AnchorOptions {
  /** Prior mean, in [0, 1], default 0.25. */
  readonly w0?: number
  /** Prior standard deviation, above 0 and at most 1e9, default 0.2. */
  readonly s?: number
  /** Days after which a match counts half, above 0; default Infinity, which forgets nothing. */
  readonly halfLifeDays?: number
}

/** Weight of a model against the market, with its uncertainty. */
export interface AnchorWeight {
  /** Weight of the model for `anchor`: the mode, clipped to [0, 1]. */
  readonly w: number
  /** Mode before clipping; below 0 the market improves by moving away from the model. */
  readonly wRaw: number
  /** Posterior standard deviation. */
  readonly sd: number
  /** Kish size of the weights. */
  readonly nEff: number
  /** Present if no record had weight and the result is the prior. */
  readonly prior?: true
}

/** Fills in the defaults and refuses what is out of range. */
export function resolveAnchorOptions(options: AnchorOptions, further: readonly string[] = []): Required<AnchorOptions> {
  requireOptions(options, ['w0', 's', 'halfLifeDays', ...further])
  const { w0 = 0.25, s = 0.2, halfLifeDays = Infinity } = options
  requireNumber('w0', w0, 0, 1)
  requireSpread('s', s)
  requireHalfLife(halfLifeDays)
  return { w0, s, halfLifeDays }
}

/** Refuses a prior standard deviation that is not above 0, or too wide for the fit to converge on separable matches. */
export function requireSpread(argument: string, s: number): void {
  requireNumber(argument, s, Number.MIN_VALUE, 1e9)
}

/** Record in the form that the fit reads. */
export interface AnchorTriple {
  /** Log odds of the market. */
  readonly market: number
  /** Log odds of the model minus those of the market. */
  readonly gap: number
  readonly y: number
  readonly weight: number
}

/** Reads every field once and refuses what is out of range. */
export function readTriple(argument: string, record: AnchorRecord, halfLifeDays: number): AnchorTriple {
  const { calibrated, market, y, weight = 1, ageDays = 0 } = record
  requireProbability(`${argument}.calibrated`, calibrated)
  requireProbability(`${argument}.market`, market)
  requireProbability(`${argument}.y`, y)
  requireNumber(`${argument}.weight`, weight, 0)
  requireNumber(`${argument}.ageDays`, ageDays, 0)
  const logMarket = clippedLogit(market)
  return {
    market: logMarket,
    gap: clippedLogit(calibrated) - logMarket,
    y,
    weight: weight * recency(ageDays, halfLifeDays),
  }
}

/**
 * Fits the weight of the model against the market, with a normal prior on it.
 *
 * Maximises sum of v [y ln q + (1 - y) ln(1 - q)] - (w - w0)^2 / (2 s^2), q = sigmoid(logit m + w (logit c - logit m)),
 * v the record weights. There is no intercept, so swapping the sides of a match changes nothing. Sums run in a fixed order, whatever
 * the order of the records.
 */
export function fitAnchor(records: readonly AnchorTriple[], w0: number, s: number): AnchorWeight {
  const columns = (['market', 'gap', 'y', 'weight'] as const).map((key) => records.map((record) => record[key]))
  const triples = Array.from(ascendingOrder(columns), (i) => records[i]!)
  const weights = triples.map(({ weight }) => weight)
  const nEff = kishSize(weights)
  if (nEff === 0) return { w: w0, wRaw: w0, sd: s, nEff, prior: true }
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total > 1e50) throw invalidArgument('records', 'weights that sum to at most 1e50', total)
  // In units of the prior's spread, so that no spread, however small, has a square of 0.
  const unit = Math.min(s, 1)
  const precision = (unit / s) * (unit / s)
  const derivatives = (steps: number): Derivatives => {
    let gradient = -steps * precision
    let information = precision
    for (const { market, gap, y, weight } of triples) {
      const z = market + (w0 + unit * steps) * gap
      const win = sigmoid(z)
      const lose = sigmoid(-z) // 1 - win, with its digits where it is small
      const pull = unit * gap
      gradient += weight * (y * lose - (1 - y) * win) * pull
      information += weight * win * lose * pull * pull
    }
    return { gradient, information }
  }
  const { mode, information } = concaveMode(derivatives, 0)
  const wRaw = w0 + unit * mode
  return { w: clamp(wRaw, 0, 1), wRaw, sd: unit / Math.sqrt(information), nEff }
}
