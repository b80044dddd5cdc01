/** Small models for tests to change: a stump can hold every decision of both formats. */

type Json = Record<string, unknown>

export function lightgbmLeaf(index: number, value: number, extra: Json = {}): Json {
  return { leaf_index: index, leaf_value: value, leaf_weight: 1, leaf_count: 1, ...extra }
}

/** Stump whose left leaf 0 has value -1 and right leaf 1 value 1, so the raw score tells the side. */
export function lightgbmStump(node: Json = {}): Json {
  return {
    tree_index: 0,
    num_leaves: 2,
    num_cat: node.decision_type === '==' ? 1 : 0,
    shrinkage: 0.1,
    tree_structure: {
      split_index: 0,
      split_feature: 0,
      split_gain: 1,
      threshold: 0.5,
      decision_type: '<=',
      default_left: true,
      missing_type: 'None',
      internal_value: 0,
      internal_weight: 0,
      internal_count: 2,
      left_child: lightgbmLeaf(0, -1),
      right_child: lightgbmLeaf(1, 1),
      ...node,
    },
  }
}

/** Tree of one leaf, as LightGBM writes it: without leaf_index. */
export function lightgbmConstant(value: number): Json {
  return {
    tree_index: 0,
    num_leaves: 1,
    num_cat: 0,
    shrinkage: 1,
    tree_structure: { leaf_value: value, leaf_count: 9 },
  }
}

export function lightgbmDump(trees: unknown, extra: Json = {}): Json {
  return {
    name: 'tree',
    version: 'v4',
    num_class: 1,
    num_tree_per_iteration: 1,
    label_index: 0,
    max_feature_idx: 1,
    objective: 'binary sigmoid:1',
    average_output: false,
    feature_names: ['gold', 'kills'],
    monotone_constraints: [],
    feature_infos: {},
    tree_info: trees,
    feature_importances: {},
    pandas_categorical: null,
    ...extra,
  }
}

/** Stump whose left leaf 0 has value -1 and right leaf 1 value 1. */
export function fasttreeStump(tree: Json = {}): Json {
  return {
    NumberOfNodes: 1,
    NumberOfLeaves: 2,
    LeftChild: [-1],
    RightChild: [-2],
    NumericalSplitFeatureIndexes: [0],
    NumericalSplitThresholds: [0.5],
    CategoricalSplitFlags: [false],
    LeafValues: [-1, 1],
    CategoricalSplitFeatures: null,
    CategoricalSplitFeatureRanges: null,
    DefaultValueForMissing: null,
    ...tree,
  }
}

/** Tree of two nodes and three leaves: node 0 splits feature 0, its left child is node 1 on feature 1. */
export function fasttreeThreeLeaves(tree: Json = {}): Json {
  return {
    NumberOfNodes: 2,
    NumberOfLeaves: 3,
    LeftChild: [1, -1],
    RightChild: [-2, -3],
    NumericalSplitFeatureIndexes: [0, 1],
    NumericalSplitThresholds: [0.5, 5.5],
    CategoricalSplitFlags: [false, false],
    LeafValues: [-1, 1, 2],
    CategoricalSplitFeatures: null,
    CategoricalSplitFeatureRanges: null,
    DefaultValueForMissing: null,
    ...tree,
  }
}

export function fasttreeEnsemble(trees: readonly Json[]): Json {
  return { Bias: 0, TreeWeights: trees.map(() => 1), Trees: trees }
}

export function fasttreeModel(trees: readonly Json[], extra: Json = {}): Json {
  return {
    format: 'mlnet-fasttree',
    formatVersion: 1,
    producer: { exporter: 'hand-written' },
    modelType: 'FastTreeBinaryModelParameters',
    task: 'binary',
    numberOfFeatures: 2,
    featureNames: ['gold', 'kills'],
    aggregation: 'sum',
    outputTransform: 'identity',
    ensemble: fasttreeEnsemble(trees),
    calibrator: { type: 'PlattCalibrator', Slope: -0.4, Offset: 0 },
    decisionThreshold: 0,
    ...extra,
  }
}
