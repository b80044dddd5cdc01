import type { Blend } from '../artifacts/blend.ts'
import { calibrate } from '../calibration/calibration-curve.ts'
import { selectCalibration } from '../calibration/calibration-hierarchy.ts'
import { prepareWeights } from '../consensus/consensus-weights.ts'
import { pool } from '../consensus/pool.ts'
import { anchor } from '../market/anchor.ts'
import { selectAnchor } from '../market/anchor-hierarchy.ts'
import { clippedLogit } from '../math/logit.ts'
import { sigmoid } from '../math/sigmoid.ts'
import { type BaseModel, type BestOf, baseModels, type ModelName } from '../types.ts'
import { fading } from './data-age.ts'

/** A chance before and after calibration; where the market has a price, the calibrated one is anchored to it. */
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

/** A member's chance at every step of its way, and its weight. */
export interface MemberPath {
  readonly model: BaseModel
  readonly weight: number
  readonly raw: number
  readonly calibrated: number
  readonly drafted: number
  readonly aged: number
  readonly anchored: number
}

export type MemberStep = Exclude<keyof MemberPath, 'model' | 'weight'>

/** What is known of a series beside the chances of the members. */
export interface SeriesContext {
  readonly bestOf: BestOf
  readonly league: string | null
  /** What the draft moves the log odds of every member by; default 0. */
  readonly draftOffset?: number
  /** Days between the moment up to which the history is complete and the series, at least 0; default 0. */
  readonly ageDays?: number
  /** The market's chance of the first team, without its margin; default none. */
  readonly market?: number | null
}

/** From raw chances at the data date to what is answered. */
export interface Blender {
  /** One member alone. */
  member(model: BaseModel, raw: number, context: SeriesContext): Chance
  /** All members and the consensus: the mean of the members' chances by their weights, raw and calibrated. */
  consensus(raw: Readonly<Record<BaseModel, number>>, context: SeriesContext): ConsensusForecast
  /** The steps behind the same chances to the bit, of one member alone or of all in the order of `baseModels`. */
  path(raw: Readonly<Partial<Record<BaseModel, number>>>, context: SeriesContext): readonly MemberPath[]
  /** Weight of a calibrated chance against the market's, in log odds. */
  anchorWeight(context: SeriesContext): number
}

/** Fitted on 2023-07 to 2024-12: with more evidence, or other leagues counting more, weights were no better. */
const consensusOptions = { nCap: 300, rho: 0.1 } as const

/**
 * Prepares a blend: the weighted consensus reads its graded series once, the plain mean none.
 *
 * A member is calibrated at the data date; the draft then moves its log odds, the age of the data fades them, and the market, whose
 * weight grows with that age, anchors them. The pool comes last and is linear, so the members shown make up the consensus.
 */
export function createBlender(blend: Pick<Blend, 'consensus' | 'calibration' | 'graded' | 'roi' | 'anchor'>): Blender {
  const { calibration } = blend
  const weigh = weigher(blend)
  const atDataDate = (model: BaseModel, raw: number, context: SeriesContext): Chance => ({
    raw,
    calibrated: calibrate(selectCalibration(calibration[model], context), raw),
  })
  const anchorWeight = (context: SeriesContext): number =>
    selectAnchor(blend.anchor, context).w * fading(context.ageDays ?? 0)
  const anchored = (chance: number, context: SeriesContext): number => {
    const { market = null } = context
    return market === null ? chance : anchor(chance, market, anchorWeight(context))
  }
  const present = ({ raw, calibrated }: Chance, context: SeriesContext): Chance => {
    const { draftOffset = 0, ageDays = 0 } = context
    const left = fading(ageDays)
    return {
      raw: moved(raw, draftOffset, left),
      calibrated: anchored(moved(calibrated, draftOffset, left), context),
    }
  }
  return {
    member: (model, raw, context) => present(atDataDate(model, raw, context), context),
    consensus(raw, context) {
      const fasttree = atDataDate('fasttree', raw.fasttree, context)
      const lightgbm = atDataDate('lightgbm', raw.lightgbm, context)
      const pcasweep = atDataDate('pcasweep', raw.pcasweep, context)
      const weights = weigh([fasttree.calibrated, lightgbm.calibrated, pcasweep.calibrated], context)
      const shown = [present(fasttree, context), present(lightgbm, context), present(pcasweep, context)] as const
      const [first, second, third] = shown
      return {
        fasttree: { raw: first.raw, calibrated: first.calibrated, weight: weights[0]! },
        lightgbm: { raw: second.raw, calibrated: second.calibrated, weight: weights[1]! },
        pcasweep: { raw: third.raw, calibrated: third.calibrated, weight: weights[2]! },
        consensus: {
          raw: pool([first.raw, second.raw, third.raw], weights, linear),
          calibrated: pool([first.calibrated, second.calibrated, third.calibrated], weights, linear),
        },
      }
    },
    path(raw, context) {
      const { draftOffset = 0, ageDays = 0 } = context
      const models = baseModels.filter((model) => raw[model] !== undefined)
      const chances = models.map((model) => atDataDate(model, raw[model]!, context).calibrated)
      const weights = models.length === 1 ? [1] : weigh(chances, context)
      return models.map((model, i) => {
        const calibrated = chances[i]!
        const aged = moved(calibrated, draftOffset, fading(ageDays))
        const drafted = moved(calibrated, draftOffset, 1)
        return {
          model,
          weight: weights[i]!,
          raw: raw[model]!,
          calibrated,
          drafted,
          aged,
          anchored: anchored(aged, context),
        }
      })
    },
    anchorWeight,
  }
}

/** The chance of the consensus; of one member its own. */
export function pooled(path: readonly MemberPath[], step: MemberStep): number {
  return pool(
    path.map((member) => member[step]),
    path.map(({ weight }) => weight),
    linear,
  )
}

const linear = { pool: 'linear' } as const

/** Moves log odds and fades them; bit for bit the same chance where there is nothing to do. */
function moved(chance: number, offset: number, left: number): number {
  return offset === 0 && left === 1 ? chance : sigmoid(left * (clippedLogit(chance) + offset))
}

const equalWeights: readonly number[] = baseModels.map(() => 1 / baseModels.length)

/** Weights of the members for one series, from their calibrated chances at the data date, its league and the age of the data. */
function weigher({
  consensus,
  graded,
  roi,
}: Pick<Blend, 'consensus' | 'graded' | 'roi'>): (
  calibrated: readonly number[],
  context: SeriesContext,
) => readonly number[] {
  if (consensus === 'mean') return () => equalWeights
  const weigh = prepareWeights(graded, baseModels, consensusOptions)
  return (calibrated, { league, ageDays = 0 }) =>
    weigh(calibrated, { league, roi, daysLater: Math.floor(ageDays) }).weights
}
