import {
  planTournament,
  simulateTournament,
  type TournamentFormat,
  type TournamentStrengths,
} from '@riftline/predictor'
import { type Chance, type Played, playFormat } from './reference.ts'

/** Chance that the first team wins one game of a series of this length. */
export type GameChance = (first: string, second: string, bestOf: number) => number

/** A number of an answer, such as `reach winner T1`, with its mean and the deviation of one run. */
export type Facts = ReadonlyMap<string, { readonly mean: number; readonly deviation: number }>

/** Chance of each score of a series of independent games. */
export function scoreChances(
  bestOf: number,
  game: number,
): readonly (readonly [first: number, second: number, chance: number])[] {
  if (bestOf === 2)
    return [
      [2, 0, game * game],
      [1, 1, 2 * game * (1 - game)],
      [0, 2, (1 - game) * (1 - game)],
    ]
  const needed = (bestOf + 1) / 2
  const scores: (readonly [number, number, number])[] = []
  for (let lost = 0; lost < needed; lost++) {
    // The winner wins the last game; the lost ones are among those before it.
    const orders = [1, needed, (needed * (needed + 1)) / 2][lost]!
    scores.push([needed, lost, orders * game ** needed * (1 - game) ** lost])
    scores.push([lost, needed, orders * (1 - game) ** needed * game ** lost])
  }
  return scores
}

export function seriesChance(bestOf: number, game: number): number {
  return scoreChances(bestOf, game).reduce((sum, [first, second, chance]) => sum + (first > second ? chance : 0), 0)
}

/** Every set of pairs of some teams with the fewest rematches. */
export function pairings(teams: readonly string[], haveMet: (a: string, b: string) => boolean) {
  const all = matchings(teams)
  const rematches = (pairs: readonly (readonly [string, string])[]) => pairs.filter(([a, b]) => haveMet(a, b)).length
  const fewest = Math.min(...all.map(rematches))
  return all.filter((pairs) => rematches(pairs) === fewest)
}

function matchings(teams: readonly string[]): readonly (readonly (readonly [string, string])[])[] {
  const [first, ...others] = teams
  if (first === undefined) return [[]]
  return others.flatMap((second) =>
    matchings(others.filter((team) => team !== second)).map((rest) => [[first, second] as const, ...rest]),
  )
}

function inOrder(teams: readonly string[]): readonly (readonly [string, string])[] {
  return teams.flatMap((team, i) => (i % 2 === 0 ? [[team, teams[i + 1]!] as const] : []))
}

/** The opponent against whom a team wins most likely. */
function weakest(game: GameChance): Chance['choose'] {
  return (team, opponents, bestOf) =>
    opponents.reduce((best, other) => (game(team, other, bestOf) > game(team, best, bestOf) ? other : best))
}

/**
 * Enumerates every run of a format, each with its chance.
 *
 * @returns null if there are more than `most`
 */
export function enumerate(format: TournamentFormat, game: GameChance, most: number = 200_000): Facts | null {
  const path: { at: number; readonly weights: readonly number[] }[] = []
  let depth = 0
  let weight = 1
  function pick(weights: readonly number[]): number {
    if (weights.length === 0) return -1
    if (depth === path.length) path.push({ at: weights.findIndex((one) => one > 0), weights })
    const { at } = path[depth]!
    depth++
    weight *= weights[at]! / weights.reduce((sum, one) => sum + one, 0)
    return at
  }
  let isTooMuch = false
  const chance: Chance = {
    pick,
    choose: weakest(game),
    pair(teams, haveMet) {
      // Twelve teams have 10,395 sets of pairs.
      if (teams.length > 10) isTooMuch = true
      const all = isTooMuch ? [inOrder(teams)] : pairings(teams, haveMet)
      return all[pick(all.map(() => 1))]!
    },
    series(_, first, second, bestOf, kind) {
      // A draw of a best-of-2 has no forecast of its own.
      const won = game(first, second, bestOf === 2 ? 1 : bestOf)
      const scores =
        kind === 'score'
          ? scoreChances(bestOf, won)
          : ([
              [1, 0, seriesChance(bestOf, won)],
              [0, 1, seriesChance(bestOf, 1 - won)],
            ] as const)
      const [one, other] = scores[pick(scores.map(([, , share]) => share))]!
      return [one, other]
    },
  }
  const sums = new Map<string, { mean: number; square: number }>()
  let total = 0
  for (let runs = 0; ; runs++) {
    if (runs === most) return null
    depth = 0
    weight = 1
    const played = playFormat(format, chance)
    if (isTooMuch) return null
    if (!played.isVoid) total += weight
    for (const [fact, value] of played.isVoid ? [] : factsOf(played)) {
      const sum = sums.get(fact)
      if (sum === undefined) sums.set(fact, { mean: weight * value, square: weight * value * value })
      else {
        sum.mean += weight * value
        sum.square += weight * value * value
      }
    }
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const next = last.weights.findIndex((one, i) => i > last!.at && one > 0)
      if (next >= 0) {
        last.at = next
        break
      }
      path.pop()
    }
    if (path.length === 0) break
  }
  return new Map(
    [...sums].map(([fact, sum]) => {
      const mean = sum.mean / total
      return [fact, { mean, deviation: Math.sqrt(Math.max(0, sum.square / total - mean * mean)) }]
    }),
  )
}

