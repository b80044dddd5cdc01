import { seededRandom } from '#core/math/seeded-random.ts'
import { goesLeft } from '#core/trees/form/scoring-rules.ts'
import type { TreeEnsemble, Trees } from '#core/trees/form/tree-ensemble.ts'
import { leafOf } from '../engines/interpreter.ts'

/**
 * Contributions of one row by Shapley's definition, summed over all subsets of the features: 2^F passes over the trees. The value of a
 * subset is the mean score over the training rows that go the row's way at the splits of the subset's features.
 */
export function shapleyByDefinition(ensemble: TreeEnsemble, row: Float64Array): number[] {
  const { trees, numberOfFeatures: features, numberOfOutputs } = ensemble
  const values = Array.from({ length: numberOfOutputs }, (_, k) =>
    Array.from({ length: 2 ** features }, (_, subset) => expectation(trees, k, row, subset)),
  )
  return values.flatMap((value) => {
    const parts = Array.from({ length: features }, (_, feature) => {
      let sum = 0
      for (let subset = 0; subset < value.length; subset++) {
        if ((subset >> feature) & 1) continue
        const size = subset.toString(2).replaceAll('0', '').length
        const weight = (factorial(size) * factorial(features - size - 1)) / factorial(features)
        sum += weight * ((value[subset | (1 << feature)] as number) - (value[subset] as number))
      }
      return sum
    })
    return [...parts, value[0] as number]
  })
}

/** Mean score of output `k` when only the features of `subset`, one bit each, are known. Uses that children come after their parents. */
function expectation(trees: Trees, k: number, row: Float64Array, subset: number): number {
  const { counts, left, right, root, leafValue } = trees
  let sum = 0
  const share = new Float64Array(left.length)
  for (let tree = 0; tree < root.length; tree++) {
    if (trees.output[tree] !== k) continue
    if ((root[tree] as number) < 0) {
      sum += leafValue[leafOf(trees, tree, row)] as number
      continue
    }
    const first = trees.firstNode[tree] as number
    share.fill(0, first)
    share[first] = 1
    for (let node = first; node < (trees.firstNode[tree + 1] as number); node++) {
      for (const child of [left[node] as number, right[node] as number]) {
        const rows = (child >= 0 ? counts?.node[child] : counts?.leaf[~child]) as number
        const known = (subset >> (trees.feature[node] as number)) & 1
        const chosen = goesLeft(trees, node, row) === (child === left[node])
        const part = known ? (chosen ? 1 : 0) : rows / (counts?.node[node] as number)
        const reached = (share[node] as number) * part
        if (child >= 0) share[child] = reached
        else sum += reached * (leafValue[~child] as number)
      }
    }
  }
  return sum
}

function factorial(n: number): number {
  return n < 2 ? 1 : n * factorial(n - 1)
}

/** Adds invented training counts to a case: every leaf has some rows, every node those of its children. */
export function withCounts<C extends { readonly ensemble: TreeEnsemble }>(drawn: C, seed: number): C {
  const { trees } = drawn.ensemble
  const random = seededRandom(seed)
  const leaf = Float64Array.from(trees.leafValue, () => 1 + random.below(random.below(4) === 0 ? 5000 : 20))
  const node = new Float64Array(trees.left.length)
  const of = (child: number) => (child >= 0 ? node[child] : leaf[~child]) as number
  for (let n = node.length - 1; n >= 0; n--) node[n] = of(trees.left[n] as number) + of(trees.right[n] as number)
  return { ...drawn, ensemble: { ...drawn.ensemble, trees: { ...trees, counts: { node, leaf } } } }
}
