import { malformed, unsupported } from '@riftline/base'
import type { TreesBuilder } from '../form/build-trees.ts'
import type { Link } from '../form/tree-ensemble.ts'
import { arrayField, asObject, field, type JsonObject, type Where } from '../read/json-fields.ts'
import { linkOfCalibrator, readCalibrator } from './calibrator.ts'
import type { FasttreeBody, FasttreeHeader } from './header.ts'
import { asMlnetNumber } from './number.ts'
import { addRegressionTree } from './regression-tree.ts'

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
 * Adds the trees of `holder.ensemble` to output `output`. ML.NET's documentation weighs trees and adds a bias, but its scorer does
 * neither. Trained models always have weights 1 and bias 0; anything else is refused, as the two disagree.
 *
 * @returns warnings: a LightGBM model without `DefaultValueForMissing` does not define the side of NaN
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
