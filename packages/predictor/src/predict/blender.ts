import { anchor, linearPool, prepareWeights } from '@riftline/core'
import { clippedLogit, sigmoid } from '@riftline/core/math'
import type { Blend } from '../artifacts/blend.ts'
import { type BaseModel, type BestOf, baseModels, type ModelName } from '../types.ts'
import { createBlendCells } from './blend-cells.ts'
import { type Chances, createChances, createRawChances, placeOf, type RawChances } from './chances.ts'
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

/** Also blends one of many series without an object for it. */
export interface SeriesBlender extends Blender {
  /** The chances of a model for the series at place `i`, and of the consensus those of all members with their weights, into `chances`. */
  blend(model: ModelName, raw: RawChances, i: number, context: SeriesContext, chances: Chances): void
}

/** Fitted on 2023-07 to 2024-12: with more evidence, or other leagues counting more, weights were no better. */
const consensusOptions = { nCap: 300, rho: 0.1 } as const

/**
 * Prepares a blend: the weighted consensus reads its graded series once, the plain mean none.
 *
 * A member is calibrated at the data date; the draft then moves its log odds, the age of the data fades them, and the market, whose
 * weight grows with that age, anchors them. The pool comes last and is linear, so the members shown make up the consensus.
 */
export function createBlender(
  blend: Pick<Blend, 'consensus' | 'calibration' | 'graded' | 'roi' | 'anchor'>,
): SeriesBlender {
  const cellOf = createBlendCells(blend)
  const weigh = weigher(blend)
  const calibrated = new Float64Array(baseModels.length)
  const shown = new Float64Array(baseModels.length)
  const one = { raw: createRawChances(1), chances: createChances() }
  const blendOne = (model: ModelName, context: SeriesContext): Chances => {
    blendSeries(model, one.raw, 0, context, one.chances)
    return one.chances
  }

  function blendSeries(model: ModelName, raw: RawChances, i: number, context: SeriesContext, chances: Chances): void {
    const cell = cellOf(context)
    const { draftOffset = 0, ageDays = 0, market = null } = context
    const left = fading(ageDays)
    const trust = market === null ? 1 : cell.anchorWeight() * left
    if (model !== 'consensus') {
      const chance = raw[model][i]!
      const place = placeOf[model]
      chances[place] = moved(chance, draftOffset, left)
      chances[place + 1] = anchored(moved(cell.calibrate(model, chance), draftOffset, left), market, trust)
      return
    }
    // One by one, by names that are known here: a look-up by the name of a model takes as long as what is computed.
    shown[0] = raw.fasttree[i]!
    shown[1] = raw.lightgbm[i]!
    shown[2] = raw.pcasweep[i]!
    calibrated[0] = cell.calibrate('fasttree', shown[0])
    calibrated[1] = cell.calibrate('lightgbm', shown[1])
    calibrated[2] = cell.calibrate('pcasweep', shown[2])
    const weights = weigh(calibrated, context.league, ageDays)
    for (let m = 0; m < weights.length; m++) {
      shown[m] = moved(shown[m]!, draftOffset, left)
      calibrated[m] = anchored(moved(calibrated[m]!, draftOffset, left), market, trust)
      chances[3 * m] = shown[m]!
      chances[3 * m + 1] = calibrated[m]!
      chances[3 * m + 2] = weights[m]!
    }
    chances[placeOf.consensus] = linearPool(shown, weights)
    chances[placeOf.consensus + 1] = linearPool(calibrated, weights)
  }

  return {
    blend: blendSeries,
    member(model, raw, context) {
      one.raw[model][0] = raw
      return chanceAt(blendOne(model, context), placeOf[model])
    },
    consensus(raw, context) {
      for (const model of baseModels) one.raw[model][0] = raw[model]
      const chances = blendOne('consensus', context)
      return {
        fasttree: weightedAt(chances, placeOf.fasttree),
        lightgbm: weightedAt(chances, placeOf.lightgbm),
        pcasweep: weightedAt(chances, placeOf.pcasweep),
        consensus: chanceAt(chances, placeOf.consensus),
      }
    },
    path(raw, context) {
      const cell = cellOf(context)
      const { draftOffset = 0, ageDays = 0, market = null } = context
      const left = fading(ageDays)
      const trust = market === null ? 1 : cell.anchorWeight() * left
      const models = baseModels.filter((model) => raw[model] !== undefined)
      const chances = models.map((model) => cell.calibrate(model, raw[model]!))
      const weights = models.length === 1 ? [1] : weigh(chances, context.league, ageDays)
      return models.map((model, i) => {
        const calibrated = chances[i]!
        const aged = moved(calibrated, draftOffset, left)
        return {
          model,
          weight: weights[i]!,
          raw: raw[model]!,
          calibrated,
          drafted: moved(calibrated, draftOffset, 1),
          aged,
          anchored: anchored(aged, market, trust),
        }
      })
    },
    anchorWeight: (context) => cellOf(context).anchorWeight() * fading(context.ageDays ?? 0),
  }
}

function chanceAt(chances: Chances, place: number): Chance {
  return { raw: chances[place]!, calibrated: chances[place + 1]! }
}

function weightedAt(chances: Chances, place: number): WeightedChance {
  return { raw: chances[place]!, calibrated: chances[place + 1]!, weight: chances[place + 2]! }
}

/** @param trust the weight of the chance against the market's */
function anchored(chance: number, market: number | null, trust: number): number {
  return market === null ? chance : anchor(chance, market, trust)
}

/** The chance of the consensus; of one member its own. */
export function pooled(path: readonly MemberPath[], step: MemberStep): number {
  return linearPool(
    path.map((member) => member[step]),
    path.map(({ weight }) => weight),
  )
}

/** Moves log odds and fades them; bit for bit the same chance where there is nothing to do. */
function moved(chance: number, offset: number, left: number): number {
  return offset === 0 && left === 1 ? chance : sigmoid(left * (clippedLogit(chance) + offset))
}

const equalWeights: readonly number[] = baseModels.map(() => 1 / baseModels.length)

/** Weights of the members for one series, from their calibrated chances at the data date, its league and the age of the data, until the next. */
function weigher({
  consensus,
  graded,
  roi,
}: Pick<Blend, 'consensus' | 'graded' | 'roi'>): (
  calibrated: ArrayLike<number>,
  league: string | null,
  ageDays: number,
) => ArrayLike<number> {
  if (consensus === 'mean') return () => equalWeights
  const weigh = prepareWeights(graded, baseModels, consensusOptions)
  return (calibrated, league, ageDays) => weigh(calibrated, { league, roi, daysLater: Math.floor(ageDays) }).weights
}
