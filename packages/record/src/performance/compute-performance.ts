import { dayMs, dayOf, toUtc, yearOf } from '@riftline/base'
import { accuracy, logLoss } from '@riftline/core'
import type { BestOf } from '@riftline/predictor'
import type { GradedSeries } from '../graded/graded-series.ts'
import {
  type BesideMarket,
  fewestPriced,
  fewestScored,
  type Performance,
  type PerformanceRow,
  type PerformanceWindow,
  type RecordedModel,
  recordedModels,
} from './performance-file.ts'
import { type DailyMean, meansByDay, scoreForecasts } from './scores.ts'

/** Fewest series of a league, or of a league and format, that get rows of their own. */
const fewestOfLeague = 50

/** Scores every forecaster by window, league and format. Equal series give equal bits on every platform. */
export function computePerformance(graded: readonly GradedSeries[], asOfMs: number): Performance {
  const scored = graded.map(toScored)
  return {
    format: 'riftline-performance',
    formatVersion: 1,
    dataThroughUtc: toUtc(asOfMs),
    windows: windowsOf(scored, asOfMs).map(({ window, fromDay, toDay }) => ({
      window,
      fromUtc: dateOf(fromDay),
      toUtc: dateOf(toDay),
      rows: [...rowsOfGroups(groupsOf(scored.filter(({ day }) => day >= fromDay && day <= toDay)))].flat(),
    })),
  }
}

/** The window `all` of `computePerformance` under another name, in steps of one group. */
export function* windowSteps(
  window: string,
  graded: readonly GradedSeries[],
  asOfMs: number,
): Generator<undefined, PerformanceWindow, undefined> {
  const scored = graded.map(toScored)
  const { fromDay, toDay } = windowsOf(scored, asOfMs).at(-1)!
  const rows: PerformanceRow[] = []
  for (const group of rowsOfGroups(groupsOf(scored))) {
    rows.push(...group)
    yield
  }
  return { window, fromUtc: dateOf(fromDay), toUtc: dateOf(toDay), rows }
}

/** Writes `performance.json`; every number keeps all its bits. */
export function writePerformance(performance: Performance): string {
  return `${JSON.stringify(performance)}\n`
}

/** A chance of team 1 with its loss, and 1 if its favourite won. */
interface ScoredChance {
  readonly chance: number
  readonly loss: number
  readonly hit: number
}

type ScoredSeries = ReturnType<typeof toScored>

function toScored({ startMs, league, bestOf, outcome, calibrated, consensus, baselines, market }: GradedSeries) {
  const chances: Readonly<Record<RecordedModel, number>> = {
    ...calibrated,
    ...baselines,
    consensus: consensus.calibrated,
  }
  const score = (chance: number): ScoredChance => {
    return { chance, loss: logLoss([chance], [outcome]), hit: accuracy([chance], [outcome]) }
  }
  return {
    ...{ startMs, league, bestOf, outcome, day: dayOf(startMs) },
    models: recordedModels.map((model) => score(chances[model])),
    market: market && score(market.chance),
  }
}

interface Window {
  readonly window: string
  readonly fromDay: number
  readonly toDay: number
}

/** The last 30, 90 and 365 days, each calendar year of the record, and all of it. */
function windowsOf(scored: readonly ScoredSeries[], asOfMs: number): Window[] {
  const toDay = dayOf(asOfMs)
  const days = scored.map(({ day }) => day)
  const firstDay = days.reduce((first, day) => Math.min(first, day), toDay)
  const years = [...new Set(scored.map(({ startMs }) => yearOf(startMs)))].sort((a, b) => a - b)
  return [
    ...[30, 90, 365].map((length) => ({ window: `last${length}days`, fromDay: toDay - length, toDay })),
    ...years.map((year) => ({
      window: String(year),
      fromDay: Math.max(dayOf(Date.UTC(year)), firstDay),
      toDay: Math.min(dayOf(Date.UTC(year + 1)) - 1, toDay),
    })),
    { window: 'all', fromDay: firstDay, toDay },
  ]
}

function dateOf(day: number): string {
  return toUtc(day * dayMs).slice(0, 10)
}

interface Group {
  readonly league: string | null
  readonly bestOf: BestOf | null
  readonly series: readonly ScoredSeries[]
}

