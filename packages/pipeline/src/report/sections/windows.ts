import { baseModels, type ModelName } from '@riftline/predictor'
import { climbLadder, plainMean } from '../../evaluate/evaluation.ts'
import {
  type ChanceOf,
  displayNames,
  type GradedForecast,
  matchChance,
  servedConsensus,
} from '../../evaluate/graded-forecast.ts'
import { gainOver } from '../../evaluate/scores.ts'
import { groupBy } from '../../group-by.ts'
import type { MeasuredAge, MeasuredDraft, MeasuredWindow, ReportedWindow } from '../measure.ts'
import * as md from '../text.ts'

export function testWindow(measured: MeasuredWindow, diagramPath: (model: ModelName) => string): string {
  const { window, forecasters, ladder } = measured
  return md.section(
    `Test window ${window.name}`,
    md.markdownTable(md.scoreColumns, forecasters.map(md.scoreCells)),
    gainsTable(measured),
    'The ladder, each step against the one that it is built on; the best member is known only afterwards:',
    md.ladderTable(ladder.all),
    'What is wrong with the calibration of each, and what it can tell apart:',
    md.calibrationTable(window.graded),
    `![Reliability of the consensus on ${window.name}, raw and calibrated](${diagramPath('consensus')})`,
    `The same of its members: ${baseModels.map((model) => `[${displayNames[model]}](${diagramPath(model)})`).join(', ')}.`,
  )
}

function gainsTable(measured: MeasuredWindow): string {
  const { overElo, overGlicko2, overMembers, overMeanOfMembers } = measured
  const rows = [
    ['consensus', displayNames.elo, ...md.gainCells(overElo)],
    ['consensus', displayNames.glicko2, ...md.gainCells(overGlicko2)],
    ...overMembers.map(({ name, gain }) => ['consensus', name, ...md.gainCells(gain)]),
    ['consensus', 'mean log-loss of the members', md.toSigned(overMeanOfMembers), 'plain difference'],
  ]
  return md.markdownTable([...md.leftColumns('log-loss saved by', 'against'), ...md.gainColumns], rows)
}

export function byBestOf(windows: readonly ReportedWindow[]): string {
  const groups = windows.flatMap(({ name, graded }) =>
    [1, 3, 5]
      .map((format) => ({ names: [name, String(format)], graded: graded.filter(({ bestOf }) => bestOf === format) }))
      .filter((group) => group.graded.length > 0),
  )
  return md.section(
    'By best-of',
    'Log-losses on the test windows.',
    md.groupsTable([...md.leftColumns('window'), 'best of'], groups),
  )
}

const shownLeagues = 10

/** The leagues with the most series, and one row for all others, so that the table omits nothing. */
export function byLeague(windows: readonly ReportedWindow[], names: ReadonlyMap<string, string>): string {
  const all = windows.flatMap(({ graded }) => graded)
  const leagues = [...groupBy(all, ({ league }) => league)].sort(
    ([a, first], [b, second]) => second.length - first.length || (a < b ? -1 : 1),
  )
  const groups: md.Group[] = leagues
    .slice(0, shownLeagues)
    .map(([league, graded]) => ({ names: [names.get(league) ?? league], graded }))
  const others = leagues.slice(shownLeagues)
  if (others.length > 0) {
    const graded = others.flatMap(([, series]) => series)
    groups.push({ names: [`${others.length} other ${others.length === 1 ? 'league' : 'leagues'}`], graded })
  }
  return md.section(
    'By league',
    'Log-losses on all test windows together. With this many intervals one in twenty misses the truth by chance.',
    md.groupsTable([...md.leftColumns('league')], groups),
  )
}

export function validationWindows(windows: readonly ReportedWindow[]): string {
  if (windows.length === 0) return ''
  const groups = windows.map(({ name, graded }) => ({ names: [name], graded }))
  return md.section(
    'Validation windows',
    'Log-losses on the series that chose the settings: the trained models had not seen them, the choice of settings had,\n' +
      'so expect them to flatter.',
    md.groupsTable(md.leftColumns('window'), groups),
    'The ladder over all of them:',
    md.ladderTable(climbLadder(windows.flatMap(({ graded }) => graded)).all),
  )
}

