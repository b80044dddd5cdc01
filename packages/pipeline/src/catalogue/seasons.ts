import type { SeasonStatistics, Statistics } from '@riftline/predictor'
import type { KeyedSums } from './keyed-sums.ts'
import { addSums, type Sums, zeroSums } from './sums.ts'

/**
 * Every season of every team or player, newest first, by owner.
 *
 * @param rows by owner, season and index in `leagues`
 * @param previous earlier details: their seasons stay where no sums are kept
 */
export function toSeasons<Field extends string, Stats extends { readonly games: number }>(
  rows: KeyedSums<Field | 'games'>,
  fields: readonly (Field | 'games')[],
  leagues: readonly string[],
  previous: Readonly<Record<string, { readonly seasons: readonly SeasonStatistics<Stats>[] }>>,
  statisticsOf: (owner: number, season: number, sums: Sums<Field | 'games'>) => Statistics<Stats>,
): ReadonlyMap<number, readonly SeasonStatistics<Stats>[]> {
  const owners = new Map<number, Map<number, OpenSeason<Field | 'games'>>>()
  for (const [[owner = 0, season = 0, league = 0], sums] of rows.entries()) {
    const seasons = owners.get(owner) ?? new Map<number, OpenSeason<Field | 'games'>>()
    owners.set(owner, seasons)
    const open = seasons.get(season) ?? { leagues: [], sums: zeroSums(fields) }
    seasons.set(season, open)
    open.leagues.push({ code: leagues[league] ?? '', games: sums.games })
    addSums(fields, open.sums, sums)
  }
  const ids = new Set([...Object.keys(previous).map(Number), ...owners.keys()])
  return new Map(
    [...ids].map((owner) => {
      const counted = [...(owners.get(owner) ?? [])].map(([season, { leagues: played, sums }]) => ({
        season: String(season),
        leagues: played.sort((a, b) => b.games - a.games || (a.code < b.code ? -1 : 1)).map(({ code }) => code),
        ...withGames(statisticsOf(owner, season, sums)),
      }))
      const names = new Set(counted.map(({ season }) => season))
      const kept = (previous[owner]?.seasons ?? []).filter(({ season }) => !names.has(season))
      return [owner, [...counted, ...kept].sort((a, b) => (a.season < b.season ? 1 : -1))]
    }),
  )
}

/** A season's games are those of its record. */
function withGames<Stats extends { readonly games: number }>(
  statistics: Statistics<Stats>,
): Statistics<Stats> & { readonly games: number } {
  return { games: statistics.stats.games, ...statistics }
}

interface OpenSeason<Field extends string> {
  readonly leagues: { readonly code: string; readonly games: number }[]
  readonly sums: Sums<Field>
}