function* factsOf({ reach, places, wins }: Played): Generator<readonly [string, number]> {
  for (const [column, teams] of reach) for (const team of teams) yield [`reach ${column} ${team}`, 1]
  for (const [stage, list] of places) for (const [team, place] of list) yield [`place ${stage} ${team} ${place}`, 1]
  for (const [stage, list] of wins) for (const [team, won] of list) yield [`wins ${stage} ${team}`, won]
}

/** Strengths of the teams of a format without doubt. */
export function certainStrengths(format: TournamentFormat, game: GameChance): TournamentStrengths {
  const names = planTournament(format).teams.map(({ name }) => name)
  const means = (bestOf: number) =>
    Float64Array.from({ length: names.length ** 2 }, (_, at) => {
      const [first, second] = [names[Math.floor(at / names.length)]!, names[at % names.length]!]
      const won = first === second ? 0.5 : game(first, second, bestOf)
      return Math.log(won / (1 - won))
    })
  return {
    teams: names.length,
    means: { 1: means(1), 3: means(3), 5: means(5) },
    sds: new Float64Array(names.length ** 2),
    variances: new Float64Array(names.length),
    leagues: new Int32Array(names.length),
    leagueVariances: new Float64Array(1),
  }
}

/** Means of the same facts over simulated runs; those that no run shows are absent. */
export function simulate(
  format: TournamentFormat,
  strengths: TournamentStrengths,
  options: { readonly runs: number; readonly seed: number },
): ReadonlyMap<string, number> {
  const plan = planTournament(format)
  const tally = simulateTournament(plan, strengths, options)
  const facts = new Map<string, number>()
  const add = (fact: string, count: number) =>
    count === 0 ? facts : facts.set(fact, count / (tally.runs + tally.extraRuns))
  const { length } = plan.teams
  for (const [number, { name }] of plan.teams.entries()) {
    for (const [at, { column }] of plan.reach.entries())
      add(`reach ${column} ${name}`, tally.reach[at * length + number]!)
    let first = 0
    for (const [table, { stage, places }] of plan.tables.entries()) {
      add(`wins ${stage} ${name}`, tally.wins[table * length + number]!)
      for (let place = 0; place < places; place++) {
        add(`place ${stage} ${name} ${place + 1}`, tally.places[(first + place) * length + number]!)
      }
      first += places
    }
  }
  return facts
}

/** Facts whose simulated mean is further from the exact one than some standard errors. */
export function deviating(
  exact: Facts,
  simulated: ReadonlyMap<string, number>,
  runs: number,
  errors: number,
): readonly string[] {
  const facts = [...new Set([...exact.keys(), ...simulated.keys()])]
  return facts.flatMap((fact) => {
    const { mean, deviation } = exact.get(fact) ?? { mean: 0, deviation: 0 }
    const got = simulated.get(fact) ?? 0
    // A fact so rare that the normal approximation fails may be seen a few times more.
    const error = (errors * deviation) / Math.sqrt(runs) + (deviation > 0 && mean < 20 / runs ? 6 / runs : 1e-9)
    return Math.abs(got - mean) <= error ? [] : [`${fact}: exact ${mean}, simulated ${got}`]
  })
}

/** Chances of one game by the teams' strengths on the scale of the logit; longer series are somewhat surer. */
export function gameBy(strength: Readonly<Record<string, number>>): GameChance {
  return (first, second, bestOf) => 1 / (1 + Math.exp(-(strength[first]! - strength[second]!) * (1 + bestOf / 10)))
}