/** All series, then each format, each league with enough series by their number, and each format of these with enough series. */
function groupsOf(series: readonly ScoredSeries[]): readonly Group[] {
  const leagues = [...new Set(series.map(({ league }) => league))]
    .map((league): Group => ({ league, bestOf: null, series: series.filter((one) => one.league === league) }))
    .filter((group) => group.series.length >= fewestOfLeague)
    .sort((a, b) => b.series.length - a.series.length || (a.league! < b.league! ? -1 : 1))
  const all: Group = { league: null, bestOf: null, series }
  const pairs = leagues.flatMap(formatsOfGroup).filter((group) => group.series.length >= fewestOfLeague)
  return [all, ...formatsOfGroup(all), ...leagues, ...pairs]
}

function formatsOfGroup({ league, series }: Group): readonly Group[] {
  const formats = ([1, 3, 5] as const).map((bestOf) => {
    const own = series.filter((one) => one.bestOf === bestOf)
    // A group that has one format is scored once: equal lists are one list.
    return { league, bestOf, series: own.length === series.length ? series : own }
  })
  return formats.filter((group) => group.series.length > 0)
}

/** Rows of each group; a list of series that stands in two groups is scored once. */
function* rowsOfGroups(groups: readonly Group[]): Generator<PerformanceRow[], void, undefined> {
  const known = new Map<Group['series'], GroupScores>()
  for (const { league, bestOf, series } of groups) {
    const scores = known.get(series) ?? scoreGroup(series)
    known.set(series, scores)
    yield scores.map(({ model, ...own }): PerformanceRow => ({ model, league, bestOf, ...own }))
  }
}

type GroupScores = readonly Omit<PerformanceRow, 'league' | 'bestOf'>[]

/** Scores of each model, and the market's, first if it beat the consensus on the same series, else last. */
function scoreGroup(series: readonly ScoredSeries[]): GroupScores {
  const n = series.length
  if (n < fewestScored) return recordedModels.map((model) => ({ model, n, ...noScores, market: null }))
  const columns = recordedModels.map((_, model) => series.map(({ models }) => models[model]!))
  const scores = scoreColumns(series, columns)
  const priced = series.filter(({ market }) => market !== null)
  const beside = priced.length < fewestPriced ? null : scoreMarket(priced)
  const rows = recordedModels.map((model, index) => {
    return { model, n, ...scores[index]!, market: beside?.models[index] ?? null }
  })
  if (beside === null) return rows
  const market = { model: 'market' as const, n: priced.length, ...beside.scores, market: null }
  return beside.models[0]!.difference > 0 ? [market, ...rows] : [...rows, market]
}

const noScores = {
  logLoss: null,
  logLossInterval: null,
  accuracy: null,
  accuracyInterval: null,
  brier: null,
  calibrationError: null,
}

type RowScores = Omit<PerformanceRow, 'model' | 'league' | 'bestOf' | 'n' | 'market'>

/** Scores several forecasters on the same series; days are drawn once for all. */
function scoreColumns(series: readonly ScoredSeries[], columns: readonly (readonly ScoredChance[])[]): RowScores[] {
  const outcomes = series.map(({ outcome }) => outcome)
  const values = columns.flatMap((own) => [own.map(({ loss }) => loss), own.map(({ hit }) => hit)])
  const means = meansOf(series, values)
  return columns.map((own, index) => {
    const { logLoss, accuracy, brier, ece } = scoreForecasts(
      own.map(({ chance }) => chance),
      outcomes,
    )
    const [lossMean, hitMean] = [means[2 * index]!, means[2 * index + 1]!]
    return {
      ...{ logLoss, logLossInterval: toPair(lossMean), accuracy, accuracyInterval: toPair(hitMean) },
      ...{ brier, calibrationError: ece },
    }
  })
}

/** Scores the market on series with a price, and every model beside it. */
function scoreMarket(priced: readonly ScoredSeries[]) {
  const [scores] = scoreColumns(priced, [priced.map(({ market }) => market!)])
  const losses = recordedModels.map((_, model) => priced.map(({ models }) => models[model]!.loss))
  const differences = losses.map((own) => own.map((loss, i) => loss - priced[i]!.market!.loss))
  const models = meansOf(priced, differences).map((difference, model): BesideMarket => {
    const ourLogLoss = losses[model]!.reduce((sum, loss) => sum + loss, 0) / priced.length
    const n = priced.length
    return {
      n,
      logLoss: scores!.logLoss!,
      ourLogLoss,
      difference: difference.mean,
      differenceInterval: toPair(difference),
    }
  })
  return { scores: scores!, models }
}

function meansOf(series: readonly ScoredSeries[], columns: readonly (readonly number[])[]): DailyMean[] {
  return meansByDay(
    series.map(({ startMs }) => startMs),
    columns,
  )
}

function toPair({ interval }: DailyMean): [number, number] | null {
  return interval && [interval.low, interval.high]
}
