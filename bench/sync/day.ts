import type { Catalogue } from '@riftline/predictor'
import type { CargoTables } from '../../test/support/sources/cargo-tables.ts'
import { leaguepediaTables } from '../../test/support/sources/leaguepedia-tables.ts'
import { type WeekSeries, weekOf } from '../../test/support/stated-week.ts'

/**
 * Days of 60 games in the form of Leaguepedia's tables: 24 series a day between active teams of one league, each with its five players.
 */
export function daysOfGames(catalogue: Catalogue, days: number): CargoTables {
  const pairs = pairsOf(catalogue).slice(0, 24)
  const series = Array.from({ length: days }, (_, day) =>
    pairs.map(({ teams, league }, i): WeekSeries => {
      const winners = i % 2 === 0 ? ([0, 0] as const) : ([0, 1, 1] as const)
      return { day: day + 1, league, teams, winners }
    }),
  ).flat()
  return leaguepediaTables(weekOf('leaguepedia', catalogue, series))
}

function pairsOf({
  teams,
}: Catalogue): readonly { readonly teams: readonly [string, string]; readonly league: string }[] {
  const waiting = new Map<string, string>()
  return teams.flatMap(({ name, league, lastGameUtc }) => {
    if (league === null || (lastGameUtc ?? '') < '2026-01') return []
    const other = waiting.get(league)
    if (other === undefined) waiting.set(league, name)
    else waiting.delete(league)
    return other === undefined ? [] : [{ league, teams: [other, name] as const }]
  })
}
