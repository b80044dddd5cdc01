import { kishSize, recency } from '../calibration/recency-weights.ts'
import { type BellSums, bellSums, tabulated } from './bell-sums.ts'
import type { ConsensusOptions } from './consensus-options.ts'
import { type EvidenceSums, evidenceWeight, shrunkLosses } from './evidence-levels.ts'
import type { GradedMatches } from './graded-matches.ts'

/** Comparison of the members for a match of one league. */
export interface LeagueEvidence {
  /** Kish size of the history at the league level. */
  readonly nEff: number
  /** Loss differences for a match with this spread. */
  readonly deltaAt: (spread: number) => Float64Array
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
 * under a bell around the spread of the match to come. Each level is shrunk to the one before.
 *
 * @returns evidence by league, and by the share of the weights that is left since the ages were taken
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
  const nothing = new Float64Array(matches.excess.length)
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
