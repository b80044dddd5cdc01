import { readFileSync } from 'node:fs'
import { emptyNodes, type TreeNodes } from './tree-nodes.ts'

/** Part of XGBoost's model.json that the bench reads. */
interface XgboostModel {
  readonly learner: {
    readonly learner_model_param: { readonly base_score: string; readonly num_feature: string }
    readonly gradient_booster: { readonly model: { readonly trees: readonly XgboostTree[] } }
  }
}

interface XgboostTree {
  readonly left_children: readonly number[]
  readonly right_children: readonly number[]
  readonly split_indices: readonly number[]
  /** Thresholds of splits and outputs of leaves. */
  readonly split_conditions: readonly number[]
  readonly default_left: readonly number[]
}

/** Takes the nodes of a model with one output and the objective binary:logistic. */
export function xgboostNodes(path: string): TreeNodes {
  const { learner }: XgboostModel = JSON.parse(readFileSync(path, 'utf8'))
  const base = Number(learner.learner_model_param.base_score.replace(/[[\]]/g, ''))
  const nodes = emptyNodes({
    features: Number(learner.learner_model_param.num_feature),
    outputs: 1,
    mode: 'BRANCH_LT',
    baseValues: [Math.log(base / (1 - base))],
  })
  learner.gradient_booster.model.trees.forEach((tree, treeId) => {
    for (const [nodeId, left] of tree.left_children.entries()) {
      const isLeaf = left === -1
      nodes.treeIds.push(treeId)
      nodes.nodeIds.push(nodeId)
      nodes.isLeaf.push(isLeaf)
      nodes.featureIds.push(isLeaf ? 0 : tree.split_indices[nodeId]!)
      nodes.thresholds.push(isLeaf ? 0 : tree.split_conditions[nodeId]!)
      nodes.trueIds.push(isLeaf ? 0 : left)
      nodes.falseIds.push(isLeaf ? 0 : tree.right_children[nodeId]!)
      nodes.missingTracksTrue.push(isLeaf ? 0 : tree.default_left[nodeId]!)
      if (!isLeaf) continue
      nodes.leaves.treeIds.push(treeId)
      nodes.leaves.nodeIds.push(nodeId)
      nodes.leaves.outputs.push(0)
      nodes.leaves.weights.push(tree.split_conditions[nodeId]!)
    }
  })
  return nodes
}
