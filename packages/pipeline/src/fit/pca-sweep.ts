import { invalidArgument, requireAbove, requireOneOf, requireOptions } from '@riftline/base'
import { foldPcaSweep, type PcaSweepModel, parsePcaSweep } from '@riftline/core'
import { entryOf } from '../group-by.ts'
import { fitPenalisedLogistic, type LogisticFit, type LogisticProblem } from './penalised-logistic.ts'
import { componentsBeside, oddScores, principalComponents } from './principal-components.ts'
import {
  requireFiniteWeights,
  requireKs,
  requireList,
  requireNames,
  requireOutcomes,
  type StandardisedTable,
  standardise,
  type TrainingTable,
  toTrainingTable,
} from './training-table.ts'

/** Options of a fit. */
export interface PcaSweepOptions {
  /** Inverse penalty on the coefficients, above 0; default 1. */
  readonly C?: number
  /** Numbers of components to fit; default: 1 up to the number available, at most 32. */
  readonly ks?: readonly number[]
  /** Counts every row also as the same match with the sides swapped; default true. */
  readonly mirror?: boolean
  /** Weight of every row in the likelihood; default 1/2, so that a mirrored match counts as one. */
  readonly rowWeight?: number
  /** Additional weight of each row, at least 0; used in the likelihood, not in the scaler. */
  readonly weights?: ArrayLike<number>
  /** Names of the columns of X, stored in the model. */
  readonly featureNames?: readonly string[]
  /** Feature used unrotated as the first direction, included in k; the components are those of the others. Requires `mirror`. */
  readonly first?: number
}

export const pcaSweepOptions: readonly string[] = [
  ...['C', 'ks', 'mirror', 'rowWeight'],
  ...['weights', 'featureNames', 'first'],
]

/** The fit for one number of components. */
export interface PcaSweepFit {
  /** The requested number of components. */
  readonly k: number
  /** min(k, kMax). */
  readonly kUsed: number
  /** Coefficients on the component scores. */
  readonly coef: number[]
  /** Intercept in log odds; 0 with `mirror`. */
  readonly intercept: number
  /** Weighted mean log-loss of the training rows, in nats, without the penalty. */
  readonly trainLogLoss: number
  /** The model as JSON, for `parsePcaSweep`. */
  readonly model: PcaSweepModel
}

/** The fits of all k, and the scaler and components that they share. */
export interface PcaSweep {
  /** Mean and standard deviation of each kept column. */
  readonly mean: number[]
  readonly sd: number[]
  /** Columns that vary, ascending: features, then indicators of missing ones. */
  readonly keptColumns: number[]
  /** Variance along each component, descending, and its share of the total variance. */
  readonly eigenvalues: number[]
  readonly explainedRatio: number[]
  /** Unit loadings over the kept columns, one row per component. */
  readonly components: number[][]
  readonly kMax: number
  /** Training medians and the features with missing values; present only if there are any. */
  readonly median?: number[]
  readonly indicatorColumns?: number[]
  readonly fits: PcaSweepFit[]
}

const mostComponents = 32

/**
 * Fits a sweep of logistic regressions, one on the first k principal components for each k.
 *
 * Missing values become medians with an indicator; columns that vary are standardised and rotated; each k gets an
 * L2-penalised logistic regression on its scores. With `mirror` the fit has no intercept and p(-x) = 1 - p(x): it does
 * not depend on which side is listed first. Except with `first`, a k of full rank equals ridge logistic regression without
 * the rotation.
 *
 * Source: I. T. Jolliffe, "A note on the use of principal components in regression", Applied Statistics 31 (1982).
 * Cost: rows x columns^2 for the rotation, rows x k^2 for each of the about six Newton steps per k.
 *
 * @param X rows of features, side 1 minus side 2; NaN is missing
 * @param y 1, 0 or a soft label between
 * @throws RiftlineError `invalid_argument`, also if only one outcome occurs; `fit_not_converged`
 * @example
 * const sweep = fitPcaSweep([[2, 1], [1, -1], [-1, 0], [-2, -1]], [1, 1, 0, 0], { ks: [1, 2] })
 * parsePcaSweep(sweep.fits[0].model).predict([0, 0]) // => 0.5
 */
export function fitPcaSweep(
  X: ArrayLike<ArrayLike<number>>,
  y: ArrayLike<number>,
  options: PcaSweepOptions = {},
): PcaSweep {
  requireOptions(options, pcaSweepOptions)
  const { C = 1, mirror = true, rowWeight = 0.5, first } = options
  requireOneOf('mirror', mirror, [true, false])
  requireAbove('C', C, 0)
  requireAbove('rowWeight', rowWeight, 0)
  if (options.ks !== undefined) requireKs(options.ks)
  const table = toTrainingTable(X, mirror)
  requireOutcomes(y, table.rows)
  const outcomes = Float64Array.from(y)
  const weights = toWeights(options.weights, table.rows, rowWeight * (mirror ? 2 : 1))
  requireBothOutcomes(outcomes, weights)
  requireNames(options.featureNames, table.numberOfFeatures)
  if (first !== undefined) requireFirst(first, table.numberOfFeatures, mirror)
  const scaled = standardise(table, mirror)
  const rotation = rotate(table, scaled, mirror, first)
  const kMax = rotation.components.length
  const ks = options.ks ?? Array.from({ length: Math.max(kMax, 1) }, (_, i) => i + 1)
  const problem = {
    scores: oddScores(scaled, rotation),
    stride: rotation.odd.filter(Boolean).length,
    outcomes,
    weights,
    C,
    withIntercept: !mirror,
  }
  const solve = solveByWidth(problem)
  const fits = ks.map((k) => {
    const kUsed = Math.min(k, kMax)
    const odd = rotation.odd.slice(0, kUsed)
    const { coef: oddCoef, intercept, logLoss } = solve(odd.filter(Boolean).length)
    let next = 0
    const coef = odd.map((isOdd) => (isOdd ? (oddCoef[next++] ?? 0) : 0))
    const members = [{ k: kUsed, weight: 1, coef, intercept }]
    const model = toPcaSweepModel(table, scaled, rotation, members, options.featureNames)
    return { k, kUsed, coef, intercept, trainLogLoss: logLoss, model }
  })
  const { eigenvalues, explainedRatio, components } = rotation
  const { keptColumns, mean, sd } = scaled
  const { median, indicatorColumns } = table
  const missing = indicatorColumns.length > 0 ? { median, indicatorColumns } : {}
  return { mean, sd, keptColumns, eigenvalues, explainedRatio, components, kMax, ...missing, fits }
}

