import { type Dump, type DumpNode, type DumpSplit, isSplit, thresholdOf } from '../dump.ts'

/** Nodes of all trees in the columns of ONNX's `TreeEnsembleRegressor`; leaves have 0 in every column but their weight. */
export interface TreeNodes {
  readonly treeIds: number[]
  readonly nodeIds: number[]
  readonly featureIds: number[]
  readonly isLeaf: boolean[]
  readonly thresholds: number[]
  readonly trueIds: number[]
  readonly falseIds: number[]
  readonly missingTracksTrue: number[]
  /** Leaves, one entry each. */
  readonly leaves: {
    readonly treeIds: number[]
    readonly nodeIds: number[]
    readonly outputs: number[]
    readonly weights: number[]
  }
}

/** Numbers the nodes of each tree from 0, the root first. @throws Error for splits that the operator cannot express */
export function treeNodes(dump: Dump): TreeNodes {
  const nodes = emptyNodes()
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

function emptyNodes(): TreeNodes {
  return {
    treeIds: [],
    nodeIds: [],
    featureIds: [],
    isLeaf: [],
    thresholds: [],
    trueIds: [],
    falseIds: [],
    missingTracksTrue: [],
    leaves: { treeIds: [], nodeIds: [], outputs: [], weights: [] },
  }
}
