import type { Blend, SchemaBlend } from './artifact/blend.ts'
import { calibrate } from './calibration/calibration-curve.ts'
import { selectCalibration } from './calibration/calibration-hierarchy.ts'
import { pool } from './consensus/pool.ts'
import { clamp } from './math/clamp.ts'
import { sigmoid } from './math/sigmoid.ts'
import type { Member } from './member.ts'
import { type BaseModel, type BestOf, baseModels, type FeatureSchema, type ModelName } from './types.ts'

/** A chance before and after calibration. */
export interface Chance {
  readonly raw: number
  readonly calibrated: number
}

/** Chances of the first team by model; members that were not asked for are absent. */
export type SeriesForecast = Readonly<Partial<Record<ModelName, Chance>>>

/** What is known of a series beside its vector. */
export interface SeriesContext {
  readonly schema: FeatureSchema
  readonly bestOf: BestOf
  readonly league: string | null
}

export type Members = Readonly<Record<FeatureSchema, Readonly<Record<BaseModel, Member>>>>

/** Raw chance of one member. */
export function memberChance(members: Members, model: BaseModel, schema: FeatureSchema, vector: Float64Array): number {
  return sigmoid(members[schema][model].seriesLogit(vector))
}

/** From a vector to the chances of one model, or of all three and their consensus. */
export function forecastVector(
  members: Members,
  blend: Blend,
  model: ModelName,
  context: SeriesContext,
  vector: Float64Array,
): SeriesForecast {
  const asked: readonly BaseModel[] = model === 'consensus' ? baseModels : [model]
  const raw = asked.map((name) => [name, memberChance(members, name, context.schema, vector)] as const)
  return blendChances(blend, raw, context)
}

/** From raw chances of the members to calibrated ones, and to the consensus where all three are there, in their order. */
export function blendChances(
  blend: Blend,
  raw: readonly (readonly [BaseModel, number])[],
  context: SeriesContext,
): SeriesForecast {
  const schema = blend.schemas[context.schema]
  const forecast: Partial<Record<ModelName, Chance>> = {}
  const rawChances: number[] = []
  const calibratedChances: number[] = []
  for (const [name, chance] of raw) {
    const calibrated = calibrate(selectCalibration(schema.calibration[name], context), chance)
    forecast[name] = { raw: chance, calibrated }
    rawChances.push(chance)
    calibratedChances.push(calibrated)
  }
  if (raw.length < baseModels.length) return forecast
  const weights = consensusWeightsOf(schema, blend.consensus, context.league)
  forecast.consensus = { raw: poolWithin(rawChances, weights), calibrated: poolWithin(calibratedChances, weights) }
  return forecast
}

const equalWeights: readonly number[] = baseModels.map(() => 1 / baseModels.length)

function consensusWeightsOf(schema: SchemaBlend, mode: Blend['consensus'], league: string | null): readonly number[] {
  if (mode === 'mean') return equalWeights
  const { all, leagues } = schema.weights
  const own = league !== null && Object.hasOwn(leagues, league) ? leagues[league] : undefined
  return own ?? all
}

/** The logarithmic pool, kept inside the range of its members. */
function poolWithin(chances: readonly number[], weights: readonly number[]): number {
  return clamp(pool(chances, weights), Math.min(...chances), Math.max(...chances))
}
