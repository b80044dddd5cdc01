import { dayMs, yearOf } from '@riftline/base'
import type { ForecastState } from '../forecast-state.ts'
import { strengthAlone, strengthsTogether } from '../rating/forecast.ts'
import { leagueSlope } from '../rating/league-slope.ts'
import { type LeagueTier, leagueTier } from '../rating/parameters.ts'
import type { TeamRating } from '../rating/state.ts'
import type { TeamStrength } from '../rating/strength.ts'
import { type Moment, teamFeatures } from './team-features.ts'

/** Teams and leagues of one state at one moment, before any opponent is named. */
export interface KnownTeams {
  readonly teams: Map<number, KnownTeam>
  readonly leagues: Map<string | null, KnownLeague>
}

/** A league at the moment. */
export interface KnownLeague {
  readonly moment: Moment
  readonly slope: number
  readonly tier: number
}

/** A team in a league at the moment. */
export interface TeamInLeague {
  readonly league: KnownLeague
  readonly strength: TeamStrength
  readonly own: Float64Array
}

/** A team that has played, in the leagues that were asked for. */
export interface KnownTeam {
  readonly id: number
  readonly home: string
  readonly leagues: Map<KnownLeague, TeamInLeague>
  /** The one asked for last: mostly the next too. */
  last: TeamInLeague | undefined
}

export function createKnownTeams(): KnownTeams {
  return { teams: new Map(), leagues: new Map() }
}

/** @returns undefined for a team without games */
export function knownTeam(state: ForecastState, id: number, { teams }: KnownTeams): KnownTeam | undefined {
  const rating = state.ratings.teams.get(id)
  if (rating === undefined) return undefined
  const team = { id, home: rating.home, leagues: new Map(), last: undefined }
  teams.set(id, team)
  return team
}

/** The home league that both share, if they share one: what a series is taken to be of where nobody names its league. */
export function sharedHome(team1: KnownTeam | undefined, team2: KnownTeam | undefined): string | null {
  if (team1 === undefined || team2 === undefined) return null
  return team1.home === team2.home && team1.home !== '' ? team1.home : null
}

const tierNumbers: Readonly<Record<LeagueTier, number>> = { top: 1, major: 2, strong: 3, other: 4 }

export function knownLeague(
  state: ForecastState,
  league: string | null,
  timeMs: number,
  { leagues }: KnownTeams,
): KnownLeague {
  const made = {
    moment: { league, day: timeMs / dayMs, year: yearOf(timeMs) },
    slope: leagueSlope(state.slopes, league),
    tier: league === null ? tierNumbers.other : tierNumbers[leagueTier(league)],
  }
  // A label may name any league: those without games are not kept, and no team is kept in them.
  if (league === null || state.ratings.leagues.has(league)) leagues.set(league, made)
  return made
}

/** @returns undefined in a league without games */
export function inLeague(league: KnownLeague, team: KnownTeam, state: ForecastState): TeamInLeague | undefined {
  if (team.last?.league === league) return team.last
  const found = team.leagues.get(league) ?? enter(league, team, state)
  if (found !== undefined) team.last = found
  return found
}

function enter(league: KnownLeague, { id, leagues }: KnownTeam, state: ForecastState): TeamInLeague | undefined {
  const { moment } = league
  const strength = strengthAlone(state.ratings, id, moment)
  if (strength === undefined) return undefined
  const team = { league, strength, own: teamFeatures(state, id, strength.team, moment) }
  leagues.set(league, team)
  return team
}

export function teamsTogether(
  state: ForecastState,
  team1Id: number,
  team2Id: number,
  league: KnownLeague,
): readonly [TeamInLeague, TeamInLeague] {
  const { moment } = league
  const series = { team1Id, team2Id, league: moment.league, day: moment.day }
  const [strength1, strength2] = strengthsTogether(state.ratings, series)
  return [
    { league, strength: strength1, own: teamFeatures(state, team1Id, strength1.team, moment) },
    { league, strength: strength2, own: teamFeatures(state, team2Id, strength2.team, moment) },
  ]
}

export function sharePlayer({ lineup }: TeamRating, other: TeamRating): boolean {
  if (lineup === null || other.lineup === null) return false
  for (let i = 0; i < lineup.length; i++) {
    for (let j = 0; j < other.lineup.length; j++) if (lineup[i] === other.lineup[j]) return true
  }
  return false
}
