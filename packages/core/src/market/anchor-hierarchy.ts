import { requireNumber, requireRecord, requireRecords } from '@riftline/base'
import { type Cell, type CellGroup, finestOf, groupByFormat, groupByLeague, requireCell } from '../calibration/cells.ts'
import {
  type AnchorOptions,
  type AnchorRecord,
  type AnchorTriple,
  type AnchorWeight,
  fitAnchor,
  readTriple,
  requireSpread,
  resolveAnchorOptions,
} from './anchor.ts'

/** A match with both opinions, its result and the cells it belongs to. */
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
 * One match says little about a weight: with a usual gap of 0.4 between the log odds it takes about 2900 matches to know it to
 * 0.1, hence a normal prior. Its mean is the clipped weight of the level above, so a small cell hardly leaves its parent. A cell whose history weighs nothing or is below `minimum` is its parent, and so are the leagues of such a
 * format. A record counts at every level whose cell it names.
 *
 * Source: W. Benter (1994); M. Sung and J. E. V. Johnson, "Comparing the effectiveness of one- and two-step conditional logit
 * models for predicting outcomes in a speculative market", J. Prediction Markets 1 (2007); partial pooling, A. Gelman and J. Hill, "Data Analysis Using Regression and Multilevel Models" (2007), chapter 12.
 *
 * @param records none gives the prior
 * @throws RiftlineError `invalid_argument`
 * @example
 * fitAnchorHierarchy([{ calibrated: 0.7, market: 0.6, y: 1, bestOf: 3 }]).weights.bo3?.w // => 0.26029985088065494
 */
export function fitAnchorHierarchy(
  records: readonly AnchorCellRecord[],
  options: AnchorHierarchyOptions = {},
): AnchorHierarchy {
  const { w0, s, halfLifeDays } = resolveAnchorOptions(options, ['childS', 'minimum'])
  const { childS = 0.15, minimum = 0 } = options
  requireSpread('childS', childS)
  requireNumber('minimum', minimum, 0)
  requireRecords('records', records, true)
  const triples = records.map((record, i) => readCellTriple(`records[${i}]`, record, halfLifeDays))
  const model = fitAnchor(triples, w0, s)
  const weights: Record<string, AnchorWeight> = {}
  const fitCell = ({ key, records: cell }: CellGroup<CellTriple>, parent: AnchorWeight): AnchorWeight | undefined => {
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
 * @param hierarchy from `fitAnchorHierarchy`, also after JSON
 * @param cell format and league of the match; a league without its format selects nothing finer than the model
 * @throws RiftlineError `invalid_argument`
 * @example
 * selectAnchor(fitAnchorHierarchy([]), { bestOf: 3, league: 'LCK' }).w // => 0.25
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

type CellTriple = AnchorTriple & Cell

function readCellTriple(argument: string, record: AnchorCellRecord, halfLifeDays: number): CellTriple {
  const { bestOf = null, league = null } = record
  const cell: Cell = { bestOf, league }
  requireCell(argument, cell)
  return { ...readTriple(argument, record, halfLifeDays), ...cell }
}
