import {
  invalidArgument,
  requireNumber,
  requireOptions,
  requireProbability,
  requireRecord,
  requireRecords,
} from '@riftline/base'
import { type Cell, type CellGroup, finestOf, groupByFormat, groupByLeague, requireCell } from '../calibration/cells.ts'
import { kishSize, recency, requireHalfLife } from '../calibration/recency-weights.ts'
import { clamp, clippedLogit, sigmoid } from '../math/log-odds.ts'
import { ascendingOrder, concaveMode, type Derivatives } from '../math/search.ts'

/**
 * Anchors a model's probability to the market's: sigmoid(w logit c + (1 - w) logit m), clipped to [1e-6, 1 - 1e-6] for the logits.
 *
 * Weight 0 is the market, 1 the model, both exactly; the result lies between the two, and swapping the sides gives the complement.
 * With equal weights, members can be anchored before a log pool or after it.
 *
 * Source: W. Benter, "Computer based horse race handicapping and wagering systems" (1994), second stage.
 *
 * @param calibrated the model's probability, in [0, 1]
 * @param market the market's de-vigged probability, in [0, 1]; see `devig`
 * @param weight of the model, in [0, 1]; see `fitAnchorHierarchy`
 * @throws RiftlineError `invalid_argument`
 * @example anchor(0.62, 0.55, 0.25) // => 0.5678022768393203
 */
export function anchor(calibrated: number, market: number, weight: number): number {
  requireProbability('calibrated', calibrated)
  requireProbability('market', market)
  requireNumber('weight', weight, 0, 1)
  if (weight === 0) return market
  if (weight === 1) return calibrated
  const blend = sigmoid(weight * clippedLogit(calibrated) + (1 - weight) * clippedLogit(market))
  return clamp(blend, Math.min(calibrated, market), Math.max(calibrated, market))
}

/** Match with both forecasts and its result. */
export interface AnchorRecord {
  /** The model's probability. */
  readonly calibrated: number
  /** The market's de-vigged probability at the time of the forecast. */
  readonly market: number
  /** 1, 0 or a soft label between. */
  readonly y: number
  /** Weight of the match, at least 0, default 1. */
  readonly weight?: number
  /** Days before the fit, at least 0; default 0. It counts only with a finite half-life. */
  readonly ageDays?: number
}

/** Prior of a weight, and half-life of matches. */
export interface AnchorOptions {
  /** Prior mean, in [0, 1], default 0.25. */
  readonly w0?: number
  /** Prior standard deviation, above 0 and at most 1e9, default 0.2. */
  readonly s?: number
  /** Days after which a match counts half, above 0; default Infinity, which forgets nothing. */
  readonly halfLifeDays?: number
}

/** Weight of a model against the market, with its uncertainty. */
export interface AnchorWeight {
  /** Weight of the model for `anchor`: the mode, clipped to [0, 1]. */
  readonly w: number
  /** Mode before clipping; below 0, moving the market away from the model improves it. */
  readonly wRaw: number
  /** Posterior standard deviation. */
  readonly sd: number
  /** Kish size of the weights. */
  readonly nEff: number
  /** Set if no record had weight, so that the result is the prior. */
  readonly prior?: true
}

/** Refuses a prior standard deviation that is not above 0, or too wide for the fit to converge on separable matches. */
function requireSpread(argument: string, s: number): void {
  requireNumber(argument, s, Number.MIN_VALUE, 1e9)
}

/** Converts a record for the fit: log odds of the market, and the model's log odds minus these. Reads each field once. */
function readTriple(argument: string, record: AnchorCellRecord, halfLifeDays: number) {
  const { calibrated, market, y, weight = 1, ageDays = 0, bestOf = null, league = null } = record
  requireCell(argument, { bestOf, league })
  requireProbability(`${argument}.calibrated`, calibrated)
  requireProbability(`${argument}.market`, market)
  requireProbability(`${argument}.y`, y)
  requireNumber(`${argument}.weight`, weight, 0)
  requireNumber(`${argument}.ageDays`, ageDays, 0)
  const logMarket = clippedLogit(market)
  const gap = clippedLogit(calibrated) - logMarket
  return { market: logMarket, gap, y, weight: weight * recency(ageDays, halfLifeDays), bestOf, league }
}

type AnchorTriple = Readonly<ReturnType<typeof readTriple>>

/**
 * Fits the weight of the model with a normal prior. Maximises sum of v [y ln q + (1 - y) ln(1 - q)] - (w - w0)^2 / (2 s^2), where
 * q = sigmoid(logit m + w (logit c - logit m)) and v are the record weights, summed in a fixed order. There is no intercept, so sides
 * may be swapped.
 */
