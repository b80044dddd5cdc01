import { RiftlineError } from '@riftline/base'
import type { Evaluator } from './evaluator.ts'
import { treeCount } from './form/tree-ensemble.ts'

/**
 * The log-odds ln(p / (1 - p)) of a binary model's probability, as a double and without the detour through p: exact in
 * the tails where p rounds to 1, and free of the float32 rounding of ML.NET's probability. Averages over orientations are
 * taken on this scale. LightGBM: `sigmoid · raw`; ML.NET: `-(Slope · Score + Offset)`.
 *
 * @param row `numberOfFeatures` numbers, NaN for missing
 * @throws RiftlineError `invalid_argument` when the model's output is not one probability of a sigmoid link, or the row
 *   does not fit
 * @example logit(compileEnsemble(ensemble), [2]) // 1 for the model in the example of parseLightgbm: p = 1 / (1 + e^-1)
 */
export function logit(evaluator: Evaluator, row: ArrayLike<number>): number {
  const { ensemble } = evaluator
  const { link } = ensemble
  if (link.kind !== 'sigmoid' || ensemble.numberOfOutputs !== 1) {
    const got = `${ensemble.numberOfOutputs} output(s) through a ${link.kind} link`
    throw new RiftlineError('invalid_argument', `evaluator: expected a binary model with a sigmoid link, got ${got}`)
  }
  const score = evaluator.rawScore(row)
  const averaged = ensemble.averaging === 'beforeLink' ? score / treeCount(ensemble) : score
  return link.slope * averaged + link.offset
}
