import { dayMs, invalidArgument } from '@riftline/base'
import { exp } from '@riftline/core/math'
import type { PlayedGame, PlayedSeries, PlayedSide } from '../played-series.ts'
import { advancePlayers, advanceTeams, fieldLineup } from './advance.ts'
import { marginTerm } from './margin.ts'
import { createOverlay, type Overlay } from './overlay.ts'
import { type RatingParameters, roleWeight } from './parameters.ts'
import type { LeagueRating, RatingState, TeamRating } from './state.ts'
import { strengthDifference, teamStrength } from './strength.ts'

/**
 * Learns a finished series: an extended Kalman step per game on winner and margin, later games of a series counting less.
 */
export function learnSeries(state: RatingState, parameters: RatingParameters, series: PlayedSeries): void {
  const overlay = createOverlay(state, parameters)
  const day = series.startMs / dayMs
  const [first, second] = advanceTeams(overlay, parameters, series, day)
  let weight = 1
  for (const game of series.games) {
    learnGame(overlay, parameters, game, day, weight)
    weight *= parameters.game.laterGameWeight
  }
  first.series++
  second.series++
  overlay.commit()
}

function learnGame(
  overlay: Overlay,
  parameters: RatingParameters,
  game: PlayedGame,
  day: number,
  weight: number,
): void {
  const [first, second] = game.sides.map((side) => fieldSide(overlay, parameters, side, day)) as [
    TeamRating,
    TeamRating,
  ]
  const difference = strengthDifference(
    parameters,
    teamStrength(overlay, parameters, first),
    teamStrength(overlay, parameters, second),
  )
  const variance = difference.variance + difference.leagueVariance
  const expected = difference.mean + (game.sidesKnown ? parameters.game.blueAdvantage : 0)
  const probability = 1 / (1 + exp(-expected))
  const margin = marginTerm(game.margin, parameters.game)
  const outcome = game.winner === 0 ? 1 : 0
  const signed = game.winner === 0 ? margin : -margin
  const shrink = margin === 0 ? 0 : parameters.game.marginShrink * expected
  const information = probability * (1 - probability) * weight
  const residual = weight * (outcome - probability + signed - shrink)
  const gain = residual / (1 + information * variance)
  const certainty = information / (1 + information * variance)
  updateTeam(parameters, first, gain, certainty)
  updateTeam(parameters, second, -gain, certainty)
  updateLineup(overlay, parameters, first, gain, certainty)
  updateLineup(overlay, parameters, second, -gain, certainty)
  if (difference.crossLeague) {
    updateLeague(overlay.league(first.home), gain, certainty)
    updateLeague(overlay.league(second.home), -gain, certainty)
  }
}

function fieldSide(overlay: Overlay, parameters: RatingParameters, side: PlayedSide, day: number): TeamRating {
  const team = overlay.findTeam(side.teamId)
  if (team === undefined) throw invalidArgument('series.games', 'games of the two teams of the series', side.teamId)
  if (side.lineup !== null) fieldLineup(overlay, parameters, team, side.lineup, day)
  advancePlayers(overlay, parameters, team, day)
  return team
}

function updateTeam(parameters: RatingParameters, team: TeamRating, gain: number, certainty: number): void {
  team.mean += team.variance * gain
  team.variance = Math.max(team.variance - team.variance * team.variance * certainty, parameters.team.minimumVariance)
}

function updateLineup(
  overlay: Overlay,
  parameters: RatingParameters,
  team: TeamRating,
  gain: number,
  certainty: number,
): void {
  for (const [role, id] of (team.lineup ?? []).entries()) {
    const player = overlay.player(id)
    const covariance = roleWeight(parameters, role) * player.variance
    player.mean += covariance * gain
    player.variance -= covariance * covariance * certainty
    player.games++
  }
}

function updateLeague(league: LeagueRating, gain: number, certainty: number): void {
  league.mean += league.variance * gain
  league.variance -= league.variance * league.variance * certainty
}
