import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forecastSeries, gameLogit, type UpcomingSeries } from '#predictor/league/rating/forecast.ts'
import type { RatingState } from '#predictor/league/rating/state.ts'
import { amount } from '../../../support/amount.ts'
import { firstDay, five } from '../../../support/played-league.ts'
import { expectNear, rounding } from '../../../support/played-league-rounding.ts'
import { rated } from './rated.ts'

function forecast(state: RatingState, change: Partial<UpcomingSeries> = {}) {
  const series: UpcomingSeries = { team1Id: 1, team2Id: 2, day: firstDay, league: 'LCK', bestOf: 3, ...change }
  return forecastSeries(state, series)
}

/** Logit by the trapezoidal rule over ten deviations on each side, exact to rounding for such smooth ends. */
function logitByTrapezoid(mean: number, variance: number, bestOf: 1 | 3 | 5): number {
  const scale = bestOf === 5 ? 0.79 * 0.86 : 0.79
  const race = (g: number) =>
    bestOf === 1 ? g : bestOf === 3 ? g * g * (3 - 2 * g) : g ** 3 * (10 - 15 * g + 6 * g * g)
  let sum = 0
  for (let n = -10_000; n <= 10_000; n++) {
    const x = n / 1000
    const weight = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * 0.001
    sum += weight * race(1 / (1 + Math.exp(-(scale * mean + 0.79 * Math.sqrt(variance) * x))))
  }
  return Math.log(sum / (1 - sum))
}

describe('the forecast of a series', () => {
  const state = rated({
    leagues: { LCK: { mean: 3.7, variance: 0.03 }, LEC: { mean: 2.6, variance: 0.05 } },
    teams: { 1: { mean: 0.6, variance: 0.12 }, 2: { mean: 0.1, variance: 0.2 }, 3: { home: 'LEC', mean: 0.9 } },
  })

  it('a forecast within a league uses only the two teams', () => {
    const { mean, variance, totalVariance, crossLeague } = forecast(state)
    expectNear(mean, 0.5)
    expectNear(variance, 0.32)
    expect(totalVariance).toBe(variance)
    expect(crossLeague).toBe(false)
  })

  it('a forecast between leagues adds their levels and variances, and doubles the variance', () => {
    const { mean, totalVariance, crossLeague } = forecast(state, { team2Id: 3, league: 'WLDs' })
    expectNear(mean, 3.7 + 0.6 - 2.6 - 0.9)
    expectNear(totalVariance, 2 * (0.12 + 0.8 + 0.03 + 0.05))
    expect(crossLeague).toBe(true)
  })

  it('the forecast of a series averages the race formula over the uncertainty of one game', () => {
    // Error of the quadrature's 15 nodes for an uncertainty as wide as here.
    const quadrature = 1e-7
    for (const bestOf of [1, 3, 5] as const) {
      const { logit } = forecast(state, { bestOf })
      expect(Math.abs(logit - logitByTrapezoid(0.5, 0.32, bestOf))).toBeLessThan(quadrature)
    }
  })

  it('experience counts only when both line-ups are known', () => {
    const both = rated({
      teams: { 1: { lineup: five(11), lineupDay: firstDay }, 2: { lineup: five(21), lineupDay: firstDay } },
      players: Object.fromEntries([...five(11), ...five(21)].map((id) => [id, { games: id < 20 ? 40 : 0 }])),
    })
    expectNear(forecast(both).mean, 0.8 * Math.log(2))
    Object.assign(both.teams.get(2)!, { lineup: null })
    // Only the strength of the five counts now; 2.8 is the sum of the role weights.
    expectNear(forecast(both).mean, 2.8 * 0.19)
  })

  it('a larger variance gives a logit of one game nearer to 0', () => {
    const sure = gameLogit({ ...forecast(state), totalVariance: 0 })
    expectNear(sure, 0.79 * 0.5)
    const doubtful = gameLogit({ ...forecast(state), totalVariance: 4 })
    expectNear(doubtful, (0.79 * 0.5) / Math.sqrt(1 + (Math.PI / 8) * 0.79 ** 2 * 4))
  })

  it('forecastSeries leaves the state unchanged', () => {
    const before = structuredClone(state)
    forecast(state, { day: firstDay + 900, league: 'LPL', team1Id: 3 })
    forecast(state, { team1Id: 77, league: 'Never seen' })
    forecast(state, { league: null })
    expect(state).toEqual(before)
  })
})

describe('for any two teams', () => {
  const leagues = ['LCK', 'LPL', 'LEC', 'LFL', 'WLDs', '']
  const codes = fc.constantFrom(...leagues)
  const level = fc.double({ min: -3, max: 3, noNaN: true })
  const spread = fc.double({ min: 0.004, max: 1.2, noNaN: true })
  const past = fc.double({ min: firstDay - 600, max: firstDay, noNaN: true })
  // Line-ups overlap: a player may be in the last line-ups of two teams, in different roles.
  const lineup = fc.option(fc.uniqueArray(fc.integer({ min: 11, max: 20 }), { minLength: 5, maxLength: 5 }))
  const team = fc.record({
    mean: level,
    variance: spread,
    home: codes,
    day: past,
    lineup,
    lineupDay: past,
    series: fc.nat(9),
  })
  const player = fc.record({ mean: level, variance: spread, home: fc.option(codes), day: past, games: fc.nat(900) })
  const states = fc.record({
    leagues: fc.dictionary(codes, fc.record({ mean: level, variance: spread, day: past })),
    teams: fc.dictionary(fc.constantFrom('1', '2'), team),
    players: fc.dictionary(fc.integer({ min: 11, max: 20 }).map(String), player),
  })
  const coming = fc.record({
    day: fc.integer({ min: -5, max: 800 }).map((days) => firstDay + days),
    league: fc.option(fc.constantFrom(...leagues, 'LCS', 'Never seen')),
    bestOf: fc.constantFrom<1 | 3 | 5>(1, 3, 5),
  })

  it('swapping any two teams negates the logit', () => {
    fc.assert(
      fc.property(states, coming, (sketch, series) => {
        const state = rated(sketch)
        const one = forecast(state, { ...series, team1Id: 1, team2Id: 2 })
        const other = forecast(state, { ...series, team1Id: 2, team2Id: 1 })
        const scale = Math.max(1, Math.abs(one.logit))
        expect(Math.abs(one.logit + other.logit)).toBeLessThanOrEqual(rounding * scale)
        expect(Math.abs(one.totalVariance - other.totalVariance)).toBeLessThanOrEqual(rounding * 10)
      }),
      { numRuns: amount(80, 1000) },
    )
  })

  it('the forecast of any two teams is finite and leaves the state unchanged', () => {
    fc.assert(
      fc.property(states, coming, (sketch, series) => {
        const state = rated(sketch)
        const before = structuredClone(state)
        const { logit, totalVariance } = forecast(state, series)
        expect(Number.isFinite(logit)).toBe(true)
        expect(totalVariance).toBeGreaterThan(0)
        expect(state).toEqual(before)
      }),
    )
  })
})
