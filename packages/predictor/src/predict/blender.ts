import { anchor, calibrate, linearPool, prepareWeights, selectAnchor, selectCalibration } from '@riftline/core'
import { clippedLogit, sigmoid } from '@riftline/core/math'
import type { Blend } from '../artifacts/blend.ts'
import { type BaseModel, type BestOf, baseModels, type ModelName } from '../types.ts'
import { fading } from './moments.ts'

/** A chance before and after calibration; the calibrated one is anchored to the market's prices, if there are any. */
export interface Chance {
  readonly raw: number
  readonly calibrated: number
}

/** A member's chance with its weight in the consensus. */
export interface WeightedChance extends Chance {
  readonly weight: number
}

/** Chances of the first team by model; members that were not asked for are absent. */
export type SeriesForecast = Readonly<Partial<Record<ModelName, Chance>>>

/** All three members and their consensus. */
export type ConsensusForecast = Readonly<Record<BaseModel, WeightedChance>> & { readonly consensus: Chance }

/** Raw chances of the first team at the data date: of one member, or of all three. */
export type RawChances = Readonly<Partial<Record<BaseModel, number>>>

/** A member's chance of the first team after each stage, and its weight. */
export interface MemberPath {
  readonly model: BaseModel
  readonly weight: number
  readonly raw: number
  readonly calibrated: number
  readonly drafted: number
  readonly aged: number
  readonly anchored: number
  /** The raw chance after draft and age, without calibration and market: the answer shows it beside the anchored one. */
  readonly uncalibrated: number
}

export type MemberStep = Exclude<keyof MemberPath, 'model' | 'weight'>

/** Everything that a blend reads of a series beside the chances of the members. */
export interface SeriesContext {
  readonly bestOf: BestOf
  readonly league: string | null
  /** Change of the log odds of every member by the draft; default 0. */
  readonly draftOffset?: number
  /** Days between the moment up to which the history is complete and the series, at least 0; default 0. */
  readonly ageDays?: number
  /** The market's chance of the first team, without its margin; default none. */
  readonly market?: number | null
}

/** Turns raw chances at the data date into answered ones. */
export type Blender = ReturnType<typeof createBlender>

/** Fitted on 2023-07 to 2024-12: with more evidence, or other leagues counting more, weights were no better. */
const consensusOptions = { nCap: 300, rho: 0.1 } as const

/**
 * Prepares a blend: the weighted consensus reads its graded series once, the plain mean none.
 *
 * A member is calibrated at the data date; the draft then moves its log odds, the age of the data fades them, and the market, whose
 * weight grows with that age, anchors them. The pool comes last and is linear, so the members shown make up the consensus.
 */
export function createBlender(blend: Pick<Blend, 'consensus' | 'calibration' | 'graded' | 'roi' | 'anchor'>) {
  const { calibration, anchor: anchors } = blend
  const weigh = createWeigher(blend)

  /** Weight of a calibrated chance against the market's, in log odds. */
  function anchorWeight(context: SeriesContext): number {
    return selectAnchor(anchors, context).w * fading(context.ageDays ?? 0)
  }

  /** The stages of one member alone, or of all in the order of `baseModels`. */
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
    /** All members and the consensus: the mean of the members' chances by their weights, raw and calibrated. */
    consensus(raw: Readonly<Record<BaseModel, number>>, context: SeriesContext): ConsensusForecast {
      const all = path(raw, context)
      const [fasttree, lightgbm, pcasweep] = all.map(memberChance)
      return { fasttree: fasttree!, lightgbm: lightgbm!, pcasweep: pcasweep!, consensus: answeredChance(all) }
    },
  }
}

/** The chance of the consensus; of one member its own. */
export function answeredChance(path: readonly MemberPath[]): Chance {
  return { raw: pooled(path, 'uncalibrated'), calibrated: pooled(path, 'anchored') }
}

/** The chance that an answer shows of a member. */
export function memberChance({ uncalibrated, anchored, weight }: MemberPath): WeightedChance {
  return { raw: uncalibrated, calibrated: anchored, weight }
}

/** The consensus after a stage; of one member its own chance. */
export function pooled(path: readonly MemberPath[], step: MemberStep): number {
  if (path.length === 1) return path[0]![step]
  const [chances, weights] = [path.map((member) => member[step]), path.map(({ weight }) => weight)]
  return linearPool(chances, weights)
}

/** Moves log odds and fades them; bit for bit the same chance where there is nothing to do. */
function moved(chance: number, offset: number, left: number): number {
  return offset === 0 && left === 1 ? chance : sigmoid(left * (clippedLogit(chance) + offset))
}

/** Weighs the members for a series by their calibrated chances at the data date, its league and the age of the data. */
function createWeigher({ consensus, graded, roi }: Pick<Blend, 'consensus' | 'graded' | 'roi'>) {
  const weigh = consensus === 'mean' ? null : prepareWeights(graded, baseModels, consensusOptions)
  return (calibrated: readonly number[], league: string | null, ageDays: number): readonly number[] =>
    weigh === null
      ? baseModels.map(() => 1 / baseModels.length)
      : weigh(calibrated, { league, roi, daysLater: Math.floor(ageDays) }).weights
}
