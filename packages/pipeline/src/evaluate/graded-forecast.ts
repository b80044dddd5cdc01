import {
  type Artifacts,
  type ConsensusForecast,
  createBlender,
  createMembers,
  type ModelName,
  modelNames,
} from '@riftline/predictor'
import type { BookPick, SeriesOutcome } from '@riftline/record'
import { type BaselineName, type Baselines, baselineNames } from '../baselines/baselines.ts'
import { collectRows, type FeatureRow } from '../features/feature-rows.ts'
import type { MarketPrice } from '../features/market-prices.ts'
import { type BlendedRow, blendSeries, gradeRows } from '../graded/grade-series.ts'
import type { History } from '../history/types.ts'

/** A graded series with every forecast made before its first game; chances are those of team 1. */
export interface GradedForecast extends SeriesOutcome, Pick<FeatureRow, 'sd' | 'maps' | 'baselines' | 'quotes'> {
  readonly match: ConsensusForecast
  /** Null unless the picks of game 1 are known. */
  readonly draft: ConsensusForecast | null
  /** Odds, the market's chance without margin, the consensus anchored to it, and the consensus's value picks; null without odds. */
  readonly market: (MarketPrice & { readonly anchored: number; readonly picks: readonly BookPick[] }) | null
}

export type ChanceOf = (forecast: GradedForecast) => number

type Form = 'raw' | 'calibrated'

export interface Forecaster {
  readonly name: string
  readonly form: Form | null
  readonly chance: ChanceOf
}

export const displayNames: Readonly<Record<ModelName | BaselineName, string>> = {
  fasttree: 'FastTree',
  lightgbm: 'LightGBM',
  pcasweep: 'PCA sweep',
  consensus: 'Consensus',
  constant: 'Constant ½',
  elo: 'Elo (K = 32)',
  glicko2: 'Glicko-2',
}

export function matchChance(model: ModelName, form: Form): ChanceOf {
  return ({ match }) => match[model]![form]
}

export function draftChance(model: ModelName, form: Form): ChanceOf {
  return ({ draft }) => draft![model]![form]
}

export function baselineChance(name: BaselineName): ChanceOf {
  return ({ baselines }) => baselines[name]
}

export const servedConsensus: ChanceOf = matchChance('consensus', 'calibrated')

export const matchForecasters: readonly Forecaster[] = [
  ...modelForecasters(matchChance),
  ...baselineNames.map((name) => ({ name: displayNames[name], form: null, chance: baselineChance(name) })),
]

export const draftForecasters: readonly Forecaster[] = modelForecasters(draftChance)

function modelForecasters(chanceOf: (model: ModelName, form: Form) => ChanceOf): Forecaster[] {
  return modelNames.flatMap((model) =>
    (['raw', 'calibrated'] as const).map((form) => {
      return { name: displayNames[model], form, chance: chanceOf(model, form) }
    }),
  )
}

/** Forecasts every graded series after the snapshot before learning it. The state and `baselines` move to the end of the history. */
export function gradeHistory(artifacts: Artifacts, baselines: Baselines, history: History) {
  const { state, blend, catalogue } = artifacts
  const rows = gradeRows(createMembers(artifacts), collectRows(state, baselines, history, catalogue.champions))
  const blender = createBlender(blend)
  return { forecasts: rows.map((row) => toGradedForecast(blendSeries(blender, row))), rows }
}

export function toGradedForecast({ row, match, draft, anchored, picks }: BlendedRow): GradedForecast {
  const { seriesId, startMs, league, bestOf, outcome, sd, maps, baselines, price, quotes } = row
  const market = price === null || anchored === null ? null : { ...price, anchored, picks }
  return { seriesId, startMs, league, bestOf, outcome, sd, maps, match, draft, baselines, market, quotes }
}
