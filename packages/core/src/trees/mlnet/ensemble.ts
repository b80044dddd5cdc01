import { malformed, unsupported } from '@riftline/base'
import type { TreeRecord, TreesBuilder } from '../form/build-trees.ts'
import { checkTreeShape } from '../form/check-trees.ts'
import type { Link } from '../form/links.ts'
import { splitDecision } from '../form/scoring-rules.ts'
import {
  arrayField,
  asInteger,
  asObject,
  field,
  integerField,
  type JsonObject,
  type Where,
} from '../read/json-fields.ts'
import {
  asFiniteMlnetNumber,
  asMlnetNumber,
  asOrderedNumber,
  type FasttreeBody,
  type FasttreeHeader,
  linkOfCalibrator,
  readCalibrator,
} from './calibrator.ts'

/**
 * Reads a model of one ensemble. Score = float32 of the sum of its trees (FastForest regression: divided by their number, in
 * float32); then e^Score for Tweedie, or Platt's sigmoid if the model is calibrated.
 */
export function readSingleModel(model: JsonObject, header: FasttreeHeader, builder: TreesBuilder): FasttreeBody {
  const warnings = readEnsemble(model, '$', header.modelType, header.numberOfFeatures, 0, builder)
  return {
    numberOfOutputs: 1,
    averaging: header.aggregation === 'average' ? 'inScore' : 'none',
    baseScore: 0,
    trees: builder.finish(),
    link: readLink(model, header),
    warnings,
  }
}

function readLink(model: JsonObject, header: FasttreeHeader): Link {
  const calibrator = readCalibrator(field(model, 'calibrator'), '$.calibrator')
  if (calibrator === null) return { kind: header.outputTransform }
  if (header.outputTransform !== 'identity') {
    throw malformed('$.outputTransform', '"identity" with a calibrator', header.outputTransform)
  }
  return linkOfCalibrator(calibrator)
}

/**
 * Adds the trees of `holder.ensemble`; returns warnings. ML.NET's documentation weighs trees and adds a bias, but its scorer does neither:
 * anything but the weights 1 and the bias 0 of trained models is refused.
 */
export function readEnsemble(
  holder: JsonObject,
  path: string,
  modelType: string,
  features: number,
  output: number,
  builder: TreesBuilder,
): readonly string[] {
  const where = () => `${path}.ensemble`
  const ensemble = asObject(field(holder, 'ensemble'), where)
  const trees = arrayField(ensemble, 'Trees', where)
  checkOne(field(ensemble, 'Bias'), () => `${where()}.Bias`, 0)
  for (const [i, weight] of arrayField(ensemble, 'TreeWeights', where, trees.length).entries()) {
    checkOne(weight, () => `${where()}.TreeWeights[${i}]`, 1)
  }

  for (const [i, value] of trees.entries()) {
    const treeAt = () => `${where()}.Trees[${i}]`
    addRegressionTree(asObject(value, treeAt), treeAt, features, output, builder)
  }
  if (!modelType.startsWith('LightGbm')) return []
  const lacksDefaults = (tree: unknown): boolean => field(asObject(tree, where), 'DefaultValueForMissing') === undefined
  if (!trees.some(lacksDefaults)) return []
  return [
    `${where()}: DefaultValueForMissing is absent from a ${modelType}: rows with NaN go right, which may be wrong`,
  ]
}

function checkOne(value: unknown, where: Where, expected: number): void {
  const number = asMlnetNumber(value, where)
  if (number !== expected) {
    throw unsupported(where(), `${number}; ML.NET's scorer ignores weights and bias, so only ${expected} is supported`)
  }
}

const childKeys = ['LeftChild', 'RightChild'] as const

/**
 * Adds one `RegressionTree`: n nodes, n + 1 leaves, children are nodes if `c >= 0` and leaves `~c` otherwise. A tree without
 * nodes scores 0 whatever its leaf value, as in ML.NET's walker.
 */
