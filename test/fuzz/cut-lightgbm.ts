import { copyOf, type Json } from './json.ts'

/** Keeps the first `iterations` of a dump, each tree cut to at most `maximumLeaves` leaves; the dump stays valid. */
export function cutLightgbm(model: Json, iterations: number, maximumLeaves: number): Json {
  const perIteration = model.num_tree_per_iteration as number
  const trees = (model.tree_info as Json[]).slice(0, iterations * perIteration)
  return {
    ...copyOf({ ...model, tree_info: [], feature_infos: {}, feature_importances: {} }),
    tree_info: trees.map((tree) => cutTree(tree, maximumLeaves)),
  }
}

/** Opens nodes level by level until there are enough leaves; a closed node becomes its leftmost leaf. */
function cutTree(tree: Json, maximumLeaves: number): Json {
  const root = copyOf(tree.tree_structure as Json)
  const nodes: Json[] = []
  const closed: { readonly parent: Json; readonly side: string }[] = []
  const level = 'split_index' in root ? [root] : []
  for (let node = level.shift(); node !== undefined; node = level.shift()) {
    nodes.push(node)
    for (const side of ['left_child', 'right_child']) {
      const child = node[side] as Json
      const room = nodes.length + level.length < maximumLeaves - 1
      if ('split_index' in child && room) level.push(child)
      else closed.push({ parent: node, side })
    }
  }
  nodes.forEach((node, i) => {
    node.split_index = i
  })
  closed.forEach(({ parent, side }, i) => {
    parent[side] = { ...leftmostLeaf(parent[side] as Json), leaf_index: i }
  })
  const categorical = nodes.filter((node) => node.decision_type === '==').length
  return {
    ...copyOf({ ...tree, tree_structure: null }),
    num_leaves: nodes.length + 1,
    num_cat: categorical,
    tree_structure: root,
  }
}

function leftmostLeaf(node: Json): Json {
  let at = node
  while ('split_index' in at) at = at.left_child as Json
  return at
}
