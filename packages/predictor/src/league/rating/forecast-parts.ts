import { advanceTeams } from './advance.ts'
import { forecastStrengths, type RatingForecast, type UpcomingSeries } from './forecast.ts'
import { createOverlay, type Overlay } from './overlay.ts'
import { roleWeight } from './parameters.ts'
import type { RatingState, TeamRating } from './state.ts'
import { experienceDifference, teamStrength } from './strength.ts'

/** Parts of a team's strength, in logits of one game: league, team and players sum to it. */
export interface StrengthParts {
  /** Code of the home league; empty where none is known. */
  readonly home: string
  readonly league: number
  readonly team: number
  /** In role order; null without a lineup. */
  readonly players: readonly SeatStrength[] | null
}

export interface SeatStrength {
  readonly id: number
  /** Weighted by the role. */
  readonly strength: number
}

export interface ForecastParts {
  readonly forecast: RatingForecast
  readonly team1: StrengthParts
  readonly team2: StrengthParts
  /** Difference of the lineups in games played; 0 unless both are known. With the strengths it sums to the mean of the forecast. */
  readonly experience: number
}

/** The rating forecast of a series, as `forecastSeries` gives it, with what it is made of. Changes nothing. */
export function forecastParts(state: RatingState, series: UpcomingSeries): ForecastParts {
  const overlay = createOverlay(state)
  const [team1, team2] = advanceTeams(overlay, series, series.day)
  const first = teamStrength(overlay, team1)
  const second = teamStrength(overlay, team2)
  const forecast = forecastStrengths(first, second, series.bestOf)
  return {
    forecast,
    team1: strengthParts(overlay, team1),
    team2: strengthParts(overlay, team2),
    experience: experienceDifference(first, second),
  }
}

function strengthParts(overlay: Overlay, team: TeamRating): StrengthParts {
  const { home, mean, lineup } = team
  const players = lineup?.map((id, role) => ({
    id,
    strength: roleWeight(role) * overlay.player(id).mean,
  }))
  return { home, league: overlay.league(home).mean, team: mean, players: players ?? null }
}
