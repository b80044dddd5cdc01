import { createPredictor, type ExplanationPart } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import type { RatingState } from '#predictor/league/rating/state.ts'
import { amount } from '../../../support/amount.ts'
import { artifacts, predictor } from './real-requests.ts'

// Each part is removed from the ratings, and the series is forecast again.

const { state, catalogue } = artifacts

/** Active teams, each paired with one some places further on, so that strong and weak teams of all leagues meet. */
function pairs(count: number): readonly { readonly blueTeamId: number; readonly redTeamId: number }[] {
  const recent = catalogue.teams.filter(({ id }) => {
    const team = state.ratings.teams.get(id)
    return team !== undefined && team.lineup !== null && team.day > state.asOfMs / 86_400_000 - 60
  })
  const at = (index: number): number => recent[index % recent.length]!.id
  return Array.from({ length: count }, (_, i) => ({ blueTeamId: at(7 * i), redTeamId: at(7 * i + 3 + i) }))
}

type Removal = (ratings: RatingState, blueTeamId: number, redTeamId: number) => void

const removals: readonly (readonly [string, number, Removal])[] = [
  [
    'the league',
    0,
    ({ leagues, teams }, blue, red) => {
      leagues.get(teams.get(red)!.home)!.mean = leagues.get(teams.get(blue)!.home)!.mean
    },
  ],
  [
    'the team',
    1,
    ({ teams }, blue, red) => {
      teams.get(red)!.mean = teams.get(blue)!.mean
    },
  ],
  ...['top', 'jungle', 'mid', 'bot', 'support'].map((role, seat): readonly [string, number, Removal] => [
    `the ${role}`,
    2 + seat,
    ({ teams, players }, blue, red) => {
      const playerOf = (id: number) => players.get(teams.get(id)!.lineup![seat]!)!
      playerOf(red).mean = playerOf(blue).mean
    },
  ]),
  [
    'the experience',
    7,
    ({ teams, players }, ...both) => {
      for (const id of both) for (const player of teams.get(id)!.lineup!) players.get(player)!.games = 100
    },
  ],
]

describe.each(removals)('after removing the difference by %s', (_what, index, remove) => {
  it('the forecast without one part of the rating moves in the direction that the explanation states', () => {
    let moved = 0
    for (const pair of pairs(amount(2, 25))) {
      const request = { ...pair, model: 'consensus' } as const
      const ratings = structuredClone(state.ratings)
      remove(ratings, pair.blueTeamId, pair.redTeamId)
      const without = createPredictor({ ...artifacts, state: { ...state, ratings } })
      const before = predictor.explain(request)
      const after = without.explain(request)
      const partOf = ({ stages }: typeof before): ExplanationPart => stages[0]!.parts[index]!
      // A player who recently changed league brings its level along.
      const othersOf = ({ stages }: typeof before): number =>
        stages[0]!.parts.reduce((sum, { logit }, at) => (at === index ? sum : sum + logit), 0)
      if (Math.abs(partOf(after).logit) > 1e-12 || Math.abs(othersOf(after) - othersOf(before)) > 1e-12) continue
      const lost = partOf(before).logit
      expect(after.stages[0]!.logit).toBeCloseTo(before.stages[0]!.logit - lost, 12)
      expect(Math.sign(rating(after) - rating(before))).toBe(Math.abs(lost) < 1e-12 ? 0 : -Math.sign(lost))
      // Trees and calibration are step functions: the answer may stay but never moves the other way.
      expect((after.logit - before.logit) * lost).toBeLessThanOrEqual(0)
      if (after.logit !== before.logit) moved++
    }
    expect(moved).toBeGreaterThan(0)
  })
})

/** Chance after the stage of the ratings alone. */
function rating({ stages }: ReturnType<typeof predictor.explain>): number {
  return stages.find(({ stage }) => stage === 'leagueSlope')!.probability
}
