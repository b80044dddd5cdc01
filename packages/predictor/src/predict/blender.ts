import { anchor, calibrate, linearPool, prepareWeights, selectAnchor, selectCalibration } from '@riftline/core'
import { clippedLogit, sigmoid } from '@riftline/core/math'
import type { Blend } from '../artifacts/blend.ts'
import { type BaseModel, type BestOf, baseModels, type ModelName } from '../types.ts'
import { fading } from './moments.ts'

/** A chance before and after calibration; the calibrated one is anchored to the market's prices if there are any. */
export interface Chance {
  readonly raw: number
  readonly calibrated: number
}

/** A member's chance with its weight in the consensus. */
export interface WeightedChance extends Chance {
  readonly weight: number
}

/** Chances of the first team by model, without members that were not requested. */
export type SeriesForecast = Readonly<Partial<Record<ModelName, Chance>>>

/** All three members and their consensus. */
export type ConsensusForecast = Readonly<Record<BaseModel, WeightedChance>> & { readonly consensus: Chance }

/** Raw chances of the first team at the data date, from one member or all three. */
export type RawChances = Readonly<Partial<Record<BaseModel, number>>>

/** A member's chance for the first team after each stage, and its weight. */
export interface MemberPath {
  readonly model: BaseModel
  readonly weight: number
  readonly raw: number
  readonly calibrated: number
  readonly drafted: number
  readonly aged: number
  readonly anchored: number
  /** Raw chance after draft and age, without calibration and market; answers show it beside the anchored chance. */
  readonly uncalibrated: number
}

export type MemberStep = Exclude<keyof MemberPath, 'model' | 'weight'>

/** Facts about a series that a blend uses besides the members' chances. */
export interface SeriesContext {
  readonly bestOf: BestOf
  readonly league: string | null
  /** Change of every member's log odds by the draft; default 0. */
  readonly draftOffset?: number
  /** Age of the data in days at the series, counted from the moment up to which the history is complete; default 0. */
  readonly ageDays?: number
  /** The market's chance of the first team without the margin; default none. */
  readonly market?: number | null
}

/** Turns raw chances at the data date into the chances of an answer. */
export type Blender = ReturnType<typeof createBlender>

/** Fitted on 2023-07 to 2024-12; more evidence or more weight for other leagues gave no better weights. */
const consensusOptions = { nCap: 300, rho: 0.1 } as const

/**
 * Prepares a blend. The weighted consensus reads its graded series once here; the plain mean needs none.
 *
 * Stages: calibration at the data date, a shift of log odds by the draft, fading by the age of the data, and anchoring to the market,
 * whose weight grows with that age. The linear pool comes last, so that the shown members add up to the consensus.
 */
export function createBlender(blend: Pick<Blend, 'consensus' | 'calibration' | 'graded' | 'roi' | 'anchor'>) {
  const { calibration, anchor: anchors } = blend
  const weigh = createWeigher(blend)

  /** Weight of a calibrated chance against the market's chance, in log odds. */
  function anchorWeight(context: SeriesContext): number {
    return selectAnchor(anchors, context).w * fading(context.ageDays ?? 0)
  }

  /** Stages of a single member, or of all in the order of `baseModels`. */
  function path(raw: RawChances, context: SeriesContext): readonly MemberPath[] {
    const { draftOffset = 0, ageDays = 0, market = null } = context
    const left = fading(ageDays)
    const trust = market === null ? 1 : anchorWeight(context)
    const models = baseModels.filter((model) => raw[model] !== undefined)
    const calibrated = models.map((model) => calibrate(selectCalibration(calibration[model], context), raw[model]!))
    const weights = models.length === 1 ? [1] : weigh(calibrated, context.league, ageDays)
    return models.map((model, i) => {
      const drafted = moved(calibrated[i]!, draftOffset, 1)
      const aged = moved(calibrated[i]!, draftOffset, left)
      return {
        model,
        weight: weights[i]!,
        raw: raw[model]!,
        calibrated: calibrated[i]!,
        drafted,
        aged,
        anchored: market === null ? aged : anchor(aged, market, trust),
        uncalibrated: moved(raw[model]!, draftOffset, left),
      }
    })
  }

  return {
    path,
    anchorWeight,
    /** All members and the consensus, which is the weighted mean of the members' chances, both raw and calibrated. */
    consensus(raw: Readonly<Record<BaseModel, number>>, context: SeriesContext): ConsensusForecast {
      const all = path(raw, context)
      const [fasttree, lightgbm, pcasweep] = all.map(memberChance)
      return { fasttree: fasttree!, lightgbm: lightgbm!, pcasweep: pcasweep!, consensus: answeredChance(all) }
    },
  }
}

/** The consensus's chance; for a single member, its own. */
export function answeredChance(path: readonly MemberPath[]): Chance {
  return { raw: pooled(path, 'uncalibrated'), calibrated: pooled(path, 'anchored') }
}

/** A member's chance as shown in an answer. */
export function memberChance({ uncalibrated, anchored, weight }: MemberPath): WeightedChance {
  return { raw: uncalibrated, calibrated: anchored, weight }
}

/** The consensus after a stage; for a single member, its own chance. */
export function pooled(path: readonly MemberPath[], step: MemberStep): number {
  if (path.length === 1) return path[0]![step]
  const [chances, weights] = [path.map((member) => member[step]), path.map(({ weight }) => weight)]
  return linearPool(chances, weights)
}

/** Shifts and fades log odds; returns the same bits if there is nothing to change. */
function moved(chance: number, offset: number, left: number): number {
  return offset === 0 && left === 1 ? chance : sigmoid(left * (clippedLogit(chance) + offset))
}

/** Weighs the members by their calibrated chances at the data date, the league of the series and the age of the data. */
function createWeigher({ consensus, graded, roi }: Pick<Blend, 'consensus' | 'graded' | 'roi'>) {
  const weigh = consensus === 'mean' ? null : prepareWeights(graded, baseModels, consensusOptions)
  return (calibrated: readonly number[], league: string | null, ageDays: number): readonly number[] =>
    weigh === null
      ? baseModels.map(() => 1 / baseModels.length)
      : weigh(calibrated, { league, roi, daysLater: Math.floor(ageDays) }).weights
}
