import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChampionEffects, learnChampionEffects, lineupEffect } from '#predictor/league/picks/draft-offset.ts'
import { firstDay, five, type GameSketch, playedSeries } from '../../../support/played-league.ts'
import { expectNear } from '../../../support/played-league-rounding.ts'

function learn(effects: ChampionEffects, game: Partial<GameSketch> & { day?: number }, strength = 0): ChampionEffects {
  const { day = firstDay, ...change } = game
  const full: GameSketch = { winner: 1, team1: { champions: five(1) }, team2: { champions: five(6) }, ...change }
  learnChampionEffects(effects, playedSeries({ bestOf: 1, day, games: [full] }).games[0]!, strength)
  return effects
}

describe('champion effects', () => {
  it('a game moves the effects of all ten champions by one Kalman step', () => {
    const effects = learn(new Map(), {})
    // With p = 1/2 and ten variances of .01, the gain of each is .01 x (1/2) / (1 + .1/4).
    const gain = (0.01 * 0.5) / 1.025
    expectNear(lineupEffect(effects, five(1)), 5 * gain)
    expectNear(lineupEffect(effects, five(6)), -5 * gain)
  })

  it('an expected win moves champion effects less', () => {
    const expected = lineupEffect(learn(new Map(), {}, 2), five(1))
    const surprising = lineupEffect(learn(new Map(), {}, -2), five(1))
    expect(surprising).toBeGreaterThan(expected)
    expect(expected).toBeGreaterThan(0)
  })

  it('champion effects expect a little more of the blue side when the sides are known', () => {
    const blue = lineupEffect(learn(new Map(), { blue: 1 }), five(1))
    const unknown = lineupEffect(learn(new Map(), {}), five(1))
    const red = lineupEffect(learn(new Map(), { blue: 2 }), five(1))
    expect(blue).toBeLessThan(unknown)
    expect(unknown).toBeLessThan(red)
  })

  it('a champion has one effect per role', () => {
    const effects = learn(new Map(), {})
    expect(lineupEffect(effects, [2, 3, 4, 5, 1])).toBe(0)
    expect(lineupEffect(effects, [1, 99, 99, 99, 99])).toBeGreaterThan(0)
  })

  it('unknown champions have effect 0, and incomplete picks change no effect', () => {
    expect(lineupEffect(new Map(), five(1))).toBe(0)
    expect(learn(new Map(), { team2: {} }).size).toBe(0)
    expect(learn(new Map(), { team1: {} }).size).toBe(0)
  })

  it('the variance of an effect grows with days and patches, up to its initial value', () => {
    const variance = (effects: ChampionEffects) => [...effects.values()][0]!.variance
    const first = learn(new Map(), { patch: '31.01' })
    const once = variance(first)
    expect(once).toBeLessThan(0.01)
    const next = (change: Partial<GameSketch> & { day?: number }) =>
      variance(learn(structuredClone(first), { patch: '31.01', ...change }))
    expect(next({ day: firstDay + 3 })).toBeGreaterThan(next({}))
    expect(next({ patch: '31.02' })).toBeGreaterThan(next({}))
    expect(next({ day: firstDay + 5000, patch: '31.02' })).toBe(next({ day: firstDay + 9000 }))
    expect(next({ day: firstDay + 5000 })).toBeLessThan(0.01)
  })

  it('a patch and a day add variance to an effect only once', () => {
    const variance = (games: readonly (Partial<GameSketch> & { day?: number })[]) => {
      const effects: ChampionEffects = new Map()
      for (let n = 0; n < 40; n++) learn(effects, { patch: '31.01', winner: n % 2 === 0 ? 1 : 2 })
      for (const game of games) learn(effects, game)
      return [...effects.values()][0]!.variance
    }
    expect(variance([{ patch: '31.02' }, { patch: '31.02' }])).toBeLessThan(variance([{ patch: '31.02' }]))
    const late = { day: firstDay + 30, patch: '31.01' }
    expect(variance([late, late])).toBeLessThan(variance([late]))
    // A game of an unknown patch neither starts a patch nor hides the next one.
    expect(variance([{}, { patch: '31.01' }])).toBe(variance([{ patch: '31.01' }, { patch: '31.01' }]))
    expect(variance([{}, { patch: '31.02' }])).toBeGreaterThan(variance([{}, { patch: '31.01' }]))
  })

  it('champion effects are the same whichever side is listed first', () => {
    const strength = fc.double({ min: -3, max: 3, noNaN: true })
    fc.assert(
      fc.property(strength, fc.constantFrom<1 | 2>(1, 2), (value, winner) => {
        // Blue is listed first, so the sketch with the other blue team is the same game seen from the other side.
        const one = learn(new Map(), { winner }, value)
        const other = learn(
          new Map(),
          { winner: winner === 1 ? 2 : 1, team1: { champions: five(6) }, team2: { champions: five(1) } },
          -value,
        )
        expectNear(lineupEffect(one, five(1)), lineupEffect(other, five(1)))
      }),
    )
  })
})
