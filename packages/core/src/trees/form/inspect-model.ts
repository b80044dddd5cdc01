import { testedCell } from './describe-split.ts'
import type { TreeEnsemble } from './tree-ensemble.ts'

/** Facts of a model, as `riftline trees inspect` prints them. */
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
  readonly features: readonly {
    readonly name: string
    readonly splits: number
    /** Part of all splits, or of the training rows that pass them where the model has these numbers. */
    readonly share: number
  }[]
  readonly warnings: readonly string[]
}

/**
 * Lists the facts of a model, with its features by the splits that test them.
 * @example inspectModel(ensemble).features // [{ name: 'gold', splits: 1, share: 1 }] for the model in the example of parseLightgbm
 */
export function inspectModel(ensemble: TreeEnsemble): ModelReport {
  const { source, objective, link, trees, bestIteration, classNames, numberOfFeatures, warnings } = ensemble
  return {
    format: source.format,
    version: source.version ?? null,
    objective,
    link: link.kind,
    trees: trees.root.length,
    leaves: trees.leafValue.length,
    deepest: deepestLeaf(ensemble),
    outputs: ensemble.numberOfOutputs,
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
  let deepest = 0
  for (let node = left.length - 1; node >= 0; node--) {
    below[node] = 1 + Math.max(below[left[node]!] ?? 0, below[right[node]!] ?? 0)
    deepest = Math.max(deepest, below[node]!)
  }
  return deepest
}

function importancesOf(ensemble: TreeEnsemble): ModelReport['features'] {
  const { feature, counts } = ensemble.trees
  const found = new Map<number, { splits: number; weight: number }>()
  let total = 0
  feature.forEach((tested, node) => {
    const one = testedCell(ensemble, tested)
    const weight = counts?.node[node] ?? 1
    const { splits = 0, weight: sum = 0 } = found.get(one) ?? {}
    found.set(one, { splits: splits + 1, weight: sum + weight })
    total += weight
  })
  return Array.from(found, ([one, { splits, weight }]) => ({
    name: ensemble.featureNames?.[one] ?? `feature ${one}`,
    splits,
    share: total > 0 ? weight / total : 0,
  })).sort((a, b) => b.splits - a.splits || b.share - a.share)
}
