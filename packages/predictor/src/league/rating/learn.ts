import { dayMs, invalidArgument } from '@riftline/base'
import { clamp, exp, log } from '@riftline/core/math'
import type { GameMargin, PlayedGame, PlayedSeries, PlayedSide } from '../played-series.ts'
import { advancePlayers, advanceTeams, fieldLineup } from './advance.ts'
import { strengthDifference, teamStrength } from './forecast.ts'
import { ratingParameters, roleWeight } from './parameters.ts'
import { createOverlay, type LeagueRating, type Overlay, type RatingState, type TeamRating } from './state.ts'

/** Learns a finished series: one extended Kalman step per game on winner and margin; later games count less. */
export function learnSeries(state: RatingState, series: PlayedSeries): void {
  const overlay = createOverlay(state)
  const day = series.startMs / dayMs
  const [first, second] = advanceTeams(overlay, series, day)
  let weight = 1
  for (const game of series.games) {
    learnGame(overlay, game, day, weight)
    weight *= ratingParameters.game.laterGameWeight
  }
  first.series++
  second.series++
  overlay.commit()
}

function learnGame(overlay: Overlay, game: PlayedGame, day: number, weight: number): void {
  const [first, second] = game.sides.map((side) => fieldSide(overlay, side, day)) as [TeamRating, TeamRating]
  const difference = strengthDifference(teamStrength(overlay, first), teamStrength(overlay, second))
  const variance = difference.variance + difference.leagueVariance
  const expected = difference.mean + (game.sidesKnown ? ratingParameters.game.blueAdvantage : 0)
  const probability = 1 / (1 + exp(-expected))
  const margin = marginTerm(game.margin)
  const outcome = game.winner === 0 ? 1 : 0
  const signed = game.winner === 0 ? margin : -margin
  const shrink = margin === 0 ? 0 : ratingParameters.game.marginShrink * expected
  const information = probability * (1 - probability) * weight
  const residual = weight * (outcome - probability + signed - shrink)
  const gain = residual / (1 + information * variance)
  const certainty = information / (1 + information * variance)
  updateTeam(first, gain, certainty)
  updateTeam(second, -gain, certainty)
  updateLineup(overlay, first, gain, certainty)
  updateLineup(overlay, second, -gain, certainty)
  if (difference.crossLeague) {
    updateMean(overlay.league(first.home), gain, certainty)
    updateMean(overlay.league(second.home), -gain, certainty)
  }
}

function fieldSide(overlay: Overlay, side: PlayedSide, day: number): TeamRating {
  const team = overlay.findTeam(side.teamId)
  if (team === undefined) throw invalidArgument('series.games', 'games of the two teams of the series', side.teamId)
  if (side.lineup !== null) fieldLineup(overlay, team, side.lineup, day)
  advancePlayers(overlay, team, day)
  return team
}

function updateTeam(team: TeamRating, gain: number, certainty: number): void {
  updateMean(team, gain, certainty)
  team.variance = Math.max(team.variance, ratingParameters.team.minimumVariance)
}

function updateLineup(overlay: Overlay, team: TeamRating, gain: number, certainty: number): void {
  for (const [role, id] of (team.lineup ?? []).entries()) {
    const player = overlay.player(id)
    const covariance = roleWeight(role) * player.variance
    player.mean += covariance * gain
    player.variance -= covariance * covariance * certainty
    player.games++
  }
}

function updateMean(rating: TeamRating | LeagueRating, gain: number, certainty: number): void {
  rating.mean += rating.variance * gain
  rating.variance -= rating.variance * rating.variance * certainty
}

const { margins, marginClip } = ratingParameters.game

/** Decisiveness of a win in logits, from the known statistics; 0 without any. A shorter game is a stronger win. */
export function marginTerm(margin: GameMargin): number {
  let sum = 0
  for (const { statistic, weight, mean, sd } of margins) {
    const value = marginValue(margin, statistic)
    if (value === null) continue
    const standardised = (value - mean) / sd
    sum += weight * clamp(standardised, -marginClip, marginClip)
  }
  return sum
}

function marginValue(margin: GameMargin, statistic: (typeof margins)[number]['statistic']): number | null {
  const minutes = margin.lengthSeconds === null ? null : margin.lengthSeconds / 60
  switch (statistic) {
    case 'length':
      return minutes === null ? null : -log(minutes)
    case 'towers':
    case 'dragons':
      return margin[statistic]
    default: {
      const difference = margin[statistic]
      return difference === null || minutes === null ? null : difference / minutes
    }
  }
}
