import type { Blend, SchemaBlend } from '../artifacts/blend.ts'
import { calibrate } from '../calibration/calibration-curve.ts'
import { selectCalibration } from '../calibration/calibration-hierarchy.ts'
import { prepareConsensus } from '../consensus/consensus-weights.ts'
import { pool } from '../consensus/pool.ts'
import { sigmoid } from '../math/sigmoid.ts'
import { type BaseModel, type BestOf, baseModels, type FeatureSchema, type ModelName } from '../types.ts'
import type { Member } from './member.ts'

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
  blend: Blender,
  model: ModelName,
  context: SeriesContext,
  vector: Float64Array,
): SeriesForecast {
  const asked: readonly BaseModel[] = model === 'consensus' ? baseModels : [model]
  return blend(
    asked.map((name) => [name, memberChance(members, name, context.schema, vector)] as const),
    context,
  )
}

/** From raw chances of the members to calibrated ones, and to the consensus where all three are there, in their order. */
export type Blender = (raw: readonly (readonly [BaseModel, number])[], context: SeriesContext) => SeriesForecast

/** Prepares a blend: the weighted consensus reads its graded series once, the plain mean none. */
export function createBlender({ consensus, schemas }: Pick<Blend, 'consensus' | 'schemas'>): Blender {
  const weigh = { match: weigher(consensus, schemas.match), draft: weigher(consensus, schemas.draft) }
  return (raw, context) => {
    const { calibration } = schemas[context.schema]
    const forecast: Partial<Record<ModelName, Chance>> = {}
    const rawChances: number[] = []
    const calibratedChances: number[] = []
    for (const [name, chance] of raw) {
      const calibrated = calibrate(selectCalibration(calibration[name], context), chance)
      forecast[name] = { raw: chance, calibrated }
      rawChances.push(chance)
      calibratedChances.push(calibrated)
    }
    if (raw.length < baseModels.length) return forecast
    const weights = weigh[context.schema](calibratedChances, context.league)
    forecast.consensus = { raw: pool(rawChances, weights), calibrated: pool(calibratedChances, weights) }
    return forecast
  }
}

const equalWeights: readonly number[] = baseModels.map(() => 1 / baseModels.length)

/** Weights of the members for one series, from their calibrated chances and its league. */
function weigher(
  consensus: Blend['consensus'],
  { graded, roi }: SchemaBlend,
): (calibrated: readonly number[], league: string | null) => readonly number[] {
  if (consensus === 'mean') return () => equalWeights
  const weigh = prepareConsensus(graded, baseModels)
  return (calibrated, league) => {
    const members = baseModels.map((id, i) => ({ id, p: calibrated[i]! }))
    const { weights } = weigh({ members, league, roi })
    return baseModels.map((id) => weights[id]!)
  }
}
