import type { LinearLeaf } from '../form/linear-leaves.ts'
import { proveLength, readDoubles, readIntegers } from './text-numbers.ts'
import type { TreeLines } from './text-tree-lines.ts'

/** The linear functions of all leaves; features and coefficients stand leaf behind leaf, `num_features` of each. */
export function readLinearLeaves(tree: TreeLines, leaves: number, features: number): LinearLeaf[] {
  const constants = new Float64Array(leaves)
  readDoubles(tree, 'leaf_const', constants, 'any')
  const terms = new Int32Array(leaves)
  readIntegers(tree, 'num_features', terms, 0, 2 ** 24)
  const total = terms.reduce((sum, count) => sum + count, 0)
  proveLength(tree, 'leaf_features', total)
  const columns = new Int32Array(total)
  readIntegers(tree, 'leaf_features', columns, 0, features - 1)
  proveLength(tree, 'leaf_coeff', total)
  const coefficients = new Float64Array(total)
  readDoubles(tree, 'leaf_coeff', coefficients, 'any')

  let end = 0
  return Array.from(constants, (constant, leaf) => {
    const start = end
    end += terms[leaf]!
    return { constant, features: columns.subarray(start, end), coefficients: coefficients.subarray(start, end) }
  })
}
