import { invalidArgument, requireOneOf, requireOptions, requireProbabilities, requireWhole } from '@riftline/base'
import { ascendingOrder } from '../math/search.ts'
import { seededRandom } from '../math/seeded-random.ts'
import { checkResampling, middle, quantileSorted, type ResamplingOptions } from './resampling.ts'
import { requireForecasts } from './scores.ts'

/** Points of a reliability diagram, one per filled bin, in ascending order of forecast. */
interface ReliabilityCurve {
  readonly meanPredicted: number[]
  readonly fractionPositive: number[]
  readonly count: number[]
}

/**
 * Reliability curve: mean forecast against outcome rate, bin by bin, without empty bins. On the diagonal the forecasts are calibrated.
 *
 * Source: A. H. Murphy and R. L. Winkler, "Reliability of subjective probability forecasts of precipitation and
 * temperature", Applied Statistics 26 (1977).
 *
 * @throws RiftlineError `invalid_argument`
 * @example
 * reliabilityCurve([0.25, 0.25, 0.75], [0, 1, 1], { bins: 2 }) // => { meanPredicted: [0.25, 0.75], fractionPositive: [0.5, 1], count: [2, 1] }
 */
export function reliabilityCurve(
  predictions: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  options: BinOptions = {},
): ReliabilityCurve {
  const filled = reliabilityBins(predictions, outcomes, options).filter((bin) => bin.count > 0)
  return {
    meanPredicted: filled.map((bin) => bin.sumPredicted / bin.count),
    fractionPositive: filled.map((bin) => bin.sumOutcome / bin.count),
    count: filled.map((bin) => bin.count),
  }
}

/**
 * Expected calibration error (ECE), in [0, 1]: sum over bins of |sum of (p - y)| / n. Biased upwards: a perfectly calibrated forecaster
 * shows about 0.073 with ten bins at 200 matches and 0.032 at 1000, so print `calibrationErrorBand` beside it.
 *
 * Source: M. P. Naeini, G. Cooper and M. Hauskrecht, "Obtaining well calibrated probabilities using Bayesian binning",
 * AAAI 2015; R. Roelofs et al., "Mitigating bias in calibration error estimation", AISTATS 2022.
 *
 * @throws RiftlineError `invalid_argument`
 * @example expectedCalibrationError([0.25, 0.25, 0.75, 0.75], [0, 1, 1, 1]) // => 0.25
 */
export function expectedCalibrationError(
  predictions: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  options: BinOptions = {},
): number {
  let sum = 0
  for (const bin of reliabilityBins(predictions, outcomes, options)) sum += Math.abs(bin.sumPredicted - bin.sumOutcome)
  return sum / predictions.length
}

export interface BinOptions {
  /** Number of bins, default 10. */
  readonly bins?: number
  /** `uniform` (default): bins of equal width on [0, 1]. `quantile`: bins of equal mass, by rank; equal forecasts share a bin. */
  readonly strategy?: 'uniform' | 'quantile'
}

/** Largest number of bins; more would only fill the memory. */
const mostBins = 1e6

/** Sums forecasts and outcomes by bin: the shared first step of calibration error and reliability curve. */
function reliabilityBins(predictions: ArrayLike<number>, outcomes: ArrayLike<number>, options: BinOptions) {
  requireForecasts(predictions, outcomes)
  const { bins, binOf } = assignBins(predictions, options)
  const sums = Array.from({ length: bins }, () => ({ count: 0, sumPredicted: 0, sumOutcome: 0 }))
  binOf.forEach((bin, i) => {
    const sum = sums[bin]!
    sum.count += 1
    sum.sumPredicted += predictions[i]!
    sum.sumOutcome += outcomes[i]!
  })
  return sums
}

/**
 * Bin of each forecast, in input order, and the number of bins; `further` lists names of other options that the caller takes. Equal
 * width: min(floor(p B), B - 1). Equal mass: floor(rank B / n); equal forecasts have the mean of their ranks, so they share a bin
 * whatever the order of the input.
 */
