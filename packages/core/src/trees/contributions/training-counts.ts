import { RiftlineError } from '@riftline/base'
import type { Counts, TreeEnsemble } from '../form/tree-ensemble.ts'

/**
 * The counts of a model that can have contributions. It cannot when
 *
 * - leaves are linear: LightGBM refuses them as well
 * - a leaf is not finite: what its features contribute has no sum
 * - counts are absent, as in ML.NET's models: what a feature contributes is measured against the training rows
 * - a split left no training row, or more than it had, on one side: LightGBM then answers 0 / 0 or worse
 *
 * @throws RiftlineError `contributions_unavailable` with the reason
 */
export function trainingCounts({ format, trees }: TreeEnsemble): Counts {
  if (trees.linear !== null) throw unavailable('the model has linear leaves')
  const infinite = trees.leafValue.findIndex((value) => !Number.isFinite(value))
  if (infinite !== -1) throw unavailable(`leaf ${infinite} of the ensemble is ${trees.leafValue[infinite]}`)
  const counts = trees.counts ?? { node: new Float64Array(0), leaf: new Float64Array(0) }
  if (trees.counts === null && trees.root.length > 0) {
    const lacking =
      format === 'lightgbm'
        ? 'the model has no internal_count or leaf_count, or negative ones'
        : "ML.NET's models lack it"
    throw unavailable(`they need the number of training rows of every node and leaf, and ${lacking}`)
  }
  for (let node = 0; node < trees.left.length; node++) {
    for (const child of [trees.left[node]!, trees.right[node]!]) {
      const rows = child >= 0 ? counts.node[child]! : counts.leaf[~child]!
      if (!(rows >= 1 && rows <= counts.node[node]!)) {
        throw unavailable(`node ${node} of the ensemble had ${counts.node[node]} training rows and a child had ${rows}`)
      }
    }
  }
  return counts
}

export function unavailable(reason: string): RiftlineError {
  return new RiftlineError('contributions_unavailable', `contributions: ${reason}`)
}