interface Step {
  readonly name: string
  readonly applies: (forecast: GradedForecast) => boolean
  readonly before: ChanceOf
  readonly after: ChanceOf
}

const always = (): boolean => true

const steps: readonly Step[] = [
  ...baseModels.map((model) => ({
    name: `calibration, ${displayNames[model]}`,
    applies: always,
    before: matchChance(model, 'raw'),
    after: matchChance(model, 'calibrated'),
  })),
  { name: 'consensus instead of the plain mean', applies: always, before: plainMean, after: servedConsensus },
  {
    name: 'draft of game 1',
    applies: ({ draft }) => draft !== null,
    before: servedConsensus,
    after: ({ draft }) => draft!.consensus!.calibrated,
  },
  {
    name: 'anchor to the market',
    applies: ({ market }) => market !== null,
    before: servedConsensus,
    after: ({ market }) => market!.anchored,
  },
]

export function stepsSection(windows: readonly ReportedWindow[]): string {
  const graded = windows.flatMap((window) => window.graded)
  const rows = steps.flatMap(({ name, applies, before, after }) => {
    const own = graded.filter(applies)
    if (own.length === 0) return []
    const moves = own.map((forecast) => Math.abs(after(forecast) - before(forecast))).sort((a, b) => a - b)
    const at = (share: number): string => (100 * moves[Math.floor(share * (moves.length - 1))]!).toFixed(2)
    return [[name, md.toCount(own.length), at(0.5), at(0.95), ...md.gainCells(gainOver(own, after, before))]]
  })
  const columns = [...md.leftColumns('step'), 'n', 'median move', '95 % of moves below', ...md.gainColumns]
  return md.section(
    'What each step changes',
    md.paragraph(
      'How far a step moves the chance of a side on the test windows, in points of per cent, beside the log-loss that it',
      'saves there.',
    ),
    md.markdownTable(columns, rows),
  )
}

export function draftSection(draft: MeasuredDraft | null): string {
  if (draft === null) {
    const nothing = 'No series of the test windows has a known draft, so nothing is said of it here.'
    return md.section('With the draft of game 1', nothing)
  }
  const { series, forecasters, matchConsensus, overMatch, byWindow } = draft
  const gains = [
    ...byWindow.map((own) => [own.name, md.toCount(own.overMatch.n), ...md.gainCells(own.overMatch)]),
    ...(byWindow.length > 1 ? [['together', md.toCount(overMatch.n), ...md.gainCells(overMatch)]] : []),
  ]
  return md.section(
    'With the draft of game 1',
    md.paragraph(
      `The ${md.toCount(series)} series of the test windows whose ten picks of game 1 are known, forecast with them. On the`,
      `same series the calibrated consensus without picks has log-loss ${md.toDecimal(matchConsensus.logLoss)}, Brier score`,
      `${md.toDecimal(matchConsensus.brier)} and accuracy ${md.toDecimal(matchConsensus.accuracy)}.`,
    ),
    md.markdownTable(md.scoreColumns, forecasters.map(md.scoreCells)),
    'Log-loss that the draft consensus saves against the match consensus, both calibrated:',
    md.markdownTable([...md.leftColumns('window'), 'n', ...md.gainColumns], gains),
  )
}

export function ageSection(ages: readonly MeasuredAge[]): string {
  if (ages.length === 0) return ''
  const columns = ['days old', 'n', 'frozen', 'faded', 'gain', '95 % interval']
  const rows = ages.map(({ days, n, frozen, faded, gain }) => [
    md.toCount(days),
    md.toCount(n),
    ...[frozen, faded].map(md.toDecimal),
    md.toSigned(gain.mean),
    md.toInterval(gain, md.toSigned),
  ])
  return md.section(
    'On old data',
    md.paragraph(
      'The series of the test windows with all results withheld for some days, forecast by the calibrated consensus: as if',
      'the data were fresh, and with log-odds faded by their age, as they are served. A coin has log-loss 0.6931.',
    ),
    md.markdownTable(columns, rows),
  )
}
