import type { TournamentChances, TournamentForecast, TournamentNext } from '../answer.ts'
import type { TournamentPlan } from '../plan.ts'
import type { PredictedStrengths } from '../strengths.ts'
import type { TournamentTally } from './tally.ts'

const mostNext = 20
/** Quantile of the standard normal for an interval of 95 %. */
const quantile = 1.959963984540054

/**
 * Turns counted runs into chances.
 *
 * @param seed seed of the runs, which the answer repeats
 */
export function toTournamentForecast(
  plan: TournamentPlan,
  strengths: PredictedStrengths,
  tally: TournamentTally,
  seed: number,
): TournamentForecast {
  const { refs, identity } = strengths
  const { model, ...moment } = identity
  const teams = refs.map((_, number) => teamOf(plan, strengths, tally, number))
  const byChance = (a: TournamentChances, b: TournamentChances): number =>
    b.reach.winner! - a.reach.winner! || a.team.id - b.team.id
  return {
    name: plan.name,
    runs: tally.runs,
    seed,
    model,
    ...moment,
    teams: teams.sort(byChance),
    nextSeries: plan.next.slice(0, mostNext).map((_, number) => nextOf(plan, strengths, tally, number)),
  }
}

function teamOf(
  plan: TournamentPlan,
  { refs }: PredictedStrengths,
  tally: TournamentTally,
  team: number,
): TournamentChances {
  const runs = tally.runs + tally.extraRuns
  const count = refs.length
  const reach: Record<string, number> = {}
  for (const [at, { column }] of plan.reach.entries()) reach[column] = tally.reach[at * count + team]! / runs
  const expectedWins: Record<string, number> = {}
  const places: Record<string, readonly number[]> = {}
  let before = 0
  for (const [table, { stage, places: length }] of plan.tables.entries()) {
    const first = before
    const counts = Array.from({ length }, (_, place) => tally.places[(first + place) * count + team]!)
    before += length
    if (counts.every((runsThere) => runsThere === 0)) continue
    expectedWins[stage] = tally.wins[table * count + team]! / runs
    places[stage] = counts.map((runsThere) => runsThere / runs)
  }
  const won = tally.reach[(plan.reach.length - 1) * count + team]!
  return { team: refs[team]!, reach, winnerInterval: wilsonInterval(won, runs), expectedWins, places }
}

/** Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927). */
function wilsonInterval(count: number, runs: number): readonly [number, number] {
  const square = quantile * quantile
  const middle = (count + square / 2) / (runs + square)
  const half = (quantile * Math.sqrt((count * (runs - count)) / runs + square / 4)) / (runs + square)
  return [count === 0 ? 0 : middle - half, count === runs ? 1 : middle + half]
}

function nextOf(
  plan: TournamentPlan,
  { refs, nextChances }: PredictedStrengths,
  { next: counts }: TournamentTally,
  number: number,
): TournamentNext {
  const { stage, group, bestOf, first, second } = plan.next[number]!
  const share = (winner: 0 | 1, champion: 0 | 1): number | null => {
    const at = number * 6 + winner * 3
    return counts[at] === 0 ? null : counts[at + 1 + champion]! / counts[at]!
  }
  const team = (side: 0 | 1) => {
    const { id, name } = refs[side === 0 ? first : second]!
    return { id, name }
  }
  return {
    stage,
    group,
    bestOf,
    teams: [team(0), team(1)],
    probability1: nextChances[number]!,
    leverage: [
      { team: team(0), winnerIfWon: share(0, 0), winnerIfLost: share(1, 0) },
      { team: team(1), winnerIfWon: share(1, 1), winnerIfLost: share(0, 1) },
    ],
  }
}
