import { meanOfTwo } from '../calibration/pool-adjacent-violators.ts'
import { kishSize, recency } from '../calibration/recency-weights.ts'
import { exp } from '../math/exp.ts'
import { clippedLogit, logitClip, surprise } from '../math/log-odds.ts'
import type { ConsensusTable } from './consensus-table.ts'
import type { ConsensusOptions } from './consensus-weights.ts'

/** Comparison of the members for a match of one league. */
export interface LeagueEvidence {
  /** Kish size of the history at the league level. */
  readonly nEff: number
  /** Loss differences for a match with this spread. */
  readonly deltaAt: (spread: number) => readonly number[]
}

interface LeagueSums {
  readonly nEff: number
  readonly all: EvidenceSums
  readonly at: (spread: number) => EvidenceSums
}

/** Whether sums at a spread are computed for each match to come, or read from a table. */
export type SpreadSums = 'exact' | 'tabulated'

/** Rows of the table over one width of the bell. */
const rowsPerWidth = 8

/**
 * Evidence at three nested levels: all matches, weighted by recency; the same with those of other leagues at `rho`; the same
 * under a bell around the spread of the match to come. `decay` is the share of the weights that is left since the ages were taken.
 */
export function leagueEvidence(
  matches: GradedMatches,
  options: Required<ConsensusOptions>,
  spreadSums: SpreadSums,
): (league: string | null, decay: number) => LeagueEvidence {
  const { halfLifeDays, h, rho, kappaLeague, kappaSpread, conditionOnSpread } = options
  const columns = [new Float64Array(matches.age.length).fill(1), ...matches.excess]
  const recencies = matches.age.map((age) => recency(age, halfLifeDays))
  const everywhere = columns.map((column) => weightedSum(column, recencies))
  const nothing = matches.excess.map(() => 0)
  const sumsUnderBell = (weights: Float64Array): BellSums => {
    const exact = bellSums(matches.spread, h, weights, columns)
    return spreadSums === 'exact' ? exact : tabulated(exact, h / rowsPerWidth)
  }
  const summarise = (league: string | null): LeagueSums => {
    const weights = recencies.map((w, i) => (league !== null && matches.league[i] === league ? w : w * rho))
    const all = columns.map((column) => weightedSum(column, weights))
    return { nEff: kishSize(weights), all, at: conditionOnSpread ? sumsUnderBell(weights) : () => all }
  }
  const names = new Set(matches.league)
  const known = new Map<string | null, LeagueSums>()
  return (league, decay) => {
    const name = names.has(league) ? league : null // leagues without a match share one entry
    const sums = known.get(name) ?? summarise(name)
    known.set(name, sums)
    const { all, at, nEff } = sums
    const overall = shrunkLosses(everywhere, decay, nothing, 0)
    const delta = shrunkLosses(all, decay, overall, kappaLeague)
    return {
      nEff: evidenceWeight(all, decay) === 0 ? 0 : nEff,
      deltaAt: (spread) => shrunkLosses(at(spread), decay, delta, kappaSpread),
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

/** Weights that sum to less are no evidence. */
const noWeight = 1e-12

/** Weight of a level; `decay` is the share of the match weights that is left. */
function evidenceWeight(sums: EvidenceSums, decay: number): number {
  const W = (sums[0] ?? 0) * decay
  return W < noWeight ? 0 : W
}

/** Mean log loss of each member at a level, minus the mean of these, shrunk to the level above. */
function shrunkLosses(sums: EvidenceSums, decay: number, parent: readonly number[], kappa: number): readonly number[] {
  const W = evidenceWeight(sums, decay)
  if (W === 0) return parent
  return parent.map((above, i) => shrinkToParent(sums[i + 1]! / sums[0]!, above, W, kappa))
}

/**
 * Shrinks the value of a cell of weight W to that of the wider level: (W delta + kappa parent) / (W + kappa).
 * Source: B. Efron and C. Morris, "Stein's estimation rule and its competitors", J. American Statistical Association 68 (1973).
 */
export function shrinkToParent(delta: number, parent: number, W: number, kappa: number): number {
  if (W === 0) return parent
  if (kappa === 0) return delta
  const mean = (W * delta + kappa * parent) / (W + kappa)
  return Number.isFinite(mean) && W + kappa < Infinity ? mean : meanOfTwo(delta, W, parent, kappa)
}

/** Weighted sums of several columns of matches under a bell around a point: a function of the point. */
type BellSums = (at: number) => readonly number[]

/** Sums term by term: for each column f, the sum of w_i f_i exp(-((s_i - at) / width)^2 / 2) over the places s. */
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

/** Rows are no longer stored beyond so many; 27.7, the widest spread that log odds can have, at a step of 0.04 needs fewer. */
const mostRows = 1000

/**
 * The same sums, linear between the rows of a table for multiples of `step`, each computed when it is first read. With a step of an
 * eighth of the bell's width, consensus forecasts differ by less than 1e-5 from those of the exact sums.
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
    // Beyond this, neighbouring rows are the same number.
    if (!(at / step < 2 ** 52)) return sums(at)
    const k = Math.floor(at / step)
    const share = at / step - k
    const after = rowAt(k + 1)
    return rowAt(k).map((sum, f) => sum + share * (after[f]! - sum))
  }
}

/** Matches that all members forecast, as parallel arrays. */
interface GradedMatches {
  readonly age: Float64Array
  readonly league: readonly (string | null)[]
  /** Largest minus smallest log odds of the members. */
  readonly spread: Float64Array
  /** Log loss of each member minus the mean over the members, one array per member. */
  readonly excess: readonly Float64Array[]
}

/** Grades the members on the matches that all of them forecast; on any other set the mix of leagues would distort the comparison. */
export function gradeMatches(table: ConsensusTable, ids: readonly string[]): GradedMatches {
  const columns = ids.map((id) => table.p[table.members.indexOf(id)] ?? [])
  const shared: number[] = []
  for (let i = 0; i < table.ageDays.length; i++) {
    if (columns.every((column) => typeof column[i] === 'number')) shared.push(i)
  }
  const spread = new Float64Array(shared.length)
  const excess = ids.map(() => new Float64Array(shared.length))
  // Plain loops, as this runs once, before the engine has compiled it.
  for (let at = 0; at < shared.length; at++) {
    const i = shared[at]!
    const y = table.y[i]!
    let sum = 0
    let [lowest, highest] = [1, 0]
    for (let j = 0; j < columns.length; j++) {
      const p = columns[j]![i]!
      const loss = surprise(p, y, logitClip)
      excess[j]![at] = loss
      sum += loss
      if (p < lowest) lowest = p
      if (p > highest) highest = p
    }
    // Log odds rise with the probability.
    spread[at] = clippedLogit(highest) - clippedLogit(lowest)
    for (let j = 0; j < columns.length; j++) excess[j]![at]! -= sum / columns.length
  }
  return {
    age: Float64Array.from(shared, (i) => table.ageDays[i]!),
    league: shared.map((i) => table.leagues[table.league[i]!] ?? null),
    spread,
    excess,
  }
}

/** Disagreement of forecasts: the range of their log odds. Unchanged when the sides are swapped. */
export function spreadOf(probabilities: ArrayLike<number>): number {
  let lowest = 1
  let highest = 0
  for (let i = 0; i < probabilities.length; i++) {
    lowest = Math.min(lowest, probabilities[i]!)
    highest = Math.max(highest, probabilities[i]!)
  }
  return clippedLogit(highest) - clippedLogit(lowest)
}
