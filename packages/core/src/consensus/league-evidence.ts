import { kishSize, recency } from '../calibration/recency-weights.ts'
import { bellGroups, bellSums } from './bell-sums.ts'
import type { ConsensusOptions } from './consensus-options.ts'
import { type EvidenceSums, evidenceWeight, shrunkLosses } from './evidence-levels.ts'
import type { GradedMatches } from './graded-matches.ts'

/** What the history says about the members for a match of one league. */
export interface LeagueEvidence {
  /** Kish size of the history at the league level. */
  readonly nEff: number
  /** Loss differences for a match with this spread. The caller's until the next call, for whichever league. */
  readonly deltaAt: (spread: number) => Float64Array
}

interface LeagueSums {
  readonly nEff: number
  readonly all: EvidenceSums
  readonly at: (spread: number) => EvidenceSums
}

/**
 * Evidence at three nested levels: all matches, weighted by recency; the same with those of other leagues at `rho`; the same
 * under a bell around the spread of the match to come. Each level is shrunk to the one before.
 *
 * @returns from a league, and what is left of the weights since the ages were taken, to its evidence
 */
export function leagueEvidence(
  matches: GradedMatches,
  options: Required<ConsensusOptions>,
): (league: string | null, decay: number) => LeagueEvidence {
  const { halfLifeDays, h, rho, kappaLeague, kappaSpread, conditionOnSpread } = options
  const columns = [new Float64Array(matches.age.length).fill(1), ...matches.excess]
  const recencies = matches.age.map((age) => recency(age, halfLifeDays))
  const everywhere = columns.map((column) => weightedSum(column, recencies))
  const nothing = new Float64Array(matches.excess.length)
  const shrunk = new Float64Array(matches.excess.length)
  const groups = bellGroups(matches.spread, h)
  const summarise = (league: string | null): LeagueSums => {
    const weights = recencies.map((w, i) => (league !== null && matches.league[i] === league ? w : w * rho))
    const all = columns.map((column) => weightedSum(column, weights))
    return { nEff: kishSize(weights), all, at: conditionOnSpread ? bellSums(groups, weights, columns) : () => all }
  }
  const names = new Set(matches.league)
  const known = new Map<string | null, LeagueSums>()
  // Nearly every match is weighed with the same decay as the one before, and many are of the same league.
  let decayed: { readonly decay: number; readonly leagues: Map<string | null, LeagueEvidence> } | undefined
  let last: { readonly league: string | null; readonly decay: number; readonly evidence: LeagueEvidence } | undefined
  return (league, decay) => {
    if (last?.decay !== decay || last.league !== league) last = { league, decay, evidence: evidenceOf(league, decay) }
    return last.evidence
  }

  function evidenceOf(league: string | null, decay: number): LeagueEvidence {
    const name = names.has(league) ? league : null // leagues without a match share one entry
    if (decayed?.decay !== decay) decayed = { decay, leagues: new Map() }
    const ready = decayed.leagues.get(name)
    if (ready !== undefined) return ready
    let sums = known.get(name)
    if (sums === undefined) {
      sums = summarise(name)
      known.set(name, sums)
    }
    const { all, at, nEff } = sums
    const overall = shrunkLosses(everywhere, decay, nothing, 0)
    const delta = shrunkLosses(all, decay, overall, kappaLeague)
    const evidence: LeagueEvidence = {
      nEff: evidenceWeight(all, decay) === 0 ? 0 : nEff,
      deltaAt: (spread) => shrunkLosses(at(spread), decay, delta, kappaSpread, shrunk),
    }
    decayed.leagues.set(name, evidence)
    return evidence
  }
}

function weightedSum(values: Float64Array, weights: Float64Array): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]! * weights[i]!
  return sum
}
