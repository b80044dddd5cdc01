import { createEvaluator, takeFloats, takeRow } from './create-evaluator.ts'
import type { Engine } from './engines/engine.ts'
import type { BatchOptions, Evaluator } from './evaluator.ts'
import { type Calibrator, classesOfPairs, type TreeEnsemble } from './form/tree-ensemble.ts'
import { calibrated } from './link.ts'

/**
 * Creates the evaluator of ML.NET's pairwise coupling. The trees give a score for each pair of classes, (0, 0), (1, 0), (1, 1),
 * (2, 0) …, calibrated to the probability of either class. ML.NET's Score, and so raw scores and predictions, are K
 * probabilities.
 *
 * P(i) = p_ii / max(p_ii, Σ_(j ≠ i) p_ij - (K - 2) p_ii), divided by the sum over the classes; 0 where p_ii is not above 0.
 *
 * Source: https://github.com/dotnet/machinelearning/blob/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.StandardTrainers/Standard/MulticlassClassification/PairwiseCouplingTrainer.cs
 *
 * @param calibrators of the pairs
 */
export function createPairwiseEvaluator(
  ensemble: TreeEnsemble,
  engine: Engine,
  calibrators: readonly Calibrator[],
): Evaluator {
  const scored = createEvaluator({ ...ensemble, link: { kind: 'identity' } }, engine)
  const pairs = calibrators.length
  const classes = classesOfPairs(pairs)

  function couple(rows: Float64Array, options: BatchOptions = {}): Float64Array {
    const { out: given, ...rest } = options
    const scores = scored.rawScores(rows, rest)
    const count = scores.length / pairs
    const out = takeFloats(given, count * classes)
    for (let r = 0; r < count; r++) {
      const chances = scores.subarray(r * pairs, (r + 1) * pairs)
      for (let pair = 0; pair < pairs; pair++)
        chances[pair] = Math.fround(calibrated(calibrators[pair]!, chances[pair]!))
      coupleRow(chances, classes, out.subarray(r * classes, (r + 1) * classes))
    }
    return out
  }

  function first(row: ArrayLike<number>): number {
    const cells = new Float64Array(ensemble.numberOfFeatures)
    takeRow(row, cells, ensemble.featureNames)
    return couple(cells)[0]!
  }

  return {
    ...scored,
    ensemble,
    numberOfOutputs: classes,
    rawScore: first,
    predict: first,
    rawScores: couple,
    predictions: couple,
  }
}

/** Place of the pair of classes i and j. */
function pairOf(i: number, j: number): number {
  return i >= j ? (i * (i + 1)) / 2 + j : (j * (j + 1)) / 2 + i
}

function coupleRow(chances: Float64Array, classes: number, out: Float64Array): void {
  // A pair of classes is at least as likely as each of them.
  for (let i = 0; i < classes; i++) {
    const own = chances[pairOf(i, i)]!
    if (!(own > 0)) continue
    for (let j = 0; j < classes; j++) if (j !== i && !(chances[pairOf(i, j)]! >= own)) chances[pairOf(i, j)] = own
  }
  let sum = 0
  for (let i = 0; i < classes; i++) {
    const own = chances[pairOf(i, i)]!
    out[i] = 0
    if (!(own > 0)) continue
    let others = 0
    for (let j = 0; j < classes; j++) if (j !== i) others += chances[pairOf(i, j)]!
    out[i] = own / Math.max(own, others - (classes - 2) * own)
    sum += out[i]!
  }
  const total = sum > 0 ? sum : 1
  for (let i = 0; i < classes; i++) out[i] = Math.fround(out[i]! / total)
}
