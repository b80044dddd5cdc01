import { copyOf, type Json } from './json.ts'

/** Keeps the first `trees` of a model in the ML.NET schema, each with at most `maximumNodes` nodes, and `maximumBins` bins. */
export function cutFasttree(model: Json, trees: number, maximumNodes: number, maximumBins: number): Json {
  const cut = { ...model }
  delete cut.verification
  if (isObject(model.ensemble)) cut.ensemble = cutEnsemble(model.ensemble, trees, maximumNodes)
  if (Array.isArray(model.subModels)) {
    cut.subModels = model.subModels.map((part: Json) => ({
      ...part,
      ensemble: cutEnsemble(part.ensemble as Json, trees, maximumNodes),
    }))
  }
  if (isObject(model.gam)) {
    const shapes = model.gam.ShapeFunctions as (Json | null)[]
    cut.gam = { ...model.gam, ShapeFunctions: shapes.map((shape) => shape && cutShape(shape, maximumBins)) }
  }
  return copyOf(cut)
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}

function cutEnsemble(ensemble: Json, count: number, maximumNodes: number): Json {
  const trees = (ensemble.Trees as Json[]).slice(0, count).map((tree) => cutTree(tree, maximumNodes))
  return { ...ensemble, Trees: trees, TreeWeights: trees.map(() => 1) }
}

/** Keeps the nodes nearest to the root; a removed child becomes a leaf with the value of its leftmost leaf. */
function cutTree(tree: Json, maximumNodes: number): Json {
  const left = tree.LeftChild as number[]
  const right = tree.RightChild as number[]
  const values = tree.LeafValues as unknown[]
  const kept = left.length > 0 ? [0] : []
  for (let i = 0; i < kept.length; i++) {
    for (const child of [left[kept[i] as number], right[kept[i] as number]] as number[]) {
      if (child >= 0 && kept.length < maximumNodes) kept.push(child)
    }
  }
  const leafValues: unknown[] = kept.length === 0 ? values : []
  const children = (side: readonly number[]) =>
    kept.map((node) => {
      const child = side[node] as number
      const place = child >= 0 ? kept.indexOf(child) : -1
      if (place >= 0) return place
      let at = child
      while (at >= 0) at = left[at] as number
      return ~(leafValues.push(values[~at]) - 1)
    })
  const moved = Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [key, Array.isArray(value) ? kept.map((node) => value[node]) : value]),
  )
  return {
    ...moved,
    NumberOfNodes: kept.length,
    NumberOfLeaves: kept.length + 1,
    LeftChild: children(left),
    RightChild: children(right),
    LeafValues: leafValues,
  }
}

/** Keeps the first bins and the last one, which reaches to infinity. */
function cutShape(shape: Json, maximumBins: number): Json {
  const first = (values: unknown[]) =>
    values.length > maximumBins ? [...values.slice(0, maximumBins - 1), values.at(-1)] : values
  return {
    ...shape,
    BinUpperBounds: first(shape.BinUpperBounds as unknown[]),
    BinEffects: first(shape.BinEffects as unknown[]),
  }
}
