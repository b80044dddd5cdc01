import { requireOneOf, requireRecord, requireWhole } from '../math/check-arguments.ts'
import { requireForecasts } from './check-forecasts.ts'

/** `uniform`: bins of equal width on [0, 1]. `quantile`: bins of equal mass, by rank. */
export type BinStrategy = 'uniform' | 'quantile'

export interface BinOptions {
  /** How many bins, default 10. */
  readonly bins?: number
  readonly strategy?: BinStrategy
}

/** Sums over one bin; empty bins have count 0. */
export interface ReliabilityBin {
  readonly count: number
  readonly sumPredicted: number
  readonly sumOutcome: number
}

/**
 * Sorts forecasts into reliability bins: the shared first step of calibration error and reliability curve.
 *
 * Equal width: bin = min(floor(p B), B - 1). Equal mass: bin = floor(rank B / n), ranks by forecast, ties in input
 * order; a tie across an edge makes the result depend on that order, so keep n well above B.
 *
 * @throws RiftlineError `invalid_argument`
 */
export function reliabilityBins(
  predictions: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  options: BinOptions = {},
): ReliabilityBin[] {
  requireRecord('options', options)
  const { bins = 10, strategy = 'uniform' } = options
  requireForecasts(predictions, outcomes)
  requireWhole('bins', bins, 1)
  requireOneOf('strategy', strategy, ['uniform', 'quantile'])
  const count = new Float64Array(bins)
  const sumPredicted = new Float64Array(bins)
  const sumOutcome = new Float64Array(bins)
  const add = (bin: number, index: number): void => {
    count[bin] = (count[bin] ?? 0) + 1
    sumPredicted[bin] = (sumPredicted[bin] ?? 0) + (predictions[index] ?? 0)
    sumOutcome[bin] = (sumOutcome[bin] ?? 0) + (outcomes[index] ?? 0)
  }
  if (strategy === 'uniform') {
    for (let i = 0; i < predictions.length; i++) add(Math.min(Math.floor((predictions[i] ?? 0) * bins), bins - 1), i)
  } else {
    const byForecast = Array.from({ length: predictions.length }, (_, index) => index)
    byForecast.sort((a, b) => (predictions[a] ?? 0) - (predictions[b] ?? 0))
    byForecast.forEach((index, rank) => {
      add(Math.floor((rank * bins) / predictions.length), index)
    })
  }
  return Array.from(count, (n, bin) => ({
    count: n,
    sumPredicted: sumPredicted[bin] ?? 0,
    sumOutcome: sumOutcome[bin] ?? 0,
  }))
}