function fitAnchor(records: readonly AnchorTriple[], w0: number, s: number): AnchorWeight {
  const columns = (['market', 'gap', 'y', 'weight'] as const).map((key) => records.map((record) => record[key]))
  const triples = Array.from(ascendingOrder(columns), (i) => records[i]!)
  const weights = triples.map(({ weight }) => weight)
  const nEff = kishSize(weights)
  if (nEff === 0) return { w: w0, wRaw: w0, sd: s, nEff, prior: true }
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total > 1e50) throw invalidArgument('records', 'weights that sum to at most 1e50', total)
  // Step in units of the prior's spread, so that even a tiny spread has a square above 0.
  const unit = Math.min(s, 1)
  const precision = (unit / s) * (unit / s)
  const derivatives = (steps: number): Derivatives => {
    let gradient = -steps * precision
    let information = precision
    for (const { market, gap, y, weight } of triples) {
      const z = market + (w0 + unit * steps) * gap
      const win = sigmoid(z)
      const lose = sigmoid(-z) // 1 - win, which keeps its digits where it is small
      const pull = unit * gap
      gradient += weight * (y * lose - (1 - y) * win) * pull
      information += weight * win * lose * pull * pull
    }
    return { gradient, information }
  }
  const { mode, information } = concaveMode(derivatives, 0)
  const wRaw = w0 + unit * mode
  return { w: clamp(wRaw, 0, 1), wRaw, sd: unit / Math.sqrt(information), nEff }
}

/** Match with both forecasts, its result and the cells that it belongs to. */
export interface AnchorCellRecord extends AnchorRecord, Cell {}

/** Priors of the weights of the model and of its formats and leagues. */
export interface AnchorHierarchyOptions extends AnchorOptions {
  /** Prior standard deviation of a format around the model and of a league around its format; default 0.15. */
  readonly childS?: number
  /** Smallest effective size with which a format or league is fitted, at least 0; default 0. */
  readonly minimum?: number
}

/** The anchor weights of one model by level, as plain JSON. Keys: `bo3` for a format, `bo3/LCK` for a league of it. */
export interface AnchorHierarchy {
  readonly model: AnchorWeight
  /** Fitted cells only; any other cell takes its parent. */
  readonly weights: Readonly<Record<string, AnchorWeight>>
}

/**
 * Fits the weight of the model against the market at three levels: all matches, each format, each league of a format.
 *
 * With a usual gap of 0.4 between the log odds it takes about 2900 matches to know a weight to 0.1, hence a normal prior, whose mean
 * is the clipped weight of the level above. A cell whose history weighs nothing or is below `minimum` takes its parent's weight; so do the
 * leagues of such a format. A record counts at every level whose cell it names.
 *
 * Source: W. Benter (1994); M. Sung and J. E. V. Johnson, "Comparing the effectiveness of one- and two-step conditional logit models
 * for predicting outcomes in a speculative market", J. Prediction Markets 1 (2007).
 *
 * @param records none gives the prior
 * @throws RiftlineError `invalid_argument`
 * @example fitAnchorHierarchy([{ calibrated: 0.7, market: 0.6, y: 1, bestOf: 3 }]).weights.bo3?.w // => 0.26029985088065494
 */
export function fitAnchorHierarchy(
  records: readonly AnchorCellRecord[],
  options: AnchorHierarchyOptions = {},
): AnchorHierarchy {
  requireOptions(options, ['w0', 's', 'halfLifeDays', 'childS', 'minimum'])
  const { w0 = 0.25, s = 0.2, halfLifeDays = Infinity, childS = 0.15, minimum = 0 } = options
  requireNumber('w0', w0, 0, 1)
  requireSpread('s', s)
  requireHalfLife(halfLifeDays)
  requireSpread('childS', childS)
  requireNumber('minimum', minimum, 0)
  requireRecords('records', records, true)
  const triples = records.map((record, i) => readTriple(`records[${i}]`, record, halfLifeDays))
  const model = fitAnchor(triples, w0, s)
  const weights: Record<string, AnchorWeight> = {}
  const fitCell = ({ key, records: cell }: CellGroup<AnchorTriple>, parent: AnchorWeight): AnchorWeight | undefined => {
    const fitted = fitAnchor(cell, parent.w, childS)
    if (fitted.prior || fitted.nEff < minimum) return undefined
    weights[key] = fitted
    return fitted
  }
  for (const format of groupByFormat(triples)) {
    const parent = fitCell(format, model)
    if (parent === undefined) continue
    for (const league of groupByLeague(format)) fitCell(league, parent)
  }
  return { model, weights }
}

/**
 * Finest fitted weight for a match: its league in its format, else its format, else the model.
 *
 * @param cell format and league of the match; a league without its format selects nothing finer than the model
 * @throws RiftlineError `invalid_argument`
 * @example selectAnchor(fitAnchorHierarchy([]), { bestOf: 3, league: 'LCK' }).w // => 0.25
 */
export function selectAnchor(hierarchy: AnchorHierarchy, cell: Cell = {}): AnchorWeight {
  requireRecord('hierarchy', hierarchy)
  const { model, weights } = hierarchy
  requireRecord('hierarchy.weights', weights)
  requireCell('cell', cell)
  const fitted = finestOf(weights, cell)
  const weight = fitted ?? model
  const path = fitted === undefined ? 'hierarchy.model' : 'hierarchy.weights'
  requireRecord(path, weight)
  requireNumber(`${path}.w`, weight.w, 0, 1)
  return weight
}
