import {
  parseTournament,
  planTournament,
  simulateTournament,
  type TournamentFormat,
  type TournamentStrengths,
} from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { amount } from '../../support/amount.ts'
import { seriesChance } from './exact.ts'

const runs = amount(200_000, 1_000_000)

/** Means of the game logit of the first team over the second; deviations; variances of A and B, C; of the leagues of A, and of B and C. */
const means = { ab: 0.5, ac: -0.2, bc: 0.3 }
const deviations = { ab: 0.9, ac: 0.6, bc: 0.7 }
const variance = { a: 0.5, b: 1, c: 0.3, leagueOfA: 0.4, leagueOfBC: 0.6 }

function ladder(teams: readonly string[], bestOf: 1 | 3 | 5): TournamentFormat {
  return parseTournament({
    name: 'Ladder',
    teams,
    stages: [{ id: 'ladder', kind: 'kingOfTheHill', bestOf, slots: teams }],
  })
}

/** Strengths for the teams A, B, C, or the first two. */
function strengths(teams: 2 | 3): TournamentStrengths {
  const matrix = (of: Readonly<Record<'ab' | 'ac' | 'bc', number>>, sign: 1 | -1): Float64Array => {
    const [{ ab, ac, bc }, back] = [of, (value: number) => sign * value]
    const full = [0, ab, ac, back(ab), 0, bc, back(ac), back(bc), 0]
    return Float64Array.from(full.filter((_, at) => at % 3 < teams && Math.floor(at / 3) < teams))
  }
  const mean = matrix(means, -1)
  return {
    teams,
    means: { 1: mean, 3: mean, 5: mean },
    sds: matrix(deviations, 1),
    variances: Float64Array.of(variance.a, variance.b, variance.c).slice(0, teams),
    leagues: Int32Array.of(0, 1, 1).slice(0, teams),
    leagueVariances: Float64Array.of(variance.leagueOfA, variance.leagueOfBC),
  }
}

/** Mean over a standard normal, by the trapezoid rule, which is exact to many digits for smooth functions. */
function overNormal(value: (z: number) => number, steps = 60): number {
  let [sum, weights] = [0, 0]
  for (let i = 0; i <= steps; i++) {
    const z = -7 + (14 * i) / steps
    const weight = Math.exp((-z * z) / 2)
    sum += weight * value(z)
    weights += weight
  }
  return sum / weights
}

function simulated(format: TournamentFormat, teams: 2 | 3, joint = true): number {
  const plan = planTournament(format)
  expect(plan.teams.map(({ name }) => name)).toEqual(['A', 'B', 'C'].slice(0, teams))
  const tally = simulateTournament(plan, strengths(teams), { runs, seed: 5, joint })
  return tally.reach[(plan.reach.length - 1) * teams]! / runs
}

function expectNear(got: number, exact: number): void {
  expect(Math.abs(got - exact)).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / runs))
}

const won = (bestOf: number, logit: number): number => seriesChance(bestOf, 1 / (1 + Math.exp(-logit)))

describe('Strengths that are drawn once a run', () => {
  it('give one series alone the chance that its distribution has, in each length', () => {
    for (const bestOf of [1, 3, 5] as const) {
      const exact = overNormal((z) => won(bestOf, means.ab + deviations.ab * z), 400)
      expectNear(simulated(ladder(['A', 'B'], bestOf), 2), exact)
      expectNear(simulated(ladder(['A', 'B'], bestOf), 2, false), exact)
    }
  })

  it('join the series of a ladder of three, over teams and home leagues', () => {
    const varAcross = (one: number, other: number) => one + other + variance.leagueOfA + variance.leagueOfBC
    const factor = {
      ab: deviations.ab / Math.sqrt(varAcross(variance.a, variance.b)),
      ac: deviations.ac / Math.sqrt(varAcross(variance.a, variance.c)),
      bc: deviations.bc / Math.sqrt(variance.b + variance.c),
    }
    // B and C share their league: A and it are one variable.
    const outer = Math.sqrt(variance.a + variance.leagueOfA + variance.leagueOfBC)
    const exact = overNormal((x) =>
      overNormal((b) =>
        overNormal((c) => {
          const [a, zb, zc] = [outer * x, Math.sqrt(variance.b) * b, Math.sqrt(variance.c) * c]
          const bBeatsC = won(3, means.bc + factor.bc * (zb - zc))
          const aBeatsB = won(3, means.ab + factor.ab * (a - zb))
          const aBeatsC = won(3, means.ac + factor.ac * (a - zc))
          return bBeatsC * aBeatsB + (1 - bBeatsC) * aBeatsC
        }),
      ),
    )
    expectNear(simulated(ladder(['A', 'B', 'C'], 3), 3), exact)
    // Without joint draws the winner of the first series is no better than before.
    const bBeatsC = overNormal((z) => won(3, means.bc + deviations.bc * z), 400)
    const aBeatsB = overNormal((z) => won(3, means.ab + deviations.ab * z), 400)
    const aBeatsC = overNormal((z) => won(3, means.ac + deviations.ac * z), 400)
    const apart = bBeatsC * aBeatsB + (1 - bBeatsC) * aBeatsC
    expectNear(simulated(ladder(['A', 'B', 'C'], 3), 3, false), apart)
    expect(Math.abs(apart - exact)).toBeGreaterThan(0.005)
  })
})
