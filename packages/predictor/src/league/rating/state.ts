/**
 * State of the rating filter: a mean and a variance for each league, team and player (diagonal Gaussian), and the
 * lineups last seen. Plain data; `learnSeries` is the only function that changes it.
 */
export interface RatingState {
  readonly leagues: Map<string, LeagueRating>
  readonly teams: Map<number, TeamRating>
  readonly players: Map<number, PlayerRating>
}

export interface LeagueRating {
  mean: number
  variance: number
  /** Day of the last series of one of its teams. */
  day: number
}

export interface TeamRating {
  mean: number
  variance: number
  home: string
  /** Day of its last series. */
  day: number
  /** Last complete five, in role order. */
  lineup: readonly number[] | null
  lineupDay: number
  /** Series learned so far. */
  series: number
}

export interface PlayerRating {
  mean: number
  variance: number
  /** null before the player was first placed. */
  home: string | null
  day: number
  games: number
}

export function createRatingState(): RatingState {
  return { leagues: new Map(), teams: new Map(), players: new Map() }
}
