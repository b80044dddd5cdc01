import { requireNumber } from '@riftline/base'
import { meanOfTwo } from '../calibration/pool-adjacent-violators.ts'
import { kishSize, recency } from '../calibration/recency-weights.ts'
import { exp } from '../math/exp.ts'
import type { GradedMatches } from './consensus-table.ts'
import type { ConsensusOptions } from './member-weights.ts'

/** Whether sums at a spread are computed anew for each match, or read from a table. */
export type SpreadSums = 'exact' | 'tabulated'

/** Rows of the table within one width of the bell. */
const rowsPerWidth = 8

/**
 * Evidence at three nested levels: all matches, weighted by recency; the same with matches of other leagues at `rho`; the same under a
 * bell around the spread of the match to forecast. Each level is shrunk to the one before. `decay` is the share of the weights that is
 * left since the ages were taken.
 */
export function leagueEvidence(matches: GradedMatches, options: Required<ConsensusOptions>, spreadSums: SpreadSums) {
  const { halfLifeDays, h, rho, kappaLeague, kappaSpread, conditionOnSpread } = options
  const columns = [new Float64Array(matches.age.length).fill(1), ...matches.excess]
  const recencies = matches.age.map((age) => recency(age, halfLifeDays))
  const everywhere = columns.map((column) => weightedSum(column, recencies))
  const nothing = matches.excess.map(() => 0)
  const sumsUnderBell = (weights: Float64Array): BellSums => {
    const exact = bellSums(matches.spread, h, weights, columns)
    return spreadSums === 'exact' ? exact : tabulated(exact, h / rowsPerWidth)
  }
  const summarise = (league: string | null) => {
    const weights = recencies.map((w, i) => (league !== null && matches.league[i] === league ? w : w * rho))
    const all = columns.map((column) => weightedSum(column, weights))
    return { nEff: kishSize(weights), all, at: conditionOnSpread ? sumsUnderBell(weights) : () => all }
  }
  const names = new Set(matches.league)
  const known = new Map<string | null, ReturnType<typeof summarise>>()
  return (league: string | null, decay: number) => {
    const name = names.has(league) ? league : null // leagues without a match share one entry
    const sums = known.get(name) ?? summarise(name)
    known.set(name, sums)
    const { all, at, nEff } = sums
    const overall = shrunkLosses(everywhere, decay, nothing, 0)
    const delta = shrunkLosses(all, decay, overall, kappaLeague)
    return {
      /** Kish size of the history at the league level. */
      nEff: evidenceWeight(all, decay) === 0 ? 0 : nEff,
      /** Loss differences for a match with this spread. */
      deltaAt: (spread: number) => shrunkLosses(at(spread), decay, delta, kappaSpread),
    }
  }
}

function weightedSum(values: Float64Array, weights: Float64Array): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]! * weights[i]!
  return sum
}

/** Sums over weighted matches: of the weights, then of weight times excess loss for each member. */
type EvidenceSums = ArrayLike<number>

/** Sum of weights below which there is no evidence. */
const noWeight = 1e-12

/** Total weight of a level; `decay` is the share of the match weights that is left. */
function evidenceWeight(sums: EvidenceSums, decay: number): number {
  const W = (sums[0] ?? 0) * decay
  return W < noWeight ? 0 : W
}

/** Mean log loss of each member at a level, minus the mean of these over the members, shrunk to the level above. */
function shrunkLosses(sums: EvidenceSums, decay: number, parent: readonly number[], kappa: number): readonly number[] {
  const W = evidenceWeight(sums, decay)
  if (W === 0) return parent
  return parent.map((above, i) => {
    const value = sums[i + 1]! / sums[0]!
    const mean = (W * value + kappa * above) / (W + kappa)
    return Number.isFinite(mean) && kappa > 0 ? mean : shrinkToParent(value, above, W, kappa)
  })
}

/**
 * Shrinks the value of a cell towards that of the wider level: (W delta + kappa parent) / (W + kappa). With W = kappa the result is
 * half way.
 *
 * Source: B. Efron and C. Morris, "Stein's estimation rule and its competitors", J. American Statistical Association 68 (1973).
 *
 * @param delta value of the cell
 * @param parent value of the level above
 * @param W total weight behind the cell, at least 0
 * @param kappa weight of the parent, at least 0
 * @returns a number between delta and parent; the parent where both weights are 0
 * @throws RiftlineError `invalid_argument`
 * @example shrinkToParent(0.02, 0, 100, 300) // => 0.005
 */
export function shrinkToParent(delta: number, parent: number, W: number, kappa: number): number {
  requireNumber('delta', delta)
  requireNumber('parent', parent)
  requireNumber('W', W, 0)
  requireNumber('kappa', kappa, 0)
  if (W === 0) return parent
  if (kappa === 0) return delta
  const mean = (W * delta + kappa * parent) / (W + kappa)
  return Number.isFinite(mean) && W + kappa < Infinity ? mean : meanOfTwo(delta, W, parent, kappa)
}

/** Weighted sums of several columns of matches under a bell around a point: a function of the point. */
type BellSums = (at: number) => readonly number[]

/** Sums term by term, an exponential for each match and call: for each column f, the sum of w_i f_i exp(-((s_i - at) / width)^2 / 2). */
export function bellSums(
  places: Float64Array,
  width: number,
  weights: Float64Array,
  columns: readonly Float64Array[],
): BellSums {
  return (at) => {
    const sums = columns.map(() => 0)
    for (let i = 0; i < places.length; i++) {
      const t = (places[i]! - at) / width
      const weight = weights[i]! * exp((-t * t) / 2)
      for (let f = 0; f < columns.length; f++) sums[f]! += weight * columns[f]![i]!
    }
    return sums
  }
}

/** Largest number of stored rows. The widest spread of log odds, 27.7, needs fewer at a step of 0.04. */
const mostRows = 1000

/**
 * Gives the same sums by linear interpolation in a table with a row for each multiple of `step`, computed on its first read. With a
 * step of an eighth of the bell's width, consensus forecasts differ by less than 1e-5 from those of the exact sums.
 */
export function tabulated(sums: BellSums, step: number): BellSums {
  const rows = new Map<number, readonly number[]>()
  const rowAt = (k: number): readonly number[] => {
    const known = rows.get(k)
    if (known !== undefined) return known
    const row = sums(k * step)
    if (rows.size < mostRows) rows.set(k, row)
    return row
  }
  return (at) => {
    // Beyond 2^52 steps neighbouring rows are at the same double.
    if (!(at / step < 2 ** 52)) return sums(at)
    const k = Math.floor(at / step)
    const share = at / step - k
    const after = rowAt(k + 1)
    return rowAt(k).map((sum, f) => sum + share * (after[f]! - sum))
  }
}
