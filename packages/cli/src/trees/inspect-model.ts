import type { TreeEnsemble } from '@riftline/core/trees'

/** Facts of a model, in the words of `riftline trees inspect`. */
export interface ModelReport {
  readonly format: string
  readonly version: string | null
  readonly objective: string | null
  readonly link: string
  readonly trees: number
  readonly leaves: number
  readonly deepest: number
  readonly outputs: number
  readonly bestIteration: number | null
  readonly classes: string | null
  readonly numberOfFeatures: number
  /** Features that some split tests, those of most splits first. */
  readonly features: readonly Importance[]
  readonly warnings: readonly string[]
}

interface Importance {
  readonly name: string
  readonly splits: number
  /** Part of all splits, or of the training rows that pass them where the model has these numbers. */
  readonly share: number
}

export function inspectModel(ensemble: TreeEnsemble): ModelReport {
  const { source, objective, link, trees, numberOfOutputs, numberOfFeatures, bestIteration, classNames, warnings } =
    ensemble
  return {
    format: source.format,
    version: source.version ?? null,
    objective,
    link: link.kind,
    trees: trees.root.length,
    leaves: trees.leafValue.length,
    deepest: deepestLeaf(ensemble),
    outputs: numberOfOutputs,
    bestIteration,
    classes: classNames?.join(', ') ?? null,
    numberOfFeatures,
    features: importancesOf(ensemble),
    warnings,
  }
}

/** Splits on the longest way to a leaf; children come after their parents. */
function deepestLeaf({ trees: { left, right } }: TreeEnsemble): number {
  const below = new Int32Array(left.length)
  const depthOf = (child: number) => (child >= 0 ? below[child]! : 0)
  let deepest = 0
  for (let node = left.length - 1; node >= 0; node--) {
    below[node] = 1 + Math.max(depthOf(left[node]!), depthOf(right[node]!))
    deepest = Math.max(deepest, below[node]!)
  }
  return deepest
}

function importancesOf({ trees: { feature, counts }, featureNames }: TreeEnsemble): readonly Importance[] {
  const found = new Map<number, { splits: number; weight: number }>()
  let total = 0
  feature.forEach((one, node) => {
    const weight = counts?.node[node] ?? 1
    const sum = found.get(one) ?? { splits: 0, weight: 0 }
    found.set(one, { splits: sum.splits + 1, weight: sum.weight + weight })
    total += weight
  })
  return Array.from(found, ([one, { splits, weight }]) => ({
    name: featureNames?.[one] ?? `feature ${one}`,
    splits,
    share: total > 0 ? weight / total : 0,
  })).sort((a, b) => b.splits - a.splits || b.share - a.share)
}
