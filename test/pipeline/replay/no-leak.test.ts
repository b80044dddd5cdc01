import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { HistorySeries } from '#pipeline/history/types.ts'
import { amount } from '../../support/amount.ts'
import { type GameSketch, momentMs, type SeriesSketch } from '../../support/played-league.ts'
import { leagueHistory } from '../../support/played-league-arbitrary.ts'
import { historySeries } from '../../support/played-league-history.ts'
import { forecastsOf } from './forecasts.ts'

// No forecast uses anything unknown at its time: a game cannot affect the forecast of a series that begins
// before the game has ended.

/** End of a game as known from outside: its start plus its length, or 50 minutes. */
function endMs(series: SeriesSketch, game: GameSketch): number {
  return momentMs(series.day!, game.hour) + (game.minutes ?? 50) * 60_000
}

/** Another course of the same game; null if it was never played or its row is missing. */
const otherCourse: fc.Arbitrary<(game: GameSketch) => GameSketch | null> = fc.oneof(
  fc.constant(() => null),
  fc.constant((game: GameSketch): GameSketch => ({ ...game, winner: game.winner === 1 ? 2 : 1 })),
  fc.integer({ min: 16, max: 55 }).map(
    (minutes) =>
      (game: GameSketch): GameSketch => ({ ...game, minutes }),
  ),
  fc.constant(({ minutes: _, ...game }: GameSketch): GameSketch => game),
  fc.integer({ min: 0, max: 40 }).map((kills) => {
    const statistics = { kills, towers: 11, gold: 70_000, dragons: 4, creepScore: 900 + kills }
    return (game: GameSketch): GameSketch => ({ ...game, team1: { ...game.team1, ...statistics } })
  }),
  fc.constant((game: GameSketch): GameSketch => ({ winner: game.winner, hour: game.hour! })),
  fc.constant((game: GameSketch): GameSketch => {
    return { ...game, team2: { ...game.team2, lineup: [91, 92, 93, 94, 95], champions: [11, 12, 13, 14, 15] } }
  }),
)

function replaced(
  history: readonly SeriesSketch[],
  at: SeriesSketch,
  game: GameSketch,
  other: GameSketch | null,
): readonly HistorySeries[] {
  return history.map((sketch) => {
    if (sketch !== at) return historySeries(sketch)
    const games = sketch.games.flatMap((own) => (own !== game ? [own] : other === null ? [] : [other]))
    // The row of the series keeps its result: a row that is ahead of its games must not affect forecasts either.
    const { winnerTeamId, complete } = historySeries(sketch)
    return { ...historySeries({ ...sketch, games }), winnerTeamId, complete }
  })
}

it('a game does not affect the forecast of a series that begins before the game has ended', () => {
  let compared = 0
  fc.assert(
    fc.property(leagueHistory, fc.nat(), fc.nat(), otherCourse, (history, whichSeries, whichGame, change) => {
      const at = history[whichSeries % history.length]!
      const game = at.games[whichGame % at.games.length]!
      const other = change(game)
      const untilMs = other === null ? endMs(at, game) : Math.min(endMs(at, game), endMs(at, other))
      const original = forecastsOf(history.map(historySeries))
      const changed = forecastsOf(replaced(history, at, game, other))
      for (const { id, day } of history) {
        if (momentMs(day!) >= untilMs) continue
        expect(changed.get(id!), `series ${id}`).toBe(original.get(id!))
        compared += 1
      }
    }),
    { numRuns: amount(20, 600) },
  )
  expect(compared).toBeGreaterThan(amount(50, 2000))
})