function rotate(table: TrainingTable, scaled: StandardisedTable, mirror: boolean, first: number | undefined) {
  const rows = mirror ? 2 * table.rows : table.rows
  const features = scaled.keptColumns.filter((column) => column < table.numberOfFeatures).length
  const most = Math.min(rows - 1, mostComponents)
  if (first === undefined) return principalComponents(scaled, features, mirror, most)
  return componentsBeside(scaled, features, scaled.keptColumns.indexOf(first), most)
}

function requireFirst(first: number, features: number, mirror: boolean): void {
  if (!mirror) throw invalidArgument('first', 'none without mirror', first)
  if (!Number.isInteger(first) || first < 0 || first >= features) {
    throw invalidArgument('first', `a feature below ${features}`, first)
  }
}

/** Fits each number of columns once, starting from the nearest smaller fit. */
function solveByWidth(problem: LogisticProblem): (columns: number) => LogisticFit {
  const solved = new Map<number, LogisticFit>()
  const nearest = (columns: number) => solved.get(Math.max(...[...solved.keys()].filter((width) => width < columns)))
  return (columns) => entryOf(solved, columns, () => fitPenalisedLogistic(problem, columns, nearest(columns)))
}

/** Refuses a single outcome, for which a free intercept has no optimum. */
function requireBothOutcomes(outcomes: Float64Array, weights: Float64Array): void {
  for (const only of [0, 1]) {
    const single = outcomes.every((value, i) => value === only || weights[i] === 0)
    if (single) throw invalidArgument('y', 'both outcomes', `only ${only}`)
  }
}

function toWeights(weights: ArrayLike<number> | undefined, rows: number, scale: number): Float64Array {
  if (weights === undefined) return new Float64Array(rows).fill(scale)
  requireFiniteWeights(weights, rows)
  return Float64Array.from(weights, (weight) => weight * scale)
}

function toPcaSweepModel(
  table: Pick<PcaSweepModel, 'numberOfFeatures' | 'median' | 'indicatorColumns'>,
  scaled: Pick<PcaSweepModel, 'keptColumns' | 'mean' | 'sd'>,
  rotation: Pick<PcaSweepModel, 'components'>,
  members: PcaSweepModel['members'],
  featureNames?: readonly string[] | null,
): PcaSweepModel {
  const { numberOfFeatures, median, indicatorColumns } = table
  const { keptColumns, mean, sd } = scaled
  const k = members.reduce((most, member) => Math.max(most, member.k), 0)
  const components = rotation.components.slice(0, k)
  const stages = { numberOfFeatures, indicatorColumns, keptColumns, mean, sd, components, members }
  return {
    format: 'riftline-pcasweep',
    formatVersion: 1,
    featureNames: featureNames ?? null,
    median,
    ...stages,
    fold: foldPcaSweep(stages),
    k,
    sweep: [],
  }
}

/**
 * Joins several fits of one sweep into a model whose log odds are their weighted mean: a log pool over k.
 *
 * Neighbouring k are usually nearly tied, so averaging them is safer than choosing one. The result is still one dot
 * product.
 *
 * @param sweep from `fitPcaSweep`
 * @param weights one per fit of the sweep, at least 0, for example `averageWeights` of `selectComponents`; scaled to
 *   sum to 1, and fits of weight 0 are left out
 * @throws RiftlineError `invalid_argument`; ArtifactError for a damaged model
 * @example
 * const sweep = fitPcaSweep([[2, 1], [1, -1], [-1, 0], [-2, -1]], [1, 1, 0, 0], { ks: [1, 2] })
 * averagePcaSweep(sweep, [0.75, 0.25]).members.length // => 2
 */
export function averagePcaSweep(sweep: PcaSweep, weights: ArrayLike<number>): PcaSweepModel {
  const count = requireList('sweep.fits', sweep?.fits)
  requireFiniteWeights(weights, count)
  const models = sweep.fits.map((fit) => fit?.model)
  for (const model of models) parsePcaSweep(model)
  const total = Array.from(weights).reduce((sum, weight) => sum + weight, 0)
  const members = models.flatMap((model, i) => {
    const share = weights[i]! / total
    return share > 0 ? model.members.map((member) => ({ ...member, weight: member.weight * share })) : []
  })
  const widest = models.reduce((most, model) => (model.k > most.k ? model : most))
  return toPcaSweepModel(widest, widest, widest, members, widest.featureNames)
}
