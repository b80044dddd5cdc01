import { readFile } from 'node:fs/promises'
import type { BaseModel, Blend, CatalogueLeague } from '@riftline/predictor'
import type { Glicko2Settings } from '../baselines/glicko2.ts'
import type { GradedForecast } from '../evaluate/graded-forecast.ts'
import type { AgedForecast, ConsensusComparison } from '../graded/grade-series.ts'
import type { GradedSeries } from '../graded/graded-series.ts'
import type { Window } from '../train/windows.ts'
import type { Coverage } from './coverage.ts'

/** Everything that the report reads: neither disk nor clock, so the same input gives the same text. */
export interface ReportInput {
  /** The last match that the artifacts know, UTC. */
  readonly asOf: string
  readonly history: ReportedHistory
  /** Names of leagues by their codes. */
  readonly leagues: readonly Pick<CatalogueLeague, 'code' | 'name'>[]
  /** In order of time. */
  readonly windows: readonly ReportedWindow[]
  /** Forecasts on old data, the freshest first. */
  readonly ages: readonly AgedForecasts[]
  readonly training: readonly TrainingRecord[]
  readonly settings: ReportedSettings
  /** The graded record of the artifacts, with value picks where there were odds. */
  readonly record: readonly GradedSeries[]
  /** Number of teams and players with each statistic. */
  readonly coverage: Coverage
  /** Attempts that did not help: a Markdown list; empty for none. */
  readonly notes: string
}

export interface ReportedHistory {
  readonly games: number
  readonly series: number
  readonly graded: number
  readonly from: string
  readonly to: string
}

export interface ReportedWindow {
  readonly name: string
  readonly purpose: Window['purpose']
  readonly from: string
  readonly to: string
  readonly graded: readonly GradedForecast[]
}

/** Forecasts with results withheld for some days, of the same series. */
export interface AgedForecasts {
  readonly days: number
  readonly forecasts: readonly AgedForecast[]
}

/** The training of one of the shipped models. */
export interface TrainingRecord {
  readonly model: BaseModel
  /** Names of its features. */
  readonly features: readonly string[]
  /** Training rows, stop rows not counted. */
  readonly rows: number
  readonly settings: Readonly<Record<string, unknown>>
  readonly trainer: string
  readonly version: string
  /** Null for a model without boosting or early stopping. */
  readonly bestIteration: number | null
  readonly stopLogLoss: number | null
}

interface ReportedSettings {
  readonly glicko2: Glicko2Settings
  readonly consensus: ConsensusComparison
  readonly anchor: Blend['anchor']
  /** The curves of the artifacts. */
  readonly calibration: Blend['calibration']
}

/** Reads the list of attempts that were left out after validation; the report has it as it stands in its file. */
export async function readReportNotes(): Promise<string> {
  const file = new URL('report-notes.md', import.meta.resolve('@riftline/pipeline/package.json'))
  return (await readFile(file, 'utf8')).trim()
}

/** Name of the report in the artifacts folder; the manifest does not list it. */
export const reportPath = 'REPORT.md'
