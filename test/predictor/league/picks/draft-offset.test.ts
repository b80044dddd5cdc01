import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seriesProbability } from '#core/math/distributions.ts'
import {
  type ChampionEffects,
  championShares,
  type Draft,
  draftOffset,
  gameOffset,
} from '#predictor/league/picks/draft-offset.ts'
import { firstDay, five, type GameSketch } from '../../../support/played-league.ts'
import { stateAfter } from '../../../support/played-league-state.ts'

const game: GameSketch = {
  winner: 1,
  blue: 1,
  minutes: 28,
  team1: { lineup: five(11), champions: five(1) },
  team2: { lineup: five(21), champions: five(6) },
}
const { championEffects } = stateAfter([{ day: firstDay - 1, games: [game, game] }])
const usual: Draft = { team1: five(1), team2: five(6) }

/** Effects of champions 1 and 2 in the first role only, so that drafts differ by a known amount. */
function effectsOf(first: number, second: number): ChampionEffects {
  const effect = (value: number) => ({ value, variance: 0.01, day: 0, patch: null })
  return new Map([
    [1, effect(first)],
    [2, effect(second)],
  ])
}
const one: Draft = { team1: [1, 9, 9, 9, 9], team2: [2, 9, 9, 9, 9] }

describe('the offset of a draft', () => {
  it('the offset of a draft favours champions that have won, and has the opposite sign for the other team', () => {
    const offset = draftOffset(championEffects, usual, 0, 3)
    expect(offset).toBeGreaterThan(0)
    expect(draftOffset(championEffects, { team1: usual.team2, team2: usual.team1 }, 0, 3)).toBe(-offset)
  })

  it('the offset of a draft is 0 for the same champions on both sides, known or not', () => {
    for (const first of [1, 6, 30]) {
      expect(draftOffset(championEffects, { team1: five(first), team2: five(first) }, 0.4, 5)).toBe(0)
    }
  })

  it('the offset of a draft counts a champion in another role as unknown', () => {
    const [top, jungle, ...rest] = five(1)
    const shuffled: Draft = { team1: [jungle!, top!, ...rest], team2: five(6) }
    expect(draftOffset(championEffects, shuffled, 0, 1)).toBeLessThan(draftOffset(championEffects, usual, 0, 1))
  })

  it("the offset of a draft is half of game 1's effect on the log odds of the series", () => {
    for (const bestOf of [1, 3, 5] as const)
      for (const base of [-1.5, 0, 0.7]) {
        // Numerical derivative of the chance of a series in which game 1 has logit `base + x` and the others `base`.
        const g = 1 / (1 + Math.exp(-base))
        const chance = (x: number) => {
          const first = 1 / (1 + Math.exp(-base - x))
          const ahead = (seriesProbability(g, bestOf) - (1 - g) * behind(g, bestOf)) / g
          return first * ahead + (1 - first) * behind(g, bestOf)
        }
        const logitOf = (p: number) => Math.log(p / (1 - p))
        const slope = (logitOf(chance(1e-4)) - logitOf(chance(-1e-4))) / 2e-4
        expect(draftOffset(effectsOf(0.1, 0.02), one, base, bestOf)).toBeCloseTo(0.5 * slope * 0.08, 7)
      }
  })

  it('the offset of a draft changes the log odds by at most 0.3', () => {
    const finite = fc.double({ min: -50, max: 50, noNaN: true })
    fc.assert(
      fc.property(finite, finite, fc.double({ min: -8, max: 8, noNaN: true }), (first, second, logit) => {
        expect(Math.abs(draftOffset(effectsOf(first, second), one, logit, 3))).toBeLessThanOrEqual(0.3)
      }),
    )
    expect(draftOffset(effectsOf(4, 0), one, 0, 1)).toBe(0.3)
  })
})

describe('the shares of the champions', () => {
  it('the shares of the champions sum to the offset of the draft, also when it is capped', () => {
    const finite = fc.double({ min: -3, max: 3, noNaN: true })
    const sum = (shares: readonly number[]) => shares.reduce((total, share) => total + share, 0)
    fc.assert(
      fc.property(finite, finite, finite, fc.constantFrom<1 | 3 | 5>(1, 3, 5), (first, second, logit, bestOf) => {
        const effects = effectsOf(first, second)
        const { team1, team2 } = championShares(effects, one, logit, bestOf)
        expect(sum(team1) - sum(team2)).toBeCloseTo(draftOffset(effects, one, logit, bestOf), 12)
        for (const [share, effect] of [
          [team1[0]!, first],
          [team2[0]!, second],
        ] as const)
          expect(share * effect).toBeGreaterThanOrEqual(0)
      }),
    )
    expect(championShares(effectsOf(4, 0), one, 0, 1)).toEqual({ team1: [0.3, 0, 0, 0, 0], team2: [0, 0, 0, 0, 0] })
  })
})

describe('the offset of a game by its own picks', () => {
  it('the offset of a game by its own picks is half of the effects, and in a best of 1 the offset of the series', () => {
    expect(gameOffset(effectsOf(0.1, 0.02), one, 0.7, 5)).toBeCloseTo(0.04, 15)
    expect(gameOffset(championEffects, usual, 0.4, 1)).toBe(draftOffset(championEffects, usual, 0.4, 1))
  })

  it('the offset of a game is capped when the series would change by more than 0.3', () => {
    for (const bestOf of [1, 3, 5] as const)
      for (const base of [-1.5, 0, 0.7]) {
        const perGame = draftOffset(effectsOf(0.02, 0), one, base, bestOf) / 0.01
        expect(gameOffset(effectsOf(40, 0), one, base, bestOf) * perGame).toBeCloseTo(0.3, 12)
        expect(gameOffset(effectsOf(0, 40), one, base, bestOf) * perGame).toBeCloseTo(-0.3, 12)
      }
  })
})

/** Chance of winning a series after losing its first game. */
function behind(g: number, bestOf: 1 | 3 | 5): number {
  if (bestOf === 1) return 0
  if (bestOf === 3) return g * g
  // Three wins of the remaining four games: without a loss, or with the loss in any of the first three.
  return g ** 3 + 3 * g ** 3 * (1 - g)
}
