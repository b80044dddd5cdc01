import { invalidArgument, requireOneOf } from '@riftline/base'
import { requireForecasts } from '../math/check-forecasts.ts'
import { seededRandom } from '../math/seeded-random.ts'
import { groupForecasts, probabilityTie, recalibrate, sumByGroup } from './recalibration.ts'
import { checkResampling, middle, type ResamplingOptions } from './resampling.ts'

/** A reliability diagram without bins: one entry per distinct forecast, in ascending order. */
export interface CorpReliability {
  /** The forecast. */
  readonly x: number[]
  /** What it should have been, in hindsight: never falling, equal to x on the diagonal. */
  readonly recalibrated: number[]
  /** How many matches had this forecast. */
  readonly count: number[]
  /** Consistency band: where the recalibrated value of a calibrated forecaster lies, with probability `level` at each x. */
  readonly low: number[]
  readonly high: number[]
}

/** Resampling, and whose forecasts they are. */
export interface CorpReliabilityOptions extends ResamplingOptions {
  /** The forecasts are those of `foldToFavourite`: exactly one half is half a win, also by chance. Default false. */
  readonly folded?: boolean
}

/** Simulated values kept at once: 256 MB. */
const mostValues = 2 ** 25

/**
 * CORP reliability diagram: outcomes recalibrated by isotonic regression, which chooses its own bins, and a consistency band.
 *
 * The band says how far luck alone takes a calibrated forecaster from the diagonal: outcomes are drawn from the forecasts,
 * `resamples` times, and recalibrated alike. Points outside it are miscalibration rather than chance. Fold the forecasts to the
 * favourite's side first, or the error of each match counts twice.
 *
 * Source: T. Dimitriadis, T. Gneiting and A. I. Jordan, "Stable reliability diagrams for probabilistic classifiers", PNAS 118
 * (2021), https://doi.org/10.1073/pnas.2016191118. Cost: resamples x n.
 *
 * @param predictions probabilities in [0, 1]
 * @param outcomes 1, 0 or a soft label between
 * @param options.resamples default 1000
 * @param options.seed default 7
 * @param options.level default 0.95
 * @throws RiftlineError `invalid_argument`, also for more than 2^25 simulated values: resamples x distinct forecasts
 * @example
 * corpReliability([0.2, 0.2, 0.7, 0.9], [0, 1, 1, 0]).recalibrated // => [0.5, 0.5, 0.5]
 */
export function corpReliability(
  predictions: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  options: CorpReliabilityOptions = {},
): CorpReliability {
  const resampling = checkResampling(options, 1000, ['folded'])
  requireForecasts(predictions, outcomes)
  const groups = groupForecasts(predictions, probabilityTie)
  const { x, count } = groups
  const { resamples, seed, level } = resampling
  if (resamples * x.length > mostValues) {
    throw invalidArgument('resamples', `at most ${Math.floor(mostValues / x.length)} for these forecasts`, resamples)
  }
  const { folded = false } = options
  requireOneOf('folded', folded, [true, false])
  const random = seededRandom(seed)
  const draw = (p: number): number => (folded && p === 0.5 ? 0.5 : random.uniform() < p ? 1 : 0)
  const drawn = new Float64Array(resamples * x.length)
  for (let r = 0; r < resamples; r++) {
    const sums = x.map((p, group) => {
      let sum = 0
      for (let i = 0; i < count[group]!; i++) sum += draw(p)
      return sum
    })
    recalibrate(groups, sums).forEach((value, group) => {
      drawn[group * resamples + r] = value
    })
  }
  const bands = Array.from(x, (_, group) =>
    middle(drawn.subarray(group * resamples, (group + 1) * resamples).sort(), level),
  )
  return {
    x: Array.from(x),
    recalibrated: Array.from(recalibrate(groups, sumByGroup(groups, outcomes))),
    count: Array.from(count),
    low: bands.map(({ low }) => low),
    high: bands.map(({ high }) => high),
  }
}