function assignBins(
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

/**
 * Folds forecasts to the favourite's side, so that each match counts once: x = max(p, 1 - p) in [1/2, 1]; t = y where p > 1/2, 1 - y
 * where p < 1/2, and 1/2 where p = 1/2, as a match without a favourite says nothing about favourites.
 *
 * @throws RiftlineError `invalid_argument`
 * @example foldToFavourite([0.75, 0.25, 0.5], [1, 1, 0]) // => { x: [0.75, 0.75, 0.5], t: [1, 0, 0.5] }
 */
export function foldToFavourite(
  predictions: ArrayLike<number>,
  outcomes: ArrayLike<number>,
): { x: number[]; t: number[] } {
  requireForecasts(predictions, outcomes)
  const x: number[] = []
  const t: number[] = []
  for (let i = 0; i < predictions.length; i++) {
    const p = predictions[i] ?? 0
    const y = outcomes[i] ?? 0
    x.push(Math.max(p, 1 - p))
    t.push(p === 0.5 ? 0.5 : p > 0.5 ? y : 1 - y)
  }
  return { x, t }
}

/** Calibration errors that a perfect forecaster would show by chance alone. */
export interface CalibrationErrorBand {
  /** Mean expected calibration error. */
  readonly mean: number
  /** Quantile `level` of the expected calibration error. */
  readonly high: number
  /** Middle `level` of the outcome rate of every filled bin, in ascending order of forecast. */
  readonly bins: readonly { readonly low: number; readonly high: number }[]
}

/** Bins, resampling, and folding of the forecasts. */
export interface CalibrationErrorBandOptions extends BinOptions, ResamplingOptions {
  /** Whether the forecasts come from `foldToFavourite`, so that exactly one half always counts as half a win. Default false. */
  readonly folded?: boolean
}

/**
 * Null band of the expected calibration error: the errors of a perfectly calibrated forecaster with these forecasts, against which an
 * error has to be read. Outcomes are drawn from the forecasts again and again, and binned alike. Cost: resamples x n.
 *
 * Source: consistency resampling, J. Bröcker and L. A. Smith, "Increasing the reliability of reliability diagrams", Weather and
 * Forecasting 22 (2007), https://doi.org/10.1175/WAF993.1.
 *
 * @param predictions probabilities in [0, 1]
 * @param options.resamples default 1000
 * @throws RiftlineError `invalid_argument`
 * @example calibrationErrorBand([0, 1, 1]) // => { mean: 0, high: 0, bins: [{ low: 0, high: 0 }, { low: 1, high: 1 }] }
 */
export function calibrationErrorBand(
  predictions: ArrayLike<number>,
  options: CalibrationErrorBandOptions = {},
): CalibrationErrorBand {
  const { resamples, seed, level } = checkResampling(options, 1000, ['folded', 'bins', 'strategy'])
  requireProbabilities('predictions', predictions)
  const { folded = false } = options
  requireOneOf('folded', folded, [true, false])
  const random = seededRandom(seed)
  const draw = (p: number): number => (folded && p === 0.5 ? 0.5 : random.uniform() < p ? 1 : 0)
  const errors = new Float64Array(resamples)
  const bins = forecastsByBin(predictions, options).map((members) => {
    const expected = members.reduce((sum, p) => sum + p, 0)
    const rates = new Float64Array(resamples)
    for (let r = 0; r < resamples; r++) {
      let won = 0
      for (let i = 0; i < members.length; i++) won += draw(members[i]!)
      rates[r] = won / members.length
      errors[r]! += Math.abs(won - expected) / predictions.length
    }
    return middle(rates.sort(), level)
  })
  const mean = errors.reduce((sum, error) => sum + error, 0) / resamples
  return { mean, high: quantileSorted(errors.sort(), level), bins }
}

/** Forecasts of every filled bin, in ascending order, so that the input's order does not matter. */
function forecastsByBin(predictions: ArrayLike<number>, options: BinOptions): Float64Array[] {
  const sorted = Float64Array.from(predictions).sort()
  const { binOf } = assignBins(sorted, options, ['folded', 'resamples', 'seed', 'level'])
  const filled: Float64Array[] = []
  for (let start = 0, end = 1; start < sorted.length; start = end++) {
    while (end < sorted.length && binOf[end] === binOf[start]) end++
    filled.push(sorted.subarray(start, end))
  }
  return filled
}
