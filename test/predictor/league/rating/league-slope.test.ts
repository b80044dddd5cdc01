import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createLeagueSlopes,
  type LeagueSlopes,
  leagueSlope,
  learnLeagueSlope,
} from '#predictor/league/rating/league-slope.ts'
import { expectNear } from '../../../support/played-league-rounding.ts'

function slopeOf(slopes: LeagueSlopes, league: string | null): number {
  return leagueSlope(slopes, league)
}

/** Learns `count` series of a league, one a day, in which the favourite at `logit` wins the share `share`. */
function play(slopes: LeagueSlopes, league: string, logit: number, share: number, count = 200): LeagueSlopes {
  for (let n = 0; n < count; n++) {
    const favouriteWins = Math.floor((n + 1) * share) > Math.floor(n * share)
    const favouriteFirst = n % 2 === 0
    const series = { league, day: n, logit: favouriteFirst ? logit : -logit, won: favouriteWins === favouriteFirst }
    learnLeagueSlope(slopes, Object.freeze(series))
  }
  return slopes
}

describe('the slope of a league', () => {
  it('the slope is 1 before any series', () => {
    expect(slopeOf(createLeagueSlopes(), 'LCK')).toBe(1)
    expect(slopeOf(createLeagueSlopes(), null)).toBe(1)
  })

  it('one series moves the slope by one step of the documented filter', () => {
    const slopes = createLeagueSlopes()
    learnLeagueSlope(slopes, { league: 'LJL', day: 100, logit: 1.5, won: true })
    const q = 1 / (1 + Math.exp(-1.5))
    const u = q * (1 - q) * 1.5 ** 2
    const r = ((1 - q) * 1.5) / (1 + u * 0.04)
    expectNear(slopeOf(slopes, null), 1 + 0.02 * r)
    expectNear(slopeOf(slopes, 'LJL'), 1 + 0.04 * r)
    expectNear(slopes.common.variance, 0.02 - (0.02 ** 2 * u) / (1 + u * 0.04))
    // Both variances grow with the days; the variance of a league is capped.
    learnLeagueSlope(slopes, { league: 'LJL', day: 110, logit: 0, won: true })
    expectNear(slopes.common.variance, 0.02 - (0.02 ** 2 * u) / (1 + u * 0.04) + 10 * 1e-5)
    learnLeagueSlope(slopes, { league: 'LJL', day: 9000, logit: 0, won: true })
    expect(slopes.leagues.get('LJL')!.variance).toBe(0.02)
    expect(slopes.common.variance).toBeGreaterThan(0.1)
  })

  it('the slope rises when favourites win more than forecast and falls when they win less', () => {
    // A favourite at logit 1 has a forecast of 73 %.
    expect(slopeOf(play(createLeagueSlopes(), 'LJL', 1, 0.95), 'LJL')).toBeGreaterThan(1.3)
    expect(slopeOf(play(createLeagueSlopes(), 'LJL', 1, 0.5), 'LJL')).toBeLessThan(0.8)
    expect(Math.abs(slopeOf(play(createLeagueSlopes(), 'LJL', 1, 0.73), 'LJL') - 1)).toBeLessThan(0.05)
  })

  it('an unknown league and no league get the common slope', () => {
    const slopes = play(createLeagueSlopes(), 'LJL', 1, 0.95)
    expect(slopeOf(slopes, 'LCO')).toBe(slopeOf(slopes, null))
    expect(slopeOf(slopes, null)).toBeGreaterThan(1)
    expect(slopeOf(slopes, 'LJL')).toBeGreaterThan(slopeOf(slopes, null))
  })

  it('the slope of one league ignores the series of another', () => {
    const slopes = play(createLeagueSlopes(), 'LJL', 1, 0.95)
    expect([...slopes.leagues.keys()]).toEqual(['LJL'])
  })

  it('the slope stays finite and between .3 and 2.5 for any results', () => {
    const outcomes = fc.array(fc.tuple(fc.double({ min: -9, max: 9, noNaN: true }), fc.boolean()), { maxLength: 60 })
    fc.assert(
      fc.property(outcomes, (series) => {
        const slopes = createLeagueSlopes()
        for (const [n, [logit, won]] of series.entries()) {
          learnLeagueSlope(slopes, { league: 'LJL', day: n, logit, won })
        }
        for (const league of ['LJL', 'LCO', null]) {
          expect(slopeOf(slopes, league)).toBeGreaterThanOrEqual(0.3)
          expect(slopeOf(slopes, league)).toBeLessThanOrEqual(2.5)
        }
        expect(slopes.common.variance).toBeGreaterThan(0)
        expect(slopes.leagues.get('LJL')?.variance ?? 1).toBeGreaterThan(0)
      }),
    )
  })

  it('the slope learns the same whichever team is listed first', () => {
    const learnt = (logit: number, won: boolean) => {
      const slopes = createLeagueSlopes()
      learnLeagueSlope(slopes, { league: 'LJL', day: 0, logit, won })
      return slopeOf(slopes, 'LJL')
    }
    expectNear(learnt(0.7, true), learnt(-0.7, false))
    expectNear(learnt(0.7, false), learnt(-0.7, true))
  })
})
