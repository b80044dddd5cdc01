import type { HistorySeries } from '#pipeline/history/types.ts'
import { firstDay } from './played-league.ts'
import { historySeries } from './played-league-history.ts'

/** Changes of a series' row, and the team that wins each of its games: the one with the lower id by default. */
export interface SeasonSeries extends Partial<Pick<HistorySeries, 'tournamentId' | 'playoffs' | 'league'>> {
  readonly id: number
  readonly day: number
  readonly teams: readonly [number, number]
  readonly bestOf?: number
  readonly won?: number
}

export function seasonSeries(series: SeasonSeries): HistorySeries {
  const {
    id,
    day,
    teams,
    bestOf = 1,
    won = Math.min(...teams),
    league = 'LCK',
    playoffs = false,
    tournamentId = 1,
  } = series
  const winner = won === teams[0] ? 1 : 2
  const games = Array.from({ length: Math.ceil(bestOf / 2) }, () => ({ winner, minutes: 30 }) as const)
  return { ...historySeries({ id, day: firstDay + day, teams, bestOf, league, games }), playoffs, tournamentId }
}

/** Series of a round robin of teams 1 … `size`, a day each; the pairs meet in a fixed order. @param wonBy may choose the winner */
export function roundRobin(
  size: number,
  rounds = 1,
  wonBy: (first: number, second: number, day: number) => number = (first) => first,
): HistorySeries[] {
  const teams = Array.from({ length: size }, (_, i) => i + 1)
  const pairs = teams.flatMap((first) => teams.slice(first).map((second) => [first, second] as const))
  // Neighbours in this order share a team seldom, so that every part of the season has series of all teams.
  const spread = pairs.map((_, i) => pairs[(i * 11) % pairs.length]!)
  const all = Array.from({ length: rounds }, () => spread).flat()
  return all.map((pair, day) => seasonSeries({ id: day + 1, day, teams: pair, won: wonBy(...pair, day) }))
}
