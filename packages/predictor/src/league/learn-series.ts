import { dayMs, yearOf } from '@riftline/base'
import { sigmoid } from '@riftline/core/math'
import type { ForecastState } from './forecast-state.ts'
import { learnChampionEffects } from './picks/draft-offset.ts'
import { byStartAndTeams, decidedWinner, type PlayedGame, type PlayedSeries, settledMs } from './played-series.ts'
import { forecastSeries, gameLogit } from './rating/forecast.ts'
import { learnLeagueSlope } from './rating/league-slope.ts'
import { learnSeries } from './rating/learn.ts'
import { learnStatistic } from './rating/statistic-rating.ts'
import { learnKills, learnWins } from './records/season-wins.ts'
import { gameResult, learnMeeting, learnRecord } from './records/team-record.ts'

/** Adds a played series to `pending`; `settle` learns it when time reaches its end. */
export function addPlayed(state: ForecastState, series: PlayedSeries): void {
  let index = state.pending.length
  while (index > 0 && learnedBefore(series, state.pending[index - 1]!)) index--
  state.pending.splice(index, 0, series)
  for (const game of series.games) state.asOfMs = Math.max(state.asOfMs, game.startMs)
  state.completeMs = Math.max(state.completeMs, state.asOfMs)
}

/** Learns every pending series that has ended by `timeMs`, in order of their ends; returns them. */
export function settle(state: ForecastState, timeMs: number): PlayedSeries[] {
  let count = 0
  while (count < state.pending.length && settledMs(state.pending[count]!) <= timeMs) count++
  const settled = state.pending.splice(0, count)
  for (const series of settled) learnPlayedSeries(state, series)
  return settled
}

/** Learns one settled series in every part of the state. The team with the lower id comes first, since rounding depends on the order. */
export function learnPlayedSeries(state: ForecastState, listed: PlayedSeries): void {
  const isInOrder = listed.team1Id < listed.team2Id
  const series = isInOrder ? listed : { ...listed, team1Id: listed.team2Id, team2Id: listed.team1Id }
  const { team1Id, team2Id, league } = series
  const day = series.startMs / dayMs
  const bestOf = series.bestOf === 1 || series.bestOf === 5 ? series.bestOf : 3
  const forecast = forecastSeries(state.ratings, { team1Id, team2Id, day, league, bestOf })
  const winner = decidedWinner(series)
  if (winner !== null && series.bestOf !== 2) {
    learnLeagueSlope(state.slopes, { league, day, logit: forecast.logit, won: winner === team1Id })
  }
  const strength = gameLogit(forecast)
  learnResults(state, series, sigmoid(strength))
  for (const game of series.games) {
    learnChampionEffects(state.championEffects, game, game.sides[0].teamId === team1Id ? strength : -strength)
    learnStatistics(state, game)
  }
  learnSeries(state.ratings, series)
}

/** @param chance team 1's chance to win a game, before the series */
function learnResults(
  state: ForecastState,
  { team1Id, team2Id, league, startMs, games }: PlayedSeries,
  chance: number,
): void {
  const wins = games.map((game) => game.sides[game.winner].teamId === team1Id)
  const results = wins.map((won) => gameResult(won, chance))
  const day = startMs / dayMs
  learnRecord(state.records, team1Id, { league, day, results })
  learnRecord(state.records, team2Id, { league, day, results: results.map((result) => -result) })
  learnMeeting(state.headToHead, team1Id, team2Id, results)
}

function learnStatistics(state: ForecastState, game: PlayedGame): void {
  const [first, second] = game.sides
  const year = yearOf(game.startMs)
  for (const [index, side] of game.sides.entries()) {
    const won = index === game.winner
    learnWins(state.teamWins, side.teamId, year, won)
    for (const playerId of side.lineup ?? []) learnWins(state.playerWins, playerId, year, won)
    if (side.killDifference !== null) learnKills(state.seasonKills, side.teamId, year, side.killDifference)
  }
  const [own, other] = game.creepScores
  if (own === null || other === null || game.lengthSeconds === null) return
  learnStatistic(state.creepScores, {
    first: first.teamId,
    second: second.teamId,
    difference: (own - other) / (game.lengthSeconds / 60),
    day: game.startMs / dayMs,
  })
}

/** Orders series by end; ties have the same order in every history. */
function learnedBefore(a: PlayedSeries, b: PlayedSeries): boolean {
  return (settledMs(a) - settledMs(b) || byStartAndTeams(a, b)) < 0
}
