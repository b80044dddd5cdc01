import { prepareRow } from '../form/scoring-rules.ts'
import {
  explainedCount,
  hasBase,
  type Slice,
  type TreeEnsemble,
  type Trees,
  treesByOutput,
} from '../form/tree-ensemble.ts'
import { createLeafGames } from './leaf-games.ts'
import { createShapPlan, expectedValues, type ShapPlan } from './shap-plan.ts'
import { createTreeWalk } from './walk-tree.ts'

/** Fills `out` for the trees of a slice; the bias is last, as the contribution of no feature. */
type Explanation = (rows: Float64Array, count: number, slice: Slice, out: Float64Array) => void

/** Contributions, `count × K × (F + 1)`, and interactions, `count × K × (F + 1)²`. */
export interface Contributions {
  readonly contributions: Explanation
  readonly interactions: Explanation
}

/** Prepares the explanations of a model. @throws RiftlineError `contributions_unavailable` for a model that cannot have them */
export function createContributions(ensemble: TreeEnsemble): Contributions {
  const parts = partsOf(ensemble)
  const width = ensemble.numberOfFeatures + 1
  return {
    contributions: createExplanation(ensemble, parts, width, ensemble.trees.linear === null ? byWalk : byGames),
    interactions: createExplanation(ensemble, parts, width * width, interactionsByGames),
  }
}

/** Trees of one output, in the order of the file. */
interface Part {
  readonly trees: Trees
  readonly list: Int32Array
  readonly plan: ShapPlan
}

/** Trees by output. Vectors are taken apart: a tree then has a part in every output, with other leaf values. */
function partsOf(ensemble: TreeEnsemble): readonly Part[] {
  const { trees, numberOfOutputs } = ensemble
  const plan = createShapPlan(ensemble)
  const partOf = (list: Int32Array, own: Trees): Part => ({
    trees: own,
    list,
    plan: { ...plan, expectedValue: expectedValues(ensemble, own, plan) },
  })
  const { leafVector } = trees
  if (leafVector === null) {
    const part = partOf(new Int32Array(0), withWeightyValues(ensemble, withPlainValues(trees)))
    return treesByOutput(ensemble).map((list) => ({ ...part, list }))
  }
  const every = Int32Array.from(trees.root.keys())
  return Array.from({ length: explainedCount(ensemble) }, (_, k) => {
    const leafValue = trees.leafValue.map((_, leaf) => leafVector[leaf * numberOfOutputs + k]!)
    return partOf(every, withWeightyValues(ensemble, { ...trees, leafValue }))
  })
}

/** Trees whose leaves without weight pay nothing, as CatBoost skips their branches. */
function withWeightyValues({ source }: TreeEnsemble, trees: Trees): Trees {
  const { counts, leafValue } = trees
  if (source.format !== 'catboost' || counts === null) return trees
  return { ...trees, leafValue: leafValue.map((value, leaf) => (counts.leaf[leaf]! > leastWeight ? value : 0)) }
}

/** Largest weight that counts as none. */
const leastWeight = 1e-13

/** Base in the score of output k. */
function baseOf(ensemble: TreeEnsemble, slice: Slice, k: number): number {
  return hasBase(ensemble, slice) ? ensemble.baseScores[k]! : 0
}

/** Trees whose linear leaves without terms have their constant as plain value, as it is their output for every row. */
function withPlainValues(trees: Trees): Trees {
  const { linear } = trees
  if (linear === null) return trees
  const hasTerms = (leaf: number) => linear.termStart[leaf + 1]! > linear.termStart[leaf]!
  return {
    ...trees,
    leafValue: trees.leafValue.map((value, leaf) => (hasTerms(leaf) ? value : linear.constant[leaf]!)),
  }
}

/** Adds the explanation of a tree for a prepared row to `out`, from `to` on. */
type ExplainTree = (tree: number, row: Float64Array, out: Float64Array, to: number) => void

/** Creates an explanation of `size` numbers for each row and output, the trees of which `explainerOf` explains. */
function createExplanation(
  ensemble: TreeEnsemble,
  parts: readonly Part[],
  size: number,
  explainerOf: (part: Part, numberOfFeatures: number) => ExplainTree,
): Explanation {
  const { numberOfFeatures, precision } = ensemble
  const row = new Float64Array(numberOfFeatures)
  let explainers: readonly ExplainTree[] | undefined
  return (rows, count, slice, out) => {
    explainers ??= parts.map((part) => explainerOf(part, numberOfFeatures))
    out.fill(0)
    for (let r = 0; r < count; r++) {
      prepareRow(rows, r * numberOfFeatures, row, precision)
      parts.forEach(({ list, plan }, k) => {
        const to = (r * parts.length + k) * size
        const bias = to + size - 1
        out[bias] = baseOf(ensemble, slice, k)
        const last = Math.min(slice.last, list.length)
        for (let i = slice.first; i < last; i++) {
          out[bias]! += plan.expectedValue[list[i]!]!
          explainers![k]!(list[i]!, row, out, to)
        }
      })
    }
  }
}

function byWalk({ trees, plan }: Part): ExplainTree {
  return createTreeWalk(trees, plan)
}

function byGames({ trees, plan }: Part, numberOfFeatures: number): ExplainTree {
  const play = createLeafGames(trees, plan, numberOfFeatures)
  return (tree, row, out, to) => {
    play(tree, row, {
      shapley(feature, value) {
        out[to + feature]! += value
      },
      interaction: null,
    })
  }
}

function interactionsByGames({ trees, plan }: Part, numberOfFeatures: number): ExplainTree {
  const play = createLeafGames(trees, plan, numberOfFeatures)
  const width = numberOfFeatures + 1
  return (tree, row, out, to) => {
    const add = (a: number, b: number, value: number) => {
      out[to + a * width + b]! += value
    }
    play(tree, row, {
      shapley: (feature, value) => add(feature, feature, value),
      interaction(a, b, value) {
        add(a, b, value)
        add(b, a, value)
        add(a, a, -value)
        add(b, b, -value)
      },
    })
  }
}
