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
      return getOrAdd(leagues, code, () => {
        const known = state.leagues.get(code)
        if (known !== undefined) return { ...known }
        const { tierMeans, startVariance } = parameters.league
        return { mean: tierMeans[leagueTier(code)], variance: startVariance, day: Number.NaN }
      })
    },
    isNewLeague: (code) => !state.leagues.has(code) && !leagues.has(code),
    findTeam(id) {
      const copy = teams.get(id)
      if (copy !== undefined) return copy
      const known = state.teams.get(id)
      if (known === undefined) return undefined
      const team = { ...known }
      teams.set(id, team)
      return team
    },
    setTeam(id, team) {
      teams.set(id, team)
    },
    player(id) {
      return getOrAdd(players, id, () => {
        const known = state.players.get(id)
        if (known !== undefined) return { ...known }
        const { startMean, startVariance } = parameters.player
        return { mean: startMean, variance: startVariance, home: null, day: Number.NaN, games: 0 }
      })
    },
    commit() {
      for (const [code, league] of leagues) state.leagues.set(code, league)
      for (const [id, team] of teams) state.teams.set(id, team)
      for (const [id, player] of players) state.players.set(id, player)
    },
  }
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}
