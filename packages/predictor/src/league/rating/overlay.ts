import { leagueTier } from './leagues.ts'
import type { RatingParameters } from './parameters.ts'
import type { LeagueRating, PlayerRating, RatingState, TeamRating } from './state.ts'

/**
 * Copies of the few ratings that one series touches, so that a forecast can move them to its own date without changing
 * the state. Learning commits them.
 */
export interface Overlay {
  league(code: string): LeagueRating
  isNewLeague(code: string): boolean
  /** undefined: the team has never played. */
  findTeam(id: number): TeamRating | undefined
  setTeam(id: number, team: TeamRating): void
  player(id: number): PlayerRating
  commit(): void
}

export function createOverlay(state: RatingState, parameters: RatingParameters): Overlay {
  const leagues = new Map<string, LeagueRating>()
  const teams = new Map<number, TeamRating>()
  const players = new Map<number, PlayerRating>()
  return {
    league(code) {
      let league = leagues.get(code)
      if (league === undefined) {
        league = copyLeague(state.leagues.get(code)) ?? startLeague(parameters, code)
        leagues.set(code, league)
      }
      return league
    },
    isNewLeague(code) {
      return !state.leagues.has(code) && !leagues.has(code)
    },
    findTeam(id) {
      let team = teams.get(id)
      if (team === undefined) {
        team = copyTeam(state.teams.get(id))
        if (team !== undefined) teams.set(id, team)
      }
      return team
    },
    setTeam(id, team) {
      teams.set(id, team)
    },
    player(id) {
      let player = players.get(id)
      if (player === undefined) {
        player = copyPlayer(state.players.get(id)) ?? startPlayer(parameters)
        players.set(id, player)
      }
      return player
    },
    commit() {
      for (const [code, league] of leagues) state.leagues.set(code, league)
      for (const [id, team] of teams) state.teams.set(id, team)
      for (const [id, player] of players) state.players.set(id, player)
    },
  }
}

function startLeague({ league }: RatingParameters, code: string): LeagueRating {
  return { mean: league.tierMeans[leagueTier(code)], variance: league.startVariance, day: Number.NaN }
}

function startPlayer({ player }: RatingParameters): PlayerRating {
  return { mean: player.startMean, variance: player.startVariance, home: null, day: Number.NaN, games: 0 }
}

// Field by field, which is several times quicker than a spread.

function copyLeague(known: LeagueRating | undefined): LeagueRating | undefined {
  if (known === undefined) return undefined
  const { mean, variance, day } = known
  return { mean, variance, day }
}

function copyTeam(known: TeamRating | undefined): TeamRating | undefined {
  if (known === undefined) return undefined
  const { mean, variance, home, day, lineup, lineupDay, series } = known
  return { mean, variance, home, day, lineup, lineupDay, series }
}

function copyPlayer(known: PlayerRating | undefined): PlayerRating | undefined {
  if (known === undefined) return undefined
  const { mean, variance, home, day, games } = known
  return { mean, variance, home, day, games }
}
