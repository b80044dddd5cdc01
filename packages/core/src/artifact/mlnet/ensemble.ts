import type { TreesBuilder } from '../../ensemble/build-trees.ts'
import { arrayField, asObject, field, type JsonObject, unsupported } from '../json-fields.ts'
import { asMlnetNumber } from './number.ts'
import { readRegressionTree } from './tree.ts'

/**
 * Adds the trees of `holder.ensemble` to output `output`. ML.NET's documentation weighs trees and adds a bias, its scorer
 * does neither; trained models always have weights 1 and bias 0, and anything else is refused because the two disagree.
 *
 * @returns warnings: a LightGBM model whose exporter left `DefaultValueForMissing` out does not say where NaN goes
 */
export function readEnsemble(
  holder: JsonObject,
  path: string,
  modelType: string,
  columns: number,
  output: number,
  builder: TreesBuilder,
): readonly string[] {
  const where = () => `${path}.ensemble`
  const ensemble = asObject(field(holder, 'ensemble'), where)
  const trees = arrayField(ensemble, 'Trees', where)
  checkOne(field(ensemble, 'Bias'), `${where()}.Bias`, 0)
  arrayField(ensemble, 'TreeWeights', where, trees.length).forEach((weight, i) => {
    checkOne(weight, `${where()}.TreeWeights[${i}]`, 1)
  })

  let defaultsKnown = true
  for (const [i, value] of trees.entries()) {
    const treePath = `${where()}.Trees[${i}]`
    const tree = asObject(value, () => treePath)
    if (field(tree, 'DefaultValueForMissing') === undefined) defaultsKnown = false
    builder.addTree(output, readRegressionTree(tree, treePath, columns, builder))
  }
  if (defaultsKnown || !modelType.startsWith('LightGbm')) return []
  return [
    `${where()}: DefaultValueForMissing is absent from a ${modelType}: rows with NaN go right, which may be wrong`,
  ]
}

function checkOne(value: unknown, path: string, expected: number): void {
  const number = asMlnetNumber(value, () => path)
  if (number !== expected) {
    throw unsupported(path, `${number}; ML.NET's scorer ignores weights and bias, so only ${expected} is supported`)
  }
}
