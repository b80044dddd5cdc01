import type { TreesBuilder } from '../../ensemble/build-trees.ts'
import { type SplitDecision, splitDecision } from '../../ensemble/split.ts'
import { asInteger, malformed } from '../json-fields.ts'
import { asMlnetNumber, asOrderedNumber } from './number.ts'

/** The arrays of one ML.NET `RegressionTree`, lengths proved, elements not looked at yet. */
export interface RegressionTreeArrays {
  readonly path: string
  readonly featureIndexes: readonly unknown[]
  readonly thresholds: readonly unknown[]
  readonly categoricalFlags: readonly unknown[]
  /** Null when no node is categorical. */
  readonly categoricalFeatures: readonly unknown[] | null
  /** Null when NaN goes right at every numerical node. */
  readonly defaults: readonly number[] | null
}

/**
 * What replaces NaN at each node, as float32; trees that LightGBM trained in ML.NET have it. When all are 0 ML.NET drops
 * the array, and NaN goes right instead of being 0.
 */
export function readDefaults(values: readonly unknown[] | null, path: string): readonly number[] | null {
  if (values === null) return null
  const defaults = Array.from(values, (value, i) =>
    Math.fround(asOrderedNumber(value, () => `${path}.DefaultValueForMissing[${i}]`)),
  )
  return defaults.some((value) => value !== 0) ? defaults : null
}

/** Node `node` of a tree: a numerical comparison, or "right if any of these one-hot slots is above 0". */
export function readSplit(
  tree: RegressionTreeArrays,
  node: number,
  columns: number,
  sets: TreesBuilder,
): { readonly feature: number; readonly decision: SplitDecision; readonly threshold: number } {
  const at = (key: string) => () => `${tree.path}.${key}[${node}]`
  const flag = tree.categoricalFlags[node]
  if (typeof flag !== 'boolean') throw malformed(at('CategoricalSplitFlags')(), 'true or false', flag)
  const replacement = tree.defaults === null ? Number.NaN : (tree.defaults[node] as number)
  const threshold = asMlnetNumber(tree.thresholds[node], at('NumericalSplitThresholds'))
  if (flag) {
    // Feature index and threshold mean nothing here (-1 and a set number in LightGBM's trees).
    const slots = readSlots(tree.categoricalFeatures?.[node], at('CategoricalSplitFeatures'), columns)
    const decision = replacement > 0 ? splitDecision.noSlotNorNan : splitDecision.noSlot
    return { feature: slots[0] as number, decision, threshold: sets.addSlots(slots) }
  }
  // Both sides of the comparison are float32: .NET writes 0.1f as 0.1, and the double 0.1 is the smaller one.
  const rounded = Math.fround(asOrderedNumber(threshold, at('NumericalSplitThresholds')))
  return {
    feature: asInteger(tree.featureIndexes[node], at('NumericalSplitFeatureIndexes'), 0, columns - 1),
    decision: replacement <= rounded ? splitDecision.nanGoesLeft : splitDecision.nanGoesRight,
    threshold: rounded,
  }
}

/** Slots of the flattened feature vector, at least one, ascending. */
function readSlots(value: unknown, where: () => string, columns: number): number[] {
  if (!Array.isArray(value) || value.length === 0) throw malformed(where(), 'a list of one or more features', value)
  let smallest = 0
  return Array.from(value, (slot, i) => {
    const feature = asInteger(slot, () => `${where()}[${i}]`, smallest, columns - 1)
    smallest = feature + 1
    return feature
  })
}
