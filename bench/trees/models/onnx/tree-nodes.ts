/** Nodes of all trees in the columns of ONNX's `TreeEnsembleRegressor`; leaves have 0 in every column but their weight. */
export interface TreeNodes {
  readonly features: number
  readonly outputs: number
  readonly mode: 'BRANCH_LEQ' | 'BRANCH_LT'
  /** Numbers added to the sums, one per output; none for 0. */
  readonly baseValues: readonly number[]
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

export function emptyNodes(form: Pick<TreeNodes, 'features' | 'outputs' | 'mode' | 'baseValues'>): TreeNodes {
  return {
    ...form,
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