function addRegressionTree(
  tree: JsonObject,
  where: Where,
  features: number,
  output: number,
  builder: TreesBuilder,
): void {
  const nodes = integerField(tree, 'NumberOfNodes', where, 0, 2 ** 31 - 2)
  const [left, right] = childKeys.map((key) => {
    const children = arrayField(tree, key, where, nodes)
    return children.map((child, n) => asInteger(child, () => `${where()}.${key}[${n}]`, ~nodes, nodes - 1))
  }) as [number[], number[]]
  integerField(tree, 'NumberOfLeaves', where, nodes + 1, nodes + 1)
  const leafValues = arrayField(tree, 'LeafValues', where, nodes + 1)
  const leafValue = leafValues.map((value, l) => asFiniteMlnetNumber(value, () => `${where()}.LeafValues[${l}]`))
  const splits = readSplits(tree, where, nodes, features, builder)
  if (nodes > 0) checkTreeShape(left, right, where, childKeys)
  builder.addTree(output, {
    ...splits,
    left,
    right,
    leafValue: nodes === 0 ? [0] : leafValue,
    linear: null,
    counts: null,
  })
}

/** Reads the splits of a `RegressionTree`: numerical comparisons, and "right if any of these one-hot slots is above 0". */
function readSplits(
  tree: JsonObject,
  where: Where,
  nodes: number,
  features: number,
  builder: TreesBuilder,
): Pick<TreeRecord, 'feature' | 'decision' | 'threshold'> {
  const flags = arrayField(tree, 'CategoricalSplitFlags', where, nodes)
  const indexes = arrayField(tree, 'NumericalSplitFeatureIndexes', where, nodes)
  const thresholds = arrayField(tree, 'NumericalSplitThresholds', where, nodes)
  const slotLists = optionalArray(tree, 'CategoricalSplitFeatures', where, nodes)
  optionalArray(tree, 'CategoricalSplitFeatureRanges', where, nodes) // windows for sparse vectors; only their number is checked
  const defaults = readDefaults(optionalArray(tree, 'DefaultValueForMissing', where, nodes), where)
  if (slotLists === null && flags.includes(true)) {
    throw malformed(`${where()}.CategoricalSplitFeatures`, 'the slots of the categorical nodes', null)
  }
  const tests = flags.map((flag, n) => {
    const replacement = defaults === null ? Number.NaN : defaults[n]!
    const thresholdAt = () => `${where()}.NumericalSplitThresholds[${n}]`
    if (flag === false) {
      // Both sides of the comparison are float32: .NET writes 0.1f as 0.1, and the double 0.1 is smaller.
      const threshold = Math.fround(asOrderedNumber(thresholds[n], thresholdAt))
      const feature = asInteger(indexes[n], () => `${where()}.NumericalSplitFeatureIndexes[${n}]`, 0, features - 1)
      const decision = replacement <= threshold ? splitDecision.nanGoesLeft : splitDecision.nanGoesRight
      return { feature, decision, threshold }
    }
    if (flag === true) {
      // Feature index and threshold have no meaning here (-1 and a set number in LightGBM's trees).
      asMlnetNumber(thresholds[n], thresholdAt)
      const slots = readSlots(slotLists?.[n], () => `${where()}.CategoricalSplitFeatures[${n}]`, features)
      const decision = replacement > 0 ? splitDecision.noSlotNorNan : splitDecision.noSlot
      return { feature: slots[0]!, decision, threshold: builder.addSlots(slots) }
    }
    throw malformed(`${where()}.CategoricalSplitFlags[${n}]`, 'true or false', flag)
  })
  return {
    feature: tests.map(({ feature }) => feature),
    decision: tests.map(({ decision }) => decision),
    threshold: tests.map(({ threshold }) => threshold),
  }
}

function optionalArray(tree: JsonObject, key: string, where: Where, nodes: number): readonly unknown[] | null {
  return (field(tree, key) ?? null) === null ? null : arrayField(tree, key, where, nodes)
}

/**
 * Replacements of NaN at each node, as float32; trees that LightGBM trained in ML.NET have them. If all are 0 ML.NET drops the
 * array, and NaN goes right instead of counting as 0.
 */
function readDefaults(values: readonly unknown[] | null, where: Where): Float32Array | null {
  if (values === null) return null
  const defaults = Float32Array.from(values, (value, n) =>
    asOrderedNumber(value, () => `${where()}.DefaultValueForMissing[${n}]`),
  )
  return defaults.some((value) => value !== 0) ? defaults : null
}

/** Reads ascending slots of the flattened feature vector, at least one. */
function readSlots(value: unknown, where: Where, features: number): readonly number[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw malformed(where(), 'a list of one or more features', value)
  }
  let smallest = 0
  for (const [i, slot] of value.entries())
    smallest = asInteger(slot, () => `${where()}[${i}]`, smallest, features - 1) + 1
  return value
}
