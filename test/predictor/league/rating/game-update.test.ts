import { describe, expect, it } from 'vitest'
import { createRatingState } from '#predictor/league/rating/state.ts'
import { five, type GameSketch } from '../../../support/played-league.ts'
import { expectNear } from '../../../support/played-league-rounding.ts'
import { learn, rated } from './rated.ts'

const roleWeights = [0.4, 0.9, 0.9, 0.3, 0.3]

/** Means and variances of a game with line-ups: two leagues, two teams, five players each; `sign` is 1 for the first team. */
function crossLeagueDesign() {
  return {
    coefficients: [1, -1, 1, -1, ...roleWeights, ...roleWeights.map((weight) => -weight)],
    // LCK has 5, LEC 0; a new team has -.65 and .3 more with a first line-up; players have .19.
    means: [5, 0, -0.35, -0.35, ...new Array<number>(10).fill(0.19)],
    variances: [0.5, 0.5, 0.8, 0.8, ...new Array<number>(10).fill(0.07)],
  }
}

/** One step of the documented filter: m += c V r k, V -= (c V)^2 g k for every entity. */
function step(
  design: ReturnType<typeof crossLeagueDesign>,
  game: { sideBonus: number; won: 0 | 1; margin: number; weight: number },
): void {
  const { coefficients, means, variances } = design
  let mean = game.sideBonus
  let variance = 0
  coefficients.forEach((c, i) => {
    mean += c * means[i]!
    variance += c * c * variances[i]!
  })
  const p = 1 / (1 + Math.exp(-mean))
  const g = game.weight * p * (1 - p)
  const signed = game.won === 1 ? game.margin : -game.margin
  const shrink = game.margin === 0 ? 0 : 0.027 * mean
  const r = game.weight * (game.won - p + signed - shrink)
  const k = 1 / (1 + g * variance)
  coefficients.forEach((c, i) => {
    means[i]! += c * variances[i]! * r * k
    variances[i]! -= (c * variances[i]!) ** 2 * g * k
  })
}

describe('an update by one game', () => {
  it('a game moves two new teams of one league by numbers computed by hand', () => {
    const state = learn(createRatingState(), { bestOf: 1, games: [{ winner: 1 }] })
    // Both teams have -.65 with variance .8, so p = 1/2, g = 1/4, k = 1 / (1 + 1.6 / 4).
    expectNear(state.teams.get(1)!.mean, -0.65 + (0.8 * 0.5) / 1.4)
    expectNear(state.teams.get(2)!.mean, -0.65 - (0.8 * 0.5) / 1.4)
    expectNear(state.teams.get(1)!.variance, 0.8 - (0.64 * 0.25) / 1.4)
    expectNear(state.teams.get(2)!.variance, 0.8 - (0.64 * 0.25) / 1.4)
    expect(state.leagues.get('LCK')).toMatchObject({ mean: 5, variance: 0.5 })
  })

  it('a win on the blue side counts less', () => {
    const blue = learn(createRatingState(), { bestOf: 1, games: [{ winner: 1, blue: 1 }] }).teams.get(1)!.mean
    const red = learn(createRatingState(), { bestOf: 1, games: [{ winner: 1, blue: 2 }] }).teams.get(1)!.mean
    const p = 1 / (1 + Math.exp(-0.13))
    expectNear(blue, -0.65 + (0.8 * (1 - p)) / (1 + p * (1 - p) * 1.6))
    expectNear(red, -0.65 + (0.8 * p) / (1 + p * (1 - p) * 1.6))
    expect(red).toBeGreaterThan(blue)
  })

  it('ratings are the same whichever team is listed first', () => {
    const games: readonly GameSketch[] = [{ winner: 1, blue: 2, minutes: 28 }]
    const swapped: readonly GameSketch[] = [{ winner: 2, blue: 1, minutes: 28 }]
    const one = learn(createRatingState(), { bestOf: 1, teams: [1, 2], games })
    const other = learn(createRatingState(), { bestOf: 1, teams: [2, 1], games: swapped })
    for (const id of [1, 2]) {
      expectNear(one.teams.get(id)!.mean, other.teams.get(id)!.mean)
      expectNear(one.teams.get(id)!.variance, other.teams.get(id)!.variance)
    }
  })
})

describe('a series between two leagues with known lineups', () => {
  const team1 = { lineup: five(11) }
  const team2 = { lineup: five(21) }
  const state = rated({
    leagues: { LCK: { mean: 5 }, LEC: { mean: 0 } },
    teams: { 1: { home: 'LCK' }, 2: { home: 'LEC' } },
  })
  learn(state, {
    league: 'WLDs',
    games: [
      { winner: 2, blue: 1, minutes: 25, team1, team2 },
      { winner: 1, blue: 2, minutes: 40, team1, team2 },
    ],
  })

  const design = crossLeagueDesign()
  // Standardised over winners before 2023 with mean -3.46064, deviation .170893 and a limit of 2.5 deviations; weight .2.
  const short = (-Math.log(25) + 3.46064) / 0.170893
  const long = (-Math.log(40) + 3.46064) / 0.170893
  step(design, { sideBonus: 0.13, won: 0, margin: 0.2 * short, weight: 1 })
  step(design, { sideBonus: -0.13, won: 1, margin: 0.2 * long, weight: 0.82 })

  it('a series between two leagues moves the ratings of the leagues', () => {
    expectNear(state.leagues.get('LCK')!.mean, design.means[0]!)
    expectNear(state.leagues.get('LEC')!.mean, design.means[1]!)
    expectNear(state.leagues.get('LCK')!.variance, design.variances[0]!)
    expectNear(state.leagues.get('LEC')!.variance, design.variances[1]!)
    expect(state.leagues.has('WLDs')).toBe(false)
  })

  it('a series between two leagues moves the ratings of the teams', () => {
    for (const [i, id] of [1, 2].entries()) {
      expectNear(state.teams.get(id)!.mean, design.means[2 + i]!)
      expectNear(state.teams.get(id)!.variance, design.variances[2 + i]!)
    }
  })

  it('a series moves players by the weights of their roles and counts their games', () => {
    for (const [i, id] of [...five(11), ...five(21)].entries()) {
      const player = state.players.get(id)!
      expectNear(player.mean, design.means[4 + i]!)
      expectNear(player.variance, design.variances[4 + i]!)
      expect(player.games).toBe(2)
    }
    const gained = (id: number) => Math.abs(state.players.get(id)!.mean - 0.19)
    expect(gained(12)).toBeGreaterThan(gained(11))
    expect(gained(11)).toBeGreaterThan(gained(14))
  })

  it('a series raises the series count of each team by one', () => {
    expect([state.teams.get(1)!.series, state.teams.get(2)!.series]).toEqual([1, 1])
  })

  it("a series between two leagues leaves the teams' home leagues unchanged", () => {
    expect([state.teams.get(1)!.home, state.teams.get(2)!.home]).toEqual(['LCK', 'LEC'])
  })
})

it('the variance of a team has a floor', () => {
  const games = Array.from({ length: 2000 }, (_, n): GameSketch => ({ winner: n % 2 === 0 ? 1 : 2 }))
  const state = createRatingState()
  for (const game of games) learn(state, { bestOf: 1, games: [game] })
  expect(state.teams.get(1)!.variance).toBe(0.004)
})
