import { invalidArgument, requireOptions } from '@riftline/base'
import { parsePcaSweep } from '@riftline/core'
import { requireFiniteWeights, requireKs, requireList, requireOutcomes } from './fit-arguments.ts'
import { fitPcaSweep, type PcaSweepOptions, pcaSweepOptions } from './pca-sweep.ts'
import { type ComponentSelection, selectComponents } from './select-components.ts'

/** Row numbers to fit on and row numbers to judge by. */
export interface Fold {
  readonly train: ArrayLike<number>
  readonly test: ArrayLike<number>
}

/** The choice of k, and the losses that it rests on. */
export interface PcaSweepValidation extends ComponentSelection {
  /** Rows that were forecast, fold after fold. */
  readonly testRows: number[]
  /** Log loss of each of them, one array per k. */
  readonly losses: number[][]
}

/**
 * Cross-validates the number of components: every step of the fit, scaler and rotation included, is repeated on the
 * training rows of each fold and judged by log loss on its test rows.
 *
 * The caller makes the folds; for forecasts they are expanding windows in order of time with a gap before each test.
 *
 * Source: C. Bergmeir and J. M. Benítez, "On the use of cross-validation for time series predictor evaluation",
 * Information Sciences 191 (2012).
 *
 * @param options `ks` and `folds`; the others as `fitPcaSweep`
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

/** ln(1 + e^z) - y z: log loss from log odds, without a detour over a probability that could round to 1. */
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
