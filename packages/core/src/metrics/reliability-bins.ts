import { invalidArgument, requireOneOf, requireOptions, requireWhole } from '@riftline/base'
import { ascendingOrder } from '../math/ascending-order.ts'
import { requireForecasts } from '../math/check-forecasts.ts'

/** `uniform`: bins of equal width on [0, 1]. `quantile`: bins of equal mass, by rank; equal forecasts share a bin. */
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

/** More bins than this say nothing, and would fill the memory. */
const mostBins = 1e6

/**
 * Sorts forecasts into reliability bins: the shared first step of calibration error and reliability curve.
 *
 * @throws RiftlineError `invalid_argument`
 */
export function reliabilityBins(
  predictions: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  options: BinOptions = {},
): ReliabilityBin[] {
  requireForecasts(predictions, outcomes)
  const { bins, binOf } = assignBins(predictions, options)
  const count = new Float64Array(bins)
  const sumPredicted = new Float64Array(bins)
  const sumOutcome = new Float64Array(bins)
  for (let i = 0; i < binOf.length; i++) {
    const bin = binOf[i]!
    count[bin]! += 1
    sumPredicted[bin]! += predictions[i]!
    sumOutcome[bin]! += outcomes[i]!
  }
  return Array.from(count, (n, bin) => ({
    count: n,
    sumPredicted: sumPredicted[bin]!,
    sumOutcome: sumOutcome[bin]!,
  }))
}

/**
 * The bin of each forecast, in input order, and the number of bins. Trusts the forecasts, checks the options; `further` names those of the caller.
 *
 * Equal width: bin = min(floor(p B), B - 1). Equal mass: bin = floor(rank B / n), ranks by forecast; equal forecasts have the
 * mean of their ranks, so that they share a bin whatever the order of the input.
 *
 * @throws RiftlineError `invalid_argument`
 */
export function assignBins(
  predictions: ArrayLike<number>,
  options: BinOptions,
  further: readonly string[] = [],
): { readonly bins: number; readonly binOf: Uint32Array } {
  requireOptions(options, ['bins', 'strategy', ...further])
  const { bins = 10, strategy = 'uniform' } = options
  requireWhole('bins', bins, 1)
  if (bins > mostBins) throw invalidArgument('bins', `at most ${mostBins}`, bins)
  requireOneOf('strategy', strategy, ['uniform', 'quantile'])
  const n = predictions.length
  const binOf = new Uint32Array(n)
  if (strategy === 'uniform') {
    for (let i = 0; i < n; i++) binOf[i] = Math.min(Math.floor(predictions[i]! * bins), bins - 1)
  } else {
    const order = ascendingOrder([predictions])
    for (let first = 0, end = 1; first < n; first = end++) {
      while (end < n && predictions[order[end]!] === predictions[order[first]!]) end++
      const bin = Math.floor((((first + end - 1) / 2) * bins) / n)
      for (let rank = first; rank < end; rank++) binOf[order[rank]!] = bin
    }
  }
  return { bins, binOf }
}
