import { clamp, exp } from '@riftline/core/math'
import type { RoundRobinStep, TournamentPlan } from '../plan.ts'
import type { TournamentStrengths } from '../strengths.ts'
import { createSimulation } from './simulation.ts'
import type { TournamentTally } from './tally.ts'

/** Limits of the tries for one team and of the series in them: some 40 ms. Without a running round robin a few hundred tries are enough. */
const tries = { least: 50, most: 10_000, ofBrackets: 300, series: 5_000_000 }
/** Strength that decides every series. */
const decisive = 1000
/** Sequence of random numbers that no block has. */
const rareBlock = -1

/**
 * Adds runs that show results too rare for the others. A team that reached a column in no run is tried out with invented strengths: it
 * wins or loses all its series, up to a step or from it on, and the others are even, or a few are far above the rest, or leaders
 * stumble. A run in which a team reaches a new column is added as one run more, which overestimates its chance.
 *
 * A team that cannot reach a column stays at 0. So does one that only a single course of many series would bring there, if none of up to
 * 10,000 tries finds it.
 *
 * @returns the tally itself if no team reaches a new column
 */
export function completeTally(
  plan: TournamentPlan,
  strengths: TournamentStrengths,
  tally: TournamentTally,
  seed: number,
): TournamentTally {
  const { teams } = strengths
  const missing = tally.reach.map((count) => (count === 0 ? 1 : 0))
  const isMissing = (team: number): boolean => plan.reach.some((_, column) => missing[column * teams + team] === 1)
  if (!missing.includes(1)) return tally
  const { state, runners, record } = createSimulation(plan, evenStrengths(teams, plan), { forecast: strengths })
  const { deviates, uniform, below, normal, seats } = state
  const won = knownWins(plan)
  const lead = new Float64Array(teams)
  const limit = isRoundRobinOpen(plan) ? tries.most : tries.ofBrackets
  const most = clamp(Math.ceil(tries.series / (teams * seriesIn(plan))), tries.least, limit)
  const sum = { ...tally, reach: tally.reach.slice(), wins: tally.wins.slice() }
  const result = { ...sum, places: tally.places.slice(), next: tally.next.slice() }
  let extraRuns = 0
  state.reseed(seed, rareBlock)

  function tryTeam(team: number): void {
    const spread = tenTo(uniform)
    state.balance = uniform() < 0.3 ? 0 : tenTo(uniform)
    // Some teams, rather leaders than others, win against all the rest.
    const doubt = tenTo(uniform)
    for (let other = 0; other < teams; other++) lead[other] = won[other]! + doubt * normal()
    const line = uniform() < 0.5 ? Infinity : lead[below(teams)]!
    for (let other = 0; other < teams; other++) deviates[other] = spread * normal() + (lead[other]! > line ? 100 : 0)
    const mode = uniform()
    if (mode < 0.8) deviates[team] = mode < 0.5 ? decisive : -decisive
    const turn = mode < 0.5 ? -1 : Math.floor(uniform() * (runners.length + 1))
    state.places.fill(0)
    for (let i = 0; i < runners.length; i++) {
      if (i === turn && mode < 0.8) deviates[team] = -deviates[team]!
      runners[i]!()
    }
  }

  function showsNew(): boolean {
    let found = false
    for (const [column, { seats: held }] of plan.reach.entries()) {
      for (const seat of held) {
        const at = column * teams + seats[seat]!
        if (missing[at] === 1) found = true
        missing[at] = 0
      }
    }
    return found
  }

  for (let team = 0; team < teams; team++) {
    for (let run = 0; run < most && isMissing(team); run++) {
      tryTeam(team)
      if (!showsNew()) continue
      record(result)
      extraRuns++
    }
  }
  return extraRuns === 0 ? tally : { ...result, extraRuns: tally.extraRuns + extraRuns }
}

/** A number from 0.1 to 100, evenly on the scale of its logarithm. */
function tenTo(uniform: () => number): number {
  return 0.1 * exp(uniform() * 3 * Math.LN10)
}

/** Strengths with which the difference of the deviates is the game's logit. */
function evenStrengths(teams: number, { lengths }: TournamentPlan): TournamentStrengths {
  const zeros = new Float64Array(teams * teams)
  return {
    teams,
    means: Object.fromEntries(lengths.map((length) => [length, zeros])),
    sds: new Float64Array(teams * teams).fill(1),
    variances: new Float64Array(teams).fill(0.5),
    leagues: new Int32Array(teams),
    leagueVariances: new Float64Array(1),
  }
}

/** Whether a round robin has series to play, so that a place can depend on a rare course of many series. */
function isRoundRobinOpen({ steps }: TournamentPlan): boolean {
  return steps.some((step) => step.kind === 'roundRobin' && step.known.length < seriesOf(step))
}

/** Series won in all round robins so far, by team. */
function knownWins({ steps, teams }: TournamentPlan): Int32Array {
  const wins = new Int32Array(teams.length)
  for (const step of steps) {
    if (step.kind !== 'roundRobin') continue
    for (const { first, second, score } of step.known)
      if (score[0] !== score[1]) wins[score[0] > score[1] ? first : second]!++
  }
  return wins
}

/** Number of series of one run at most, without tie-breaks. */
export function seriesIn({ steps }: TournamentPlan): number {
  let count = 0
  for (const step of steps) {
    if (step.kind === 'roundRobin') count += seriesOf(step)
    else if (step.kind === 'swiss') count += (step.seats.length * (step.wins + step.losses - 1)) / 2
    else count++
  }
  return count
}

function seriesOf({ rounds, seats: { length } }: RoundRobinStep): number {
  return (rounds * length * (length - 1)) / 2
}
