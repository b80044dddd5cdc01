import { leagueTier, ratingParameters } from './parameters.ts'

/** Mean and variance of each league, team and player (diagonal Gaussian), and the last lineups. Only `learnSeries` changes it. */
export interface RatingState {
  readonly leagues: Map<string, LeagueRating>
  readonly teams: Map<number, TeamRating>
  readonly players: Map<number, PlayerRating>
}

export interface LeagueRating {
  mean: number
  variance: number
  /** Day of the last series of any team of the league. */
  day: number
}

export interface TeamRating {
  mean: number
  variance: number
  home: string
  day: number
  /** Last complete five players, in role order. */
  lineup: readonly number[] | null
  lineupDay: number
  series: number
}

export interface PlayerRating {
  mean: number
  variance: number
  /** Null until the player's first placement in a league. */
  home: string | null
  day: number
  games: number
}

export function createRatingState(): RatingState {
  return { leagues: new Map(), teams: new Map(), players: new Map() }
}

/** Copies of the few ratings that one series affects: forecasts advance them to a date, learning commits them. */
export type Overlay = ReturnType<typeof createOverlay>

export function createOverlay(state: RatingState) {
  const leagues = new Map<string, LeagueRating>()
  const teams = new Map<number, TeamRating>()
  const players = new Map<number, PlayerRating>()
  return {
    league: (code: string): LeagueRating =>
      leagues.get(code) ?? put(leagues, code, { ...(state.leagues.get(code) ?? startLeague(code)) }),
    isNewLeague: (code: string) => !state.leagues.has(code) && !leagues.has(code),
    /** Undefined for a team that has never played. */
    findTeam(id: number): TeamRating | undefined {
      const known = state.teams.get(id)
      return teams.get(id) ?? (known && put(teams, id, { ...known }))
    },
    setTeam(id: number, team: TeamRating) {
      teams.set(id, team)
    },
    player: (id: number): PlayerRating =>
      players.get(id) ?? put(players, id, { ...(state.players.get(id) ?? startPlayer()) }),
    commit() {
      for (const [code, league] of leagues) state.leagues.set(code, league)
      for (const [id, team] of teams) state.teams.set(id, team)
      for (const [id, player] of players) state.players.set(id, player)
    },
  }
}

function put<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): Value {
  map.set(key, value)
  return value
}

function startLeague(code: string): LeagueRating {
  const { league } = ratingParameters
  return { mean: league.tierMeans[leagueTier(code)], variance: league.startVariance, day: Number.NaN }
}

function startPlayer(): PlayerRating {
  const { player } = ratingParameters
  return { mean: player.startMean, variance: player.startVariance, home: null, day: Number.NaN, games: 0 }
}
