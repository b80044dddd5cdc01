import { baseModels, type ModelName } from '@riftline/predictor'
import { displayNames, type GradedForecast } from '../../evaluate/graded-forecast.ts'
import { climbLadder } from '../../evaluate/ladder.ts'
import type { MeasuredWindow } from '../measure.ts'
import type { ReportedWindow } from '../report-input.ts'
import { leftColumn, markdownTable, numberColumn, toSigned } from '../text.ts'
import {
  calibrationTable,
  type Group,
  gainCells,
  gainColumns,
  groupsTable,
  ladderTable,
  scoreCells,
  scoreColumns,
} from './tables.ts'

/** Scores, gains and reliability diagrams of one test window. */
export function testWindow(measured: MeasuredWindow, diagramPath: (model: ModelName) => string): string {
  const { window, forecasters, ladder } = measured
  return [
    `## Test window ${window.name}`,
    '',
    markdownTable(scoreColumns, forecasters.map(scoreCells)),
    '',
    gainsTable(measured),
    '',
    'The ladder, each step against the one that it is built on; the best member is known only afterwards:',
    '',
    ladderTable(ladder.all),
    '',
    'What is wrong with the calibration of each, and what it can tell apart:',
    '',
    calibrationTable(window.graded),
    '',
    `![Reliability of the consensus on ${window.name}, raw and calibrated](${diagramPath('consensus')})`,
    '',
    `The same of its members: ${baseModels.map((model) => `[${displayNames[model]}](${diagramPath(model)})`).join(', ')}.`,
  ].join('\n')
}

function gainsTable(measured: MeasuredWindow): string {
  const { overElo, overGlicko2, overMembers, overMeanOfMembers } = measured
  const rows = [
    ['consensus', displayNames.elo, ...gainCells(overElo)],
    ['consensus', displayNames.glicko2, ...gainCells(overGlicko2)],
    ...overMembers.map(({ name, gain }) => ['consensus', name, ...gainCells(gain)]),
    ['consensus', 'mean log-loss of the members', toSigned(overMeanOfMembers), 'plain difference'],
  ]
  return markdownTable([leftColumn('log-loss saved by'), leftColumn('against'), ...gainColumns], rows)
}

export function byBestOf(windows: readonly ReportedWindow[]): string {
  const groups = windows.flatMap(({ name, graded }) =>
    ([1, 3, 5] as const)
      .map((format) => ({
        names: [name, String(format)],
        graded: graded.filter(({ bestOf }) => bestOf === format),
      }))
      .filter((group) => group.graded.length > 0),
  )
  return [
    '## By best-of',
    '',
    'Log-losses on the test windows.',
    '',
    groupsTable([leftColumn('window'), numberColumn('best of')], groups),
  ].join('\n')
}

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

export function validationWindows(windows: readonly ReportedWindow[]): string {
  if (windows.length === 0) return ''
  return [
    '## Validation windows',
    '',
    'Log-losses on the series that chose the settings: the trained models had not seen them, the choice of settings had,',
    'so expect them to flatter.',
    '',
    groupsTable(
      [leftColumn('window')],
      windows.map(({ name, graded }) => ({ names: [name], graded })),
    ),
    '',
    'The ladder over all of them:',
    '',
    ladderTable(climbLadder(windows.flatMap(({ graded }) => graded)).all),
  ].join('\n')
}
