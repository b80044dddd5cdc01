import { expect, it } from 'vitest'
import { measureTournaments } from '#pipeline/evaluate/tournament-scores.ts'
import type { BackTest, SeasonForecast, TeamForecast } from '#pipeline/tournaments/back-test.ts'
import { roundRobin } from '../../support/round-robin-season.ts'

const team = (joint: number, elo: number, outcome: number): TeamForecast => ({
  chances: { joint, independent: joint, elo },
  outcome,
})

const season = { league: 'LCK', tournamentId: 1, teams: [1, 2], rounds: 1, bestOf: 1, series: roundRobin(8) } as const

function forecast(tournamentId: number, point: number, first: readonly TeamForecast[]): SeasonForecast {
  return {
    season: { ...season, tournamentId },
    point,
    first,
    upper: first,
    pairs: [{ days: 3, rated: 0.75, elo: 0.5, outcome: 1 }],
  }
}

const backTest: BackTest = {
  seasons: [
    forecast(1, 0.25, [team(0.75, 0.5, 1), team(0.25, 0.5, 0)]),
    forecast(2, 0.5, [team(0.5, 0.25, 0.5), team(0.5, 0.75, 0.5)]),
    forecast(2, 0.75, [team(0.5, 0.5, 1), team(0.5, 0.5, 0)]),
  ],
  brackets: [
    {
      name: 'Cup',
      bracket: { league: 'MSI', tournamentId: 3, teams: [1, 2], series: [], winnerTeamId: 2, firstId: 1, timeMs: 0 },
      winner: [team(0.5, 0.75, 0), team(0.5, 0.25, 1)],
    },
  ],
  starts: [{ season, pairs: [{ days: 0, rated: 0.75, elo: 0.5, outcome: 0 }] }],
  refused: { seasons: { otherFormat: 0, incomplete: 0, otherLengths: 0 }, brackets: 0 },
}
const { events, atStart, ahead, bracketScores } = measureTournaments(backTest)!
const [{ all, byPoint }] = events as [(typeof events)[number]]

it('log-loss and Brier score of a hand-made back-test are those on paper, a shared place as half of one', () => {
  expect(all.n).toBe(6)
  expect(all.scores.joint.logLoss).toBeCloseTo((2 * -Math.log(0.75) + 4 * Math.LN2) / 6, 14)
  expect(all.scores.joint.brier).toBeCloseTo((2 * 0.0625 + 2 * 0.25) / 6, 14)
  expect(byPoint[1]!.scores.scores.elo.logLoss).toBeCloseTo(-(Math.log(0.25) + Math.log(0.75)) / 2, 14)
  expect(byPoint[1]!.scores.scores.elo.brier).toBeCloseTo(0.0625, 14)
})

it('a gain is the difference of log-loss, and its interval draws whole seasons', () => {
  const { mean, low, high } = all.over.elo
  const ofFirst = Math.LN2 + Math.log(0.75)
  const ofSecond = (2 * (-(Math.log(0.25) + Math.log(0.75)) / 2 - Math.LN2)) / 4
  expect(mean).toBeCloseTo((2 * ofFirst + 4 * ofSecond) / 6, 14)
  // Two seasons, drawn with replacement: the ends are those of drawing one of them twice.
  expect(low).toBeCloseTo(Math.min(ofFirst, ofSecond), 14)
  expect(high).toBeCloseTo(Math.max(ofFirst, ofSecond), 14)
  expect(all.over.independent).toEqual({ mean: 0, low: 0, high: 0 })
})

it('series to play are scored by their distance, and brackets by the logarithm of the winner', () => {
  expect(ahead.map(({ weeks, n }) => [weeks, n])).toEqual([['in the first week', 3]])
  expect(atStart.rated).toBeCloseTo(-Math.log(0.25), 14)
  expect(ahead[0]!.rated).toBeCloseTo(-Math.log(0.75), 14)
  expect(bracketScores.map(({ kind, n }) => [kind, n])).toEqual([
    ['all', 1],
    ['Worlds, MSI, First Stand, EWC', 1],
  ])
  expect(bracketScores[0]!.overElo.mean).toBeCloseTo(Math.LN2, 14)
  expect(bracketScores[0]!.overEqual.mean).toBeCloseTo(0, 14)
})

it('a back-test without a season has no scores', () => {
  expect(measureTournaments({ ...backTest, seasons: [] })).toBeNull()
})
