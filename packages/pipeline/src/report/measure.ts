import { readFile } from 'node:fs/promises'
import { dayOf } from '@riftline/base'
import { calibrationSlope, clusteredDifference, foldToFavourite, logLoss } from '@riftline/core'
import {
  type BaseModel,
  type Blend,
  baseModels,
  type CatalogueLeague,
  type ModelName,
  modelNames,
} from '@riftline/predictor'
import { type GradedSeries, resampling, simulatePerfect } from '@riftline/record'
import type { Glicko2Settings } from '../baselines/baselines.ts'
import { climbLadder } from '../evaluate/evaluation.ts'
import {
  baselineChance,
  type ChanceOf,
  displayNames,
  draftChance,
  draftForecasters,
  type Forecaster,
  type GradedForecast,
  matchChance,
  matchForecasters,
  servedConsensus,
} from '../evaluate/graded-forecast.ts'
import { type Gain, gainOver, score } from '../evaluate/scores.ts'
import type { AgedForecast, ConsensusComparison } from '../graded/grade-series.ts'
import type { BackTest } from '../tournaments/back-test.ts'
import type { ForecastWindow } from '../train/windows.ts'
import type { StatisticsCoverage } from './coverage.ts'

export type MeasuredWindow = ReturnType<typeof measureWindow>

export function measureWindow(window: ReportedWindow) {
  const { graded } = window
  const forecasters = matchForecasters.map((forecaster) => measureForecaster(graded, forecaster))
  const calibrated = (model: ModelName): Measured =>
    forecasters.find(({ forecaster: { name, form } }) => name === displayNames[model] && form === 'calibrated')!
  const consensus = calibrated('consensus')
  const memberLoss = baseModels.reduce((sum, model) => sum + calibrated(model).scores.logLoss, 0) / baseModels.length
  return {
    window,
    forecasters,
    consensus,
    overElo: gainOver(graded, servedConsensus, baselineChance('elo')),
    overGlicko2: gainOver(graded, servedConsensus, baselineChance('glicko2')),
    overMembers: baseModels.map((model) => ({
      name: displayNames[model],
      gain: gainOver(graded, servedConsensus, matchChance(model, 'calibrated')),
    })),
    overMeanOfMembers: memberLoss - consensus.scores.logLoss,
    calibratedOverRaw: modelNames.map((model) => ({
      model,
      gain: gainOver(graded, matchChance(model, 'calibrated'), matchChance(model, 'raw')),
    })),
    ladder: climbLadder(graded),
  }
}

export type MeasuredDraft = NonNullable<ReturnType<typeof measureDraft>>

export function measureDraft(windows: readonly ReportedWindow[]) {
  const drafted = windows
    .map(({ name, graded }) => ({ name, graded: graded.filter(({ draft }) => draft !== null) }))
    .filter(({ graded }) => graded.length > 0)
  const all = drafted.flatMap(({ graded }) => graded)
  if (all.length === 0) return null
  return {
    series: all.length,
    forecasters: draftForecasters.map((forecaster) => measureForecaster(all, forecaster)),
    matchConsensus: score(all, servedConsensus),
    overMatch: overMatch(all),
    byWindow: drafted.map(({ name, graded }) => ({ name, overMatch: overMatch(graded) })),
  }
}

const draftConsensus: ChanceOf = draftChance('consensus', 'calibrated')

function overMatch(graded: readonly GradedForecast[]): Gain {
  return gainOver(graded, draftConsensus, servedConsensus)
}

export type MeasuredAge = ReturnType<typeof measureAge>

export const coinLoss: number = Math.LN2

export function measureAge({ days, forecasts }: AgedForecasts) {
  const outcomes = forecasts.map(({ series }) => series.outcome)
  const frozen = forecasts.map((forecast) => forecast.frozen)
  const faded = forecasts.map((forecast) => forecast.faded)
  const clusters = forecasts.map(({ series }) => dayOf(series.startMs))
  const { mean, low, high } = clusteredDifference(frozen, faded, outcomes, clusters, resampling)
  return {
    days,
    n: forecasts.length,
    frozen: logLoss(frozen, outcomes),
    faded: logLoss(faded, outcomes),
    gain: { mean, low, high },
  }
}

export type Measured = ReturnType<typeof measureForecaster>

export function measureForecaster(graded: readonly GradedForecast[], forecaster: Forecaster) {
  const predictions = graded.map(forecaster.chance)
  const outcomes = graded.map(({ outcome }) => outcome)
  const folded = foldToFavourite(predictions, outcomes)
  const blind = predictions.every((p) => p === 0.5)
  return {
    forecaster,
    scores: score(graded, forecaster.chance),
    calibration: blind
      ? null
      : { perfect: simulatePerfect(folded.x).ece, slope: calibrationSlope(predictions, outcomes) },
  }
}

export interface ReportInput {
  /** Start of the last match in the artifacts, UTC. */
  readonly asOf: string
  readonly history: Readonly<Record<'games' | 'series' | 'graded', number> & Record<'from' | 'to', string>>
  readonly leagues: readonly Pick<CatalogueLeague, 'code' | 'name'>[]
  readonly windows: readonly ReportedWindow[]
  readonly ages: readonly AgedForecasts[]
  readonly training: readonly TrainingRecord[]
  readonly settings: ReportedSettings
  /** The graded record of the artifacts, with value picks for series with odds. */
  readonly record: readonly GradedSeries[]
  /** Past tournaments, forecast from what was known at the time. */
  readonly tournaments: BackTest
  readonly coverage: StatisticsCoverage
  /** Attempts that did not help, as a Markdown list; empty if there are none. */
  readonly notes: string
}

export interface ReportedWindow extends Pick<ForecastWindow, 'name' | 'purpose'> {
  readonly from: string
  readonly to: string
  readonly graded: readonly GradedForecast[]
}

/** Forecasts of the same series with results withheld for some days. */
export interface AgedForecasts {
  readonly days: number
  readonly forecasts: readonly AgedForecast[]
}

export interface TrainingRecord {
  readonly model: BaseModel
  readonly features: readonly string[]
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
  readonly calibration: Blend['calibration']
}

/** Reads the list of attempts rejected after validation; the report quotes the file unchanged. */
export async function readReportNotes(): Promise<string> {
  const file = new URL('report-notes.md', import.meta.resolve('@riftline/pipeline/package.json'))
  return (await readFile(file, 'utf8')).trim()
}

/** Name of the report in the artifacts folder; the manifest does not list it. */
export const reportPath = 'REPORT.md'
