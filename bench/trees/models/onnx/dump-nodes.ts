import { type Dump, type DumpNode, type DumpSplit, isSplit, thresholdOf } from '../dump.ts'
import { emptyNodes, type TreeNodes } from './tree-nodes.ts'

/** Numbers the nodes of each tree from 0, the root first. @throws Error for splits that the operator cannot express */
export function dumpNodes(dump: Dump): TreeNodes {
  const nodes = emptyNodes({
    features: dump.max_feature_idx + 1,
    outputs: dump.num_tree_per_iteration,
    mode: 'BRANCH_LEQ',
    baseValues: [],
  })
  dump.tree_info.forEach((tree, treeId) => {
    let count = 0
    const add = (node: DumpNode): number => {
      const nodeId = count++
      const at = nodes.treeIds.push(treeId) - 1
      nodes.nodeIds.push(nodeId)
      nodes.isLeaf.push(!isSplit(node))
      nodes.featureIds.push(isSplit(node) ? node.split_feature : 0)
      nodes.thresholds.push(isSplit(node) ? thresholdOf(node) : 0)
      nodes.missingTracksTrue.push(isSplit(node) && missingGoesLeft(node) ? 1 : 0)
      nodes.trueIds.push(0)
      nodes.falseIds.push(0)
      if (isSplit(node)) {
        nodes.trueIds[at] = add(node.left_child)
        nodes.falseIds[at] = add(node.right_child)
      } else {
        nodes.leaves.treeIds.push(treeId)
        nodes.leaves.nodeIds.push(nodeId)
        nodes.leaves.outputs.push(treeId % dump.num_tree_per_iteration)
        nodes.leaves.weights.push(node.leaf_value)
      }
      return nodeId
    }
    add(tree.tree_structure)
  })
  return nodes
}

/** Whether a missing cell goes left; NaN counts as 0 under LightGBM's missing type None. */
function missingGoesLeft(node: DumpSplit): boolean {
  if (node.decision_type !== '<=') throw new Error('ONNX: categories would be chains of comparisons')
  if (node.missing_type === 'Zero') throw new Error('ONNX: zero as missing cannot be expressed')
  return node.missing_type === 'None' ? thresholdOf(node) >= 0 : node.default_left
}
