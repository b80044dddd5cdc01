import { dayMs, yearOf } from '@riftline/base'
import type { Coverage, PlayedGames, Sampled } from '@riftline/predictor'
import { groupBy } from '../group-by.ts'
import type { TeamSums } from './game-sums.ts'
import type { OpenRecent } from './recent.ts'
import type { PublishedTotal } from './season-averages.ts'

/** The record over the known games, or the published total where that covers more games. */
export function recordOf(
  known: { readonly games: number; readonly wins: number },
  total: PublishedTotal | null,
  coverage: Coverage | null,
): PlayedGames {
  return total !== null && total.games > known.games ? { ...total, from: 'season' } : { ...known, coverage }
}

export function countCoverage(recent: OpenRecent) {
  const { firstDay, lineupsFrom, windowSeasons } = recent
  const window = groupBy(recent.teamDays.entries(), ([[team]]) => String(team))
  const seasons = groupBy(recent.teamSeasons.entries(), ([[team, season]]) => `${team} ${season}`)
  const teamKeys = recent.playerTeams.entries().map(([key]) => key)
  const teamsOf = groupBy(teamKeys, ([player, season]) => `${player} ${season}`)
  const isWindowCounted = firstDay >= lineupsFrom
  const isCounted = (season: number): boolean => lineupsFrom === 0 || season > yearOf(lineupsFrom * dayMs)
  const playedFor = (player: number, season: number): readonly number[] =>
    teamsOf.get(`${player} ${season}`)?.map(([, , team = 0]) => team) ?? []
  return {
    teamWindow: (team: number) => (isWindowCounted ? sumOf(window, [String(team)]) : null),
    teamSeason: (team: number, season: number) => (isCounted(season) ? sumOf(seasons, [`${team} ${season}`]) : null),
    playerWindow: (player: number) => {
      const teams = new Set(windowSeasons.flatMap((season) => playedFor(player, season)))
      return isWindowCounted ? sumOf(window, [...teams].map(String)) : null
    },
    playerSeason: (player: number, season: number) => {
      const keys = playedFor(player, season).map((team) => `${team} ${season}`)
      return isCounted(season) ? sumOf(seasons, keys) : null
    },
  }
}

type Lineups = readonly [key: readonly number[], sums: Pick<TeamSums, 'games' | 'lineups'>]

function sumOf(rows: ReadonlyMap<string, readonly Lineups[]>, keys: readonly string[]): Coverage {
  const all = keys.flatMap((key) => rows.get(key) ?? [])
  return {
    teamGames: all.reduce((sum, [, { games }]) => sum + games, 0),
    lineups: all.reduce((sum, [, { lineups }]) => sum + lineups, 0),
  }
}

/** A number known in ten games (or all) and in a quarter of all, else null: the noise of ten games is about the teams' differences. */
export function sampled(value: number | null, known: number, all: number): Sampled {
  return 4 * known >= all ? ofLeast(10, value, known, all) : null
}

/** Like `sampled`, for numbers that vary little between games: five known games, or all of them, are enough. */
export function steadySampled(value: number | null, known: number, all: number): Sampled {
  return ofLeast(5, value, known, all)
}

/** A number from published averages; null if they cover fewer than ten games. */
export function published(value: number | null, games: number): Sampled {
  return value === null || games < 10 ? null : { value: asPublished(value), games, from: 'season' }
}

/** Rounds a mean that was multiplied and divided again to its source's digits: .9 instead of .9000000000000001. */
function asPublished(value: number): number {
  const short = Number(value.toPrecision(12))
  return Math.abs(short - value) <= 4 * Number.EPSILON * value ? short : value
}

function ofLeast(least: number, value: number | null, known: number, all: number): Sampled {
  if (value === null || known === 0 || (known < least && known < all)) return null
  return { value, games: known, from: 'games' }
}
