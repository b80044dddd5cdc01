type Json = Record<string, unknown>

/** A tree with one split, `v < 1.5`, and the leaves -1 and 1. */
export function xgboostStump(tree: Json = {}): Json {
  return {
    tree_param: { num_nodes: '3', size_leaf_vector: '1', num_deleted: '0', num_feature: '2' },
    left_children: [1, -1, -1],
    right_children: [2, -1, -1],
    split_indices: [0, 0, 0],
    split_conditions: [1.5, -1, 1],
    split_type: [0, 0, 0],
    default_left: [1, 0, 0],
    sum_hessian: [4, 3, 1],
    categories: [],
    categories_nodes: [],
    categories_segments: [],
    categories_sizes: [],
    ...tree,
  }
}

/** A model of these trees; the parts are replaced as a whole. */
export function xgboostModel(
  trees: readonly Json[],
  { learner = {}, model = {}, params = {}, ...extra }: Record<string, Json | unknown> = {},
): Json {
  return {
    version: [3, 4, 1],
    learner: {
      attributes: {},
      feature_names: [],
      feature_types: [],
      learner_model_param: {
        base_score: '[5E-1]',
        boost_from_average: '1',
        num_class: '0',
        num_feature: '2',
        num_target: '1',
        ...(params as Json),
      },
      objective: { name: 'reg:squarederror' },
      gradient_booster: {
        name: 'gbtree',
        model: {
          gbtree_model_param: { num_parallel_tree: '1', num_trees: String(trees.length) },
          iteration_indptr: Array.from({ length: trees.length + 1 }, (_, i) => i),
          tree_info: trees.map(() => 0),
          trees,
          ...(model as Json),
        },
      },
      ...(learner as Json),
    },
    ...extra,
  }
}
