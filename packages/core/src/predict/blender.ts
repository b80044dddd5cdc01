import type { Blend } from '../artifacts/blend.ts'
import { prepareWeights } from '../consensus/consensus-weights.ts'
import { linearPool } from '../consensus/pool.ts'
import { anchor } from '../market/anchor.ts'
import { clippedLogit } from '../math/logit.ts'
import { sigmoid } from '../math/sigmoid.ts'
import { type BaseModel, type BestOf, baseModels, type ModelName } from '../types.ts'
import { type BlendCell, createBlendCells } from './blend-cells.ts'
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
  const cellOf = createBlendCells(blend)
  const weigh = weigher(blend)
  const readContext = (context: SeriesContext): Circumstances => {
    const { draftOffset = 0, ageDays = 0, market = null } = context
    return { cell: cellOf(context), draftOffset, left: fading(ageDays), market }
  }
  return {
    member(model, raw, context) {
      const at = readContext(context)
      const calibrated = at.cell.calibrate(model, raw)
      return { raw: aged(raw, at), calibrated: anchored(aged(calibrated, at), at) }
    },
    consensus(raw, context) {
      const at = readContext(context)
      const { cell } = at
      const calibrated = [
        cell.calibrate('fasttree', raw.fasttree),
        cell.calibrate('lightgbm', raw.lightgbm),
        cell.calibrate('pcasweep', raw.pcasweep),
      ] as const
      const weights = weigh(calibrated, context)
      const fasttree = weighted(raw.fasttree, calibrated[0], weights[0]!, at)
      const lightgbm = weighted(raw.lightgbm, calibrated[1], weights[1]!, at)
      const pcasweep = weighted(raw.pcasweep, calibrated[2], weights[2]!, at)
      const consensus = {
        raw: linearPool([fasttree.raw, lightgbm.raw, pcasweep.raw], weights),
        calibrated: linearPool([fasttree.calibrated, lightgbm.calibrated, pcasweep.calibrated], weights),
      }
      return { fasttree, lightgbm, pcasweep, consensus }
    },
    path(raw, context) {
      const at = readContext(context)
      const models = baseModels.filter((model) => raw[model] !== undefined)
      const chances = models.map((model) => at.cell.calibrate(model, raw[model]!))
      const weights = models.length === 1 ? [1] : weigh(chances, context)
      return models.map((model, i) => {
        const calibrated = chances[i]!
        return {
          model,
          weight: weights[i]!,
          raw: raw[model]!,
          calibrated,
          drafted: moved(calibrated, at.draftOffset, 1),
          aged: aged(calibrated, at),
          anchored: anchored(aged(calibrated, at), at),
        }
      })
    },
    anchorWeight: (context) => anchorWeight(readContext(context)),
  }
}

/** What stands between a chance at the data date and the one that is shown. */
interface Circumstances {
  readonly cell: BlendCell
  readonly draftOffset: number
  /** Of the log odds, by the age of the data. */
  readonly left: number
  readonly market: number | null
}

// Functions of the module, not closures: those are made anew for every series.

function weighted(raw: number, calibrated: number, weight: number, at: Circumstances): WeightedChance {
  return { raw: aged(raw, at), calibrated: anchored(aged(calibrated, at), at), weight }
}

function aged(chance: number, { draftOffset, left }: Circumstances): number {
  return moved(chance, draftOffset, left)
}

function anchored(chance: number, at: Circumstances): number {
  return at.market === null ? chance : anchor(chance, at.market, anchorWeight(at))
}

function anchorWeight({ cell, left }: Circumstances): number {
  return cell.anchorWeight() * left
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
  const { weightsOf } = prepareWeights(graded, baseModels, consensusOptions)
  return (calibrated, { league, ageDays = 0 }) => weightsOf(calibrated, { league, roi, daysLater: Math.floor(ageDays) })
}
