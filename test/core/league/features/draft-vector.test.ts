import { describe, expect, it } from 'vitest'
import { featureNames } from '#core/league/features/feature-schema.ts'
import { featureVector } from '#core/league/features/feature-vector.ts'
import { lineupEffect } from '#core/league/picks/champion-effects.ts'
import { forecastSeries, gameLogit } from '#core/league/rating/forecast.ts'
import { ratingParameters } from '#core/league/rating/parameters.ts'
import { seriesProbability } from '#core/math/race-to-n.ts'
import { firstDay, five, type GameSketch, momentMs } from '../../../support/played-league.ts'
import { expectNear } from '../../../support/played-league-rounding.ts'
import { stateAfter } from '../../../support/played-league-state.ts'

const game: GameSketch = {
  winner: 1,
  blue: 1,
  minutes: 28,
  team1: { lineup: five(11), champions: five(1) },
  team2: { lineup: five(21), champions: five(6) },
}
const state = stateAfter([{ day: firstDay - 1, games: [game, game] }])

type Draft = { readonly team1: readonly number[]; readonly team2: readonly number[] }

function values(draft: Draft | null, bestOf: 1 | 3 | 5 = 3, teams: readonly [number, number] = [1, 2]) {
  const [team1Id, team2Id] = teams
  const request = { team1Id, team2Id, bestOf, league: 'LCK', timeMs: momentMs(firstDay), draft }
  const vector = featureVector(state, request)
  return Object.fromEntries(featureNames(draft === null ? 'match' : 'draft').map((name, i) => [name, vector[i]!]))
}

const usual: Draft = { team1: five(1), team2: five(6) }

describe('the vector of a draft', () => {
  it('the draft vector begins with the match vector', () => {
    expect(values(usual)).toMatchObject(values(null))
  })

  it('rates a draft of champions that have won above one of champions that have lost', () => {
    expect(values(usual).draft_champions).toBeGreaterThan(0)
    expect(values({ team1: five(6), team2: five(1) }).draft_champions).toBeLessThan(0)
  })

  it('the same five champions on both sides give an even draft', () => {
    const same = values({ team1: five(30), team2: five(30) })
    expect(same.draft_champions).toBe(0)
    expect(same.draft_logit).toBe(same.calibrated_logit)
    expect(values({ team1: five(1), team2: five(1) }).draft_champions).toBe(0)
  })

  it('a champion in another role counts as unknown there', () => {
    const [top, jungle, ...rest] = five(1)
    const shuffled = values({ team1: [jungle!, top!, ...rest], team2: five(6) }, 1)
    expect(shuffled.draft_champions).toBeLessThan(values(usual, 1).draft_champions!)
  })

  it('moves the logit of the series by what game 1 is worth', () => {
    for (const bestOf of [1, 3, 5] as const) {
      const series = { team1Id: 1, team2Id: 2, day: firstDay, league: 'LCK', bestOf } as const
      const base = gameLogit(forecastSeries(state.ratings, ratingParameters, series), ratingParameters.forecast)
      const effects = lineupEffect(state.championEffects, five(1)) - lineupEffect(state.championEffects, five(6))
      // The chance of the series when game 1 has logit `base + x` and the others `base`, differentiated numerically.
      const g = 1 / (1 + Math.exp(-base))
      const chance = (x: number) => {
        const first = 1 / (1 + Math.exp(-base - x))
        const ahead = (seriesProbability(g, bestOf) - (1 - g) * behind(g, bestOf)) / g
        return first * ahead + (1 - first) * behind(g, bestOf)
      }
      const logitOf = (p: number) => Math.log(p / (1 - p))
      const slope = (logitOf(chance(1e-4)) - logitOf(chance(-1e-4))) / 2e-4
      const differenceQuotient = 1e-6
      const { draft_champions } = values(usual, bestOf)
      expect(Math.abs(draft_champions! / effects / slope - 1)).toBeLessThan(differenceQuotient)
    }
  })

  it('moves the logit by the same part of that, less than the whole, however long the series', () => {
    const parts = ([1, 3, 5] as const).map((bestOf) => {
      const { draft_logit, calibrated_logit, draft_champions } = values(usual, bestOf)
      return (draft_logit! - calibrated_logit!) / draft_champions!
    })
    for (const part of parts) expectNear(part, parts[0]!)
    expect(parts[0]).toBeGreaterThan(0)
    expect(parts[0]).toBeLessThan(1)
  })
})

/** Chance of a series once its first game is lost. */
function behind(g: number, bestOf: 1 | 3 | 5): number {
  if (bestOf === 1) return 0
  if (bestOf === 3) return g * g
  // Three of the remaining four, without losing a second and a third.
  return g ** 3 + 3 * g ** 3 * (1 - g)
}
