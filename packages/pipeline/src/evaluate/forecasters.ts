import { type ModelName, modelNames } from '@riftline/predictor'
import { type BaselineName, baselineNames } from '../baselines/baselines.ts'
import type { GradedForecast } from './graded-forecast.ts'

/** One forecaster's chance of team 1. */
export type ChanceOf = (forecast: GradedForecast) => number

export type Form = 'raw' | 'calibrated'

export interface Forecaster {
  readonly name: string
  /** Null for baselines, which have one form only. */
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

/** Only for series whose draft is known. */
export function draftChance(model: ModelName, form: Form): ChanceOf {
  return ({ draft }) => draft![model]![form]
}

export function baselineChance(name: BaselineName): ChanceOf {
  return ({ baselines }) => baselines[name]
}

/** The forecast that the service serves: one side of every comparison. */
export const servedConsensus: ChanceOf = matchChance('consensus', 'calibrated')

export const matchForecasters: readonly Forecaster[] = [
  ...modelForecasters(matchChance),
  ...baselineNames.map((name) => ({ name: displayNames[name], form: null, chance: baselineChance(name) })),
]

export const draftForecasters: readonly Forecaster[] = modelForecasters(draftChance)

function modelForecasters(chanceOf: (model: ModelName, form: Form) => ChanceOf): Forecaster[] {
  return modelNames.flatMap((model) =>
    (['raw', 'calibrated'] as const).map((form) => ({
      name: displayNames[model],
      form,
      chance: chanceOf(model, form),
    })),
  )
}
