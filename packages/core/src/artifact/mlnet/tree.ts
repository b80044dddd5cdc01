import type { TreeRecord, TreesBuilder } from '../../ensemble/build-trees.ts'
import { arrayField, asInteger, field, integerField, type JsonObject, malformed, type Where } from '../json-fields.ts'
import { asFiniteMlnetNumber } from './number.ts'
import { type RegressionTreeArrays, readDefaults, readSplit } from './split.ts'
import { checkTreeShape } from './tree-shape.ts'

/**
 * One tree: n nodes, n + 1 leaves, children `c >= 0` nodes and `~leaf` otherwise. A tree without nodes scores 0 whatever
 * its leaf value says, as ML.NET's walker does.
 */
export function readRegressionTree(tree: JsonObject, path: string, columns: number, sets: TreesBuilder): TreeRecord {
  const where = () => path
  const nodes = integerField(tree, 'NumberOfNodes', where, 0, 2 ** 31 - 2)
  const left = readChildren(tree, 'LeftChild', where, nodes)
  const right = readChildren(tree, 'RightChild', where, nodes)
  const arrays = readArrays(tree, path, nodes)
  integerField(tree, 'NumberOfLeaves', where, nodes + 1, nodes + 1)
  const leafValue = Array.from(arrayField(tree, 'LeafValues', where, nodes + 1), (value, i) =>
    asFiniteMlnetNumber(value, () => `${path}.LeafValues[${i}]`),
  )
  if (nodes === 0)
    return { feature: [], decision: [], threshold: [], left, right, leafValue: [0], linear: null, counts: null }
  checkTreeShape(left, right, path)

  const record: TreeRecord = {
    feature: [],
    decision: [],
    threshold: [],
    left,
    right,
    leafValue,
    linear: null,
    counts: null,
  }
  for (let node = 0; node < nodes; node++) {
    const split = readSplit(arrays, node, columns, sets)
    record.feature.push(split.feature)
    record.decision.push(split.decision)
    record.threshold.push(split.threshold)
  }
  return record
}

function readChildren(tree: JsonObject, key: string, where: Where, nodes: number): number[] {
  return Array.from(arrayField(tree, key, where, nodes), (child, i) =>
    asInteger(child, () => `${where()}.${key}[${i}]`, ~nodes, nodes - 1),
  )
}

function readArrays(tree: JsonObject, path: string, nodes: number): RegressionTreeArrays {
  const where = () => path
  const optional = (key: string) => ((field(tree, key) ?? null) === null ? null : arrayField(tree, key, where, nodes))
  const categoricalFlags = arrayField(tree, 'CategoricalSplitFlags', where, nodes)
  const categoricalFeatures = optional('CategoricalSplitFeatures')
  optional('CategoricalSplitFeatureRanges') // a window for sparse vectors; only its length can be wrong
  if (categoricalFeatures === null && categoricalFlags.includes(true)) {
    throw malformed(`${path}.CategoricalSplitFeatures`, 'the slots of the categorical nodes', null)
  }
  return {
    path,
    featureIndexes: arrayField(tree, 'NumericalSplitFeatureIndexes', where, nodes),
    thresholds: arrayField(tree, 'NumericalSplitThresholds', where, nodes),
    categoricalFlags,
    categoricalFeatures,
    defaults: readDefaults(optional('DefaultValueForMissing'), path),
  }
}
