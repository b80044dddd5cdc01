import { dayMs, yearOf } from '@riftline/base'
import { log1p } from '@riftline/core/math'
import type { ForecastState } from '../forecast-state.ts'
import { strengthAlone, strengthsTogether, type TeamStrength } from '../rating/forecast.ts'
import { leagueSlope } from '../rating/league-slope.ts'
import { type LeagueTier, leagueTier } from '../rating/parameters.ts'
import type { TeamRating } from '../rating/state.ts'
import { statisticOf } from '../rating/statistic-rating.ts'
import { previousSeasonKills, previousWinShare } from '../records/season-wins.ts'
import { form, mostRestDays, recentSeries, recentWins, restDays, tournamentForm } from '../records/team-record.ts'

/** Cached teams and leagues of one state at one moment, independent of opponents. */
export interface KnownTeams {
  readonly teams: Map<number, KnownTeam>
  readonly leagues: Map<string | null, KnownLeague>
}

export interface KnownLeague {
  readonly moment: Moment
  readonly slope: number
  readonly tier: number
}

export interface TeamInLeague {
  readonly strength: TeamStrength
  readonly own: Float64Array
}

/** A team with games, cached for each league requested so far. */
export interface KnownTeam {
  readonly id: number
  readonly home: string
  readonly leagues: Map<KnownLeague, TeamInLeague>
}

export function createKnownTeams(): KnownTeams {
  return { teams: new Map(), leagues: new Map() }
}

/** @returns undefined for a team without games */
export function knownTeam(state: ForecastState, id: number, { teams }: KnownTeams): KnownTeam | undefined {
  const known = teams.get(id)
  const rating = state.ratings.teams.get(id)
  if (known !== undefined || rating === undefined) return known
  const team = { id, home: rating.home, leagues: new Map() }
  teams.set(id, team)
  return team
}

/** The home league if both teams share it: the default for a series without a league. */
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
  const known = leagues.get(league)
  if (known !== undefined) return known
  const made = {
    moment: { league, day: timeMs / dayMs, year: yearOf(timeMs) },
    slope: leagueSlope(state.slopes, league),
    tier: league === null ? tierNumbers.other : tierNumbers[leagueTier(league)],
  }
  // Labels may name any league; leagues without games are not cached, nor teams in them.
  if (league === null || state.ratings.leagues.has(league)) leagues.set(league, made)
  return made
}

/** @returns undefined in a league without games */
export function inLeague(
  league: KnownLeague,
  { id, leagues }: KnownTeam,
  state: ForecastState,
): TeamInLeague | undefined {
  const known = leagues.get(league)
  if (known !== undefined) return known
  const { moment } = league
  const strength = strengthAlone(state.ratings, id, moment)
  if (strength === undefined) return undefined
  const team = { strength, own: teamFeatures(state, id, strength.team, moment) }
  leagues.set(league, team)
  return team
}

export function teamsTogether(
  state: ForecastState,
  team1Id: number,
  team2Id: number,
  { moment }: KnownLeague,
): readonly [TeamInLeague, TeamInLeague] {
  const series = { team1Id, team2Id, league: moment.league, day: moment.day }
  const [strength1, strength2] = strengthsTogether(state.ratings, series)
  return [
    { strength: strength1, own: teamFeatures(state, team1Id, strength1.team, moment) },
    { strength: strength2, own: teamFeatures(state, team2Id, strength2.team, moment) },
  ]
}

export function sharePlayer({ lineup }: TeamRating, other: TeamRating): boolean {
  return lineup?.some((id) => other.lineup?.includes(id)) ?? false
}

/** Number of a team's own features of which only the difference is used; the other own features also stand side by side. */
export const ownDifferences = 10
const ownCount = ownDifferences + 3

interface Moment {
  readonly league: string | null
  readonly day: number
  readonly year: number
}

/** Features of one team at a moment, independent of the opponent, in the order of `features`. */
function teamFeatures(
  state: ForecastState,
  teamId: number,
  team: TeamRating,
  { league, day, year }: Moment,
): Float64Array {
  const own = new Float64Array(ownCount)
  const record = state.records.get(teamId)
  own[0] = previousSeasonKills(state.seasonKills, teamId, year)
  own[1] = statisticOf(state.creepScores, teamId)
  if (record !== undefined) {
    own[2] = form(record, 5)
    own[3] = form(record, 10)
    own[4] = recentWins(record, 10)
    own[5] = recentWins(record, 20)
    own[6] = tournamentForm(record, league, day)
    own[7] = record.streak
    own[11] = recentSeries(record, day)
  }
  own[8] = previousWinShare(state.teamWins, teamId, year)
  own[9] = lineupWins(state, team.lineup, year)
  own[10] = log1p(record === undefined ? mostRestDays : restDays(record, day))
  own[12] = log1p(Math.min(mostSeries, team.series))
  return own
}

const mostSeries = 100

function lineupWins({ playerWins }: ForecastState, lineup: readonly number[] | null, year: number): number {
  if (lineup === null) return 0
  return lineup.reduce((sum, playerId) => sum + previousWinShare(playerWins, playerId, year), 0) / lineup.length
}
