import { invalidArgument, requireLength, requireNumbers, requireOptions } from '@riftline/base'
import { parsePcaSweep } from '@riftline/core'
import { fitPcaSweep, type PcaSweepOptions, pcaSweepOptions } from './pca-sweep.ts'
import { requireFiniteWeights, requireKs, requireList, requireOutcomes } from './training-table.ts'

/** Validation losses of each k, and the choices that follow from them. */
export interface ComponentSelection {
  /** Mean loss of each k, in the order given. */
  readonly mean: number[]
  /** The k of smallest mean loss. */
  readonly best: number
  /** The smallest k that is within one standard error of the best. */
  readonly oneSE: number
  /** Standard error of the paired difference between each k and the best. */
  readonly seOfDifference: number[]
  /** Weights for averaging over k: e^(-min(n, 100) (mean - smallest mean)), scaled to sum to 1. */
  readonly averageWeights: number[]
}

/** Largest number of matches that count as evidence for one k over another. */
const evidenceCap = 100

/**
 * Chooses the number of components from validation losses.
 *
 * Neighbouring k share most of their loss, so the one-standard-error rule compares differences match by match: the
 * smallest k whose mean difference to the best is at most sd / sqrt(n) of that difference.
 *
 * Source: L. Breiman et al., "Classification and Regression Trees" (1984), section 3.4.3, for the one-SE rule; the
 * weights are those of Bayesian model averaging with capped evidence.
 *
 * @param ks numbers of components
 * @param losses one array per k, one loss per validation match, in the same order for all k
 * @throws RiftlineError `invalid_argument`, also for a single match, which has no standard error
 * @example
 * selectComponents([1, 2], [[0.7, 0.6], [0.6, 0.6]]).best // => 2
 */
export function selectComponents(ks: readonly number[], losses: readonly ArrayLike<number>[]): ComponentSelection {
  checkLosses(ks, losses)
  const n = losses[0]?.length ?? 0
  const mean = losses.map((loss) => Array.from(loss).reduce((sum, value) => sum + value, 0) / n)
  const smallest = Math.min(...mean)
  const best = mean.indexOf(smallest)
  const seOfDifference = losses.map((loss) => standardError(loss, losses[best] ?? loss))
  const within = ks.filter((_, i) => (mean[i] ?? 0) - smallest <= (seOfDifference[i] ?? 0))
  const evidence = mean.map((value) => Math.exp(-Math.min(n, evidenceCap) * (value - smallest)))
  const total = evidence.reduce((sum, value) => sum + value, 0)
  return {
    mean,
    best: ks[best] ?? 0,
    oneSE: Math.min(...within),
    seOfDifference,
    averageWeights: evidence.map((value) => value / total),
  }
}

function standardError(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const n = a.length
  const differences = Array.from(a, (value, i) => value - (b[i] ?? 0))
  const mean = differences.reduce((sum, value) => sum + value, 0) / n
  const squares = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return Math.sqrt(squares / (n - 1) / n)
}

const largestLoss = 1e100

function checkLosses(ks: readonly number[], losses: readonly ArrayLike<number>[]): void {
  requireKs(ks)
  if (!Array.isArray(losses)) throw invalidArgument('losses', 'an array for each k', losses)
  requireLength('losses', losses, ks.length)
  losses.forEach((loss, i) => {
    requireNumbers(`losses[${i}]`, loss, -largestLoss, largestLoss)
    requireLength(`losses[${i}]`, loss, losses[0].length)
  })
  if (losses[0].length < 2) throw invalidArgument('losses[0]', 'the losses of at least two matches', losses[0])
}

/** Row numbers for fitting and for testing. */
export interface Fold {
  readonly train: ArrayLike<number>
  readonly test: ArrayLike<number>
}

/** The choice of k and the losses behind it. */
export interface PcaSweepValidation extends ComponentSelection {
  /** Test rows, fold after fold. */
  readonly testRows: number[]
  /** Log-loss of each test row, one array per k. */
  readonly losses: number[][]
}

/**
 * Cross-validates the number of components: every step of the fit, scaler and rotation included, is repeated on the
 * training rows of each fold and judged by log loss on its test rows.
 *
 * The caller chooses the folds; for forecasts, use expanding windows in order of time with a gap before each test.
 *
 * Source: C. Bergmeir and J. M. Benítez, "On the use of cross-validation for time series predictor evaluation",
 * Information Sciences 191 (2012).
 *
 * @param options `ks`, `folds` and the options of `fitPcaSweep`
 * @throws RiftlineError `invalid_argument`; `fit_not_converged`
 * @example
 * const X = [[2], [1], [-1], [-2], [1.5], [-1.5]]
 * const folds = [{ train: [0, 1, 2, 3], test: [4, 5] }]
 * crossValidatePcaSweep(X, [1, 1, 0, 0, 1, 0], { ks: [1], folds }).testRows // => [4, 5]
 */
export function crossValidatePcaSweep(
  X: ArrayLike<ArrayLike<number>>,
  y: ArrayLike<number>,
  options: Omit<PcaSweepOptions, 'ks'> & { readonly ks: readonly number[]; readonly folds: readonly Fold[] },
): PcaSweepValidation {
  requireOptions(options, [...pcaSweepOptions, 'folds'])
  const { ks, folds, weights, ...fitOptions } = options
  requireKs(ks)
  if (!Array.isArray(folds) || folds.length === 0) throw invalidArgument('folds', 'at least one fold', folds)
  const rows = requireList('X', X)
  requireOutcomes(y, rows)
  if (weights !== undefined) requireFiniteWeights(weights, rows)
  const testRows: number[] = []
  const losses: number[][] = ks.map(() => [])
  folds.forEach((fold, f) => {
    const train = checkRowNumbers(`folds[${f}].train`, fold?.train, rows)
    const test = checkRowNumbers(`folds[${f}].test`, fold?.test, rows)
    const pick = <T>(values: ArrayLike<T>): T[] => train.map((row) => values[row]!)
    const trained = weights === undefined ? fitOptions : { ...fitOptions, weights: pick(weights) }
    const sweep = fitPcaSweep(pick(X), pick(y), { ...trained, ks })
    sweep.fits.forEach(({ model }, i) => {
      const { logit } = parsePcaSweep(model)
      for (const row of test) losses[i]?.push(lossOfLogit(logit(X[row]!), y[row]!))
    })
    testRows.push(...test)
  })
  return { testRows, losses, ...selectComponents(ks, losses) }
}

/** Log-loss from log odds: ln(1 + e^z) - y z, since a probability could round to 1. */
function lossOfLogit(z: number, outcome: number): number {
  return Math.log1p(Math.exp(-Math.abs(z))) + Math.max(z, 0) - outcome * z
}

function checkRowNumbers(argument: string, numbers: ArrayLike<number> | undefined, rows: number): number[] {
  const length = requireList(argument, numbers)
  const checked: number[] = []
  for (let i = 0; i < length; i++) {
    const row: unknown = numbers?.[i]
    if (typeof row !== 'number' || !Number.isSafeInteger(row) || row < 0 || row >= rows) {
      throw invalidArgument(`${argument}[${i}]`, `a row number below ${rows}`, row)
    }
    checked.push(row)
  }
  return checked
}
