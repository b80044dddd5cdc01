import type { GradedForecast } from '../../evaluate/graded-forecast.ts'
import { leftColumn } from '../markdown-table.ts'
import type { ReportedWindow } from '../report-input.ts'
import { type Group, groupsTable } from './groups-table.ts'

const shownLeagues = 10

/** The leagues with the most series, and all others in one row, so that the table hides nothing. */
export function byLeague(windows: readonly ReportedWindow[], names: ReadonlyMap<string, string>): string {
  const leagues = [...groupByLeague(windows.flatMap(({ graded }) => graded))].sort(
    ([a, first], [b, second]) => second.length - first.length || (a < b ? -1 : 1),
  )
  const groups: Group[] = leagues
    .slice(0, shownLeagues)
    .map(([league, graded]) => ({ names: [names.get(league) ?? league], graded }))
  const others = leagues.slice(shownLeagues)
  if (others.length > 0) {
    const graded = others.flatMap(([, series]) => series)
    groups.push({ names: [`${others.length} other ${others.length === 1 ? 'league' : 'leagues'}`], graded })
  }
  return [
    '## By league',
    '',
    'Log-losses on all test windows together. With this many intervals one in twenty misses the truth by chance.',
    '',
    groupsTable([leftColumn('league')], groups),
  ].join('\n')
}

function groupByLeague(graded: readonly GradedForecast[]): Map<string, GradedForecast[]> {
  const leagues = new Map<string, GradedForecast[]>()
  for (const forecast of graded) {
    const series = leagues.get(forecast.league)
    if (series === undefined) leagues.set(forecast.league, [forecast])
    else series.push(forecast)
  }
  return leagues
}
