import { exp } from '@riftline/core/math'
import { isHomeLeague, leagueTier, ratingParameters, roleWeight } from './parameters.ts'
import type { Overlay, TeamRating } from './state.ts'

/** Advances both teams and their lineups to the day: first teams that have played (a move sets a new league's level), then by id. */
export function advanceTeams(
  overlay: Overlay,
  series: { readonly team1Id: number; readonly team2Id: number; readonly league: string | null },
  day: number,
): readonly [TeamRating, TeamRating] {
  const { team1Id, team2Id, league } = series
  const [new1, new2] = [overlay.findTeam(team1Id) === undefined, overlay.findTeam(team2Id) === undefined]
  const inOrder = new1 === new2 ? team1Id <= team2Id : new2
  const early = advanceTeam(overlay, inOrder ? team1Id : team2Id, day, league)
  const late = advanceTeam(overlay, inOrder ? team2Id : team1Id, day, league)
  advancePlayers(overlay, early, day)
  advancePlayers(overlay, late, day)
  return inOrder ? [early, late] : [late, early]
}

/** Advances one team and its lineup, independent of an opponent. */
export function advanceAlone(overlay: Overlay, id: number, day: number, league: string | null): TeamRating {
  const team = advanceTeam(overlay, id, day, league)
  advancePlayers(overlay, team, day)
  return team
}

/** Advances a team to the day of its next series: it may start, change home league (not for null), drift, and lose an old lineup. */
function advanceTeam(overlay: Overlay, id: number, day: number, league: string | null): TeamRating {
  const team = overlay.findTeam(id) ?? startTeam(overlay, id, day, league)
  if (league !== null && team.home !== league && isHomeLeague(league)) moveTeam(overlay, team, league)
  driftTeam(team, day)
  const home = overlay.league(team.home)
  const from = Number.isNaN(home.day) ? day : home.day
  home.variance += ratingParameters.league.variancePerDay * Math.max(0, day - from)
  home.day = Math.max(from, day)
  if (day - team.lineupDay > ratingParameters.team.staleDays) dropLineup(overlay, team)
  return team
}

/** League of a team that starts without a named league: prior mean 0, no team's real home. */
const unknownLeague = ''

function startTeam(overlay: Overlay, id: number, day: number, league: string | null): TeamRating {
  const { startMean: mean, startVariance: variance } = ratingParameters.team
  const home = league ?? unknownLeague
  const team: TeamRating = { mean, variance, home, day, lineup: null, lineupDay: -1, series: 0 }
  overlay.setTeam(id, team)
  return team
}

/** Moves a team to a new home league with most of its absolute strength; a league without games takes the old league's level. */
function moveTeam(overlay: Overlay, team: TeamRating, league: string): void {
  const isNew = overlay.isNewLeague(league)
  const from = overlay.league(team.home)
  const to = overlay.league(league)
  if (isNew && leagueTier(league) === leagueTier(team.home)) to.mean = from.mean
  team.mean += ratingParameters.league.carried * (from.mean - to.mean)
  team.variance += ratingParameters.team.moveVariance
  team.home = league
}

function driftTeam(team: TeamRating, day: number): void {
  const { breakDays, maximumBreakDays, confirmedDays, maximumVariance, known, unknown } = ratingParameters.team
  const days = Math.max(0, day - team.day)
  const drift = team.lineup === null || day - team.lineupDay > confirmedDays ? unknown : known
  team.variance += drift.variancePerDay * days
  if (days > breakDays) {
    team.mean *= exp(-drift.breakShrinkPerDay * Math.min(days, maximumBreakDays))
    team.variance += drift.breakVariance
  }
  team.variance = Math.min(team.variance, maximumVariance)
  team.day = Math.max(team.day, day)
}

/** Moves the players' strength and variance to the team, so that its total is unchanged. */
function dropLineup(overlay: Overlay, team: TeamRating): void {
  if (team.lineup === null) return
  for (const [role, id] of team.lineup.entries()) {
    const weight = roleWeight(role)
    const player = overlay.player(id)
    team.mean += weight * player.mean
    team.variance += weight * weight * player.variance
  }
  team.variance = Math.min(team.variance, ratingParameters.team.maximumVariance)
  team.lineup = null
}

/** Fields a complete five; replaced players cost the team some of its own strength. */
export function fieldLineup(overlay: Overlay, team: TeamRating, lineup: readonly number[], day: number): void {
  const replaced = lineup.reduce((count, id, role) => count + (team.lineup?.[role] === id ? 0 : 1), 0)
  if (replaced > 0) {
    if (team.lineup !== null) team.mean *= 1 - (ratingParameters.team.rosterShrink * replaced) / lineup.length
    else if (team.series >= 5) team.mean -= lineupMean(overlay, lineup)
    else if (team.series === 0) team.mean += ratingParameters.team.firstLineupBonus
    team.lineup = lineup
  }
  team.lineupDay = day
}

/** Advances the lineup's players to the day and to the team's home league. */
export function advancePlayers(overlay: Overlay, team: TeamRating, day: number): void {
  if (team.lineup === null) return
  const { variancePerDay, maximumVariance } = ratingParameters.player
  for (const id of team.lineup) {
    const player = overlay.player(id)
    if (player.home !== null && player.home !== team.home) {
      const difference = overlay.league(player.home).mean - overlay.league(team.home).mean
      player.mean += (ratingParameters.league.carried * difference) / team.lineup.length
    }
    player.home = team.home
    if (!Number.isNaN(player.day)) {
      const drifted = player.variance + variancePerDay * Math.max(0, day - player.day)
      player.variance = Math.min(drifted, maximumVariance)
    }
    player.day = Number.isNaN(player.day) ? day : Math.max(player.day, day)
  }
}

function lineupMean(overlay: Overlay, lineup: readonly number[]): number {
  return lineup.reduce((sum, id, role) => sum + roleWeight(role) * overlay.player(id).mean, 0)
}
