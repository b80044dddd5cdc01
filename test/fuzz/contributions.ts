import { RiftlineError } from '@riftline/base'
import type { Evaluator, TreeEnsemble } from '@riftline/core'
import { explainedCount } from '#core/trees/form/tree-ensemble.ts'

/** Tolerance relative to the sum of magnitudes: the parts are rounded on the way, and denormals lose more. */
const tolerance = 1e-9
const denormals = 1e-300

/**
 * A row's contributions add up to its raw score if the training counts are consistent; otherwise core either throws
 * its own error or returns as many numbers. Returns the fault, or null.
 */
export function wrongContributions(ensemble: TreeEnsemble, evaluator: Evaluator, rows: Float64Array): string | null {
  const { numberOfFeatures, numberOfOutputs } = ensemble
  const width = numberOfFeatures + 1
  const few = rows.subarray(0, Math.min(rows.length, 3 * numberOfFeatures))
  let parts: Float64Array
  try {
    parts = evaluator.contributions(few)
  } catch (error) {
    if (error instanceof RiftlineError) return null
    throw error
  }
  const raw = evaluator.rawScores(few)
  const expected = (few.length / numberOfFeatures) * explainedCount(ensemble) * width
  if (parts.length !== expected) return `contributions: ${parts.length} of ${expected}`
  if (!countsMakeSense(ensemble) || ensemble.precision === 'float32') return null
  for (let i = 0; i < raw.length; i++) {
    const own = parts.subarray(i * width, (i + 1) * width)
    const sum = own.reduce((total, part) => total + part, 0)
    const size = own.reduce((total, part) => total + Math.abs(part), 0)
    if (size < 1e300 && !(Math.abs(sum - (raw[i] as number)) <= tolerance * size + denormals)) {
      return `contributions add up to ${sum}, not ${raw[i]} (output ${i % numberOfOutputs})`
    }
  }
  return null
}

function countsMakeSense({ trees }: TreeEnsemble): boolean {
  const { counts, left, right } = trees
  if (counts === null) return false
  const of = (child: number) => (child >= 0 ? counts.node[child] : counts.leaf[~child]) as number
  return counts.node.every((count, n) => {
    const [l, r] = [of(left[n] as number), of(right[n] as number)]
    return l > 0 && r > 0 && l + r === count
  })
}
