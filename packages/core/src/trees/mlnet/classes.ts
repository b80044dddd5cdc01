import { malformed } from '@riftline/base'
import type { TreesBuilder } from '../form/build-trees.ts'
import { type Calibrator, classesOfPairs, type Link } from '../form/tree-ensemble.ts'
import { arrayField, asObject, choiceField, field, type JsonObject } from '../read/json-fields.ts'
import { readCalibrator } from './calibrator.ts'
import { readEnsemble } from './ensemble.ts'
import { addGamClass } from './gam.ts'
import { type FasttreeBody, type FasttreeHeader, readModelType, requirePlainSum } from './header.ts'

/**
 * Reads one model per class, of trees or additive, or per pair of classes (`Pairwise`). Trees are stored class by class; iteration i is
 * the i-th tree of every class, even if classes have different numbers of trees.
 *
 * Source: https://github.com/dotnet/machinelearning/blob/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.StandardTrainers/Standard/MulticlassClassification/OneVersusAllTrainer.cs
 */
export function readClasses(model: JsonObject, header: FasttreeHeader, builder: TreesBuilder): FasttreeBody {
  requirePlainSum(header)
  const root = () => '$'
  const formula = choiceField(model, 'outputFormula', root, formulas)
  const subModels = arrayField(model, 'subModels', root)
  if (subModels.length === 0) throw malformed('$.subModels', 'one model or more', subModels)
  const classes = formula === 'Pairwise' ? classesOfPairs(subModels.length) : subModels.length
  if (!Number.isInteger(classes)) {
    throw malformed('$.subModels', 'a model for each pair of classes, K (K + 1) / 2', subModels.length)
  }
  if (header.classNames !== null && header.classNames.length !== classes) {
    throw malformed('$.outputNames', `names of ${classes} classes`, header.classNames.length)
  }

  const warnings: string[] = []
  const calibrators: Calibrator[] = []
  for (const [k, value] of subModels.entries()) {
    const path = `$.subModels[${k}]`
    const subModel = asObject(value, () => path)
    const modelType = readModelType(subModel, path)
    if ((field(subModel, 'gam') ?? null) !== null) addGamClass(subModel, path, header.numberOfFeatures, k, builder)
    else warnings.push(...readEnsemble(subModel, path, modelType, header.numberOfFeatures, k, builder))
    const calibrator = readCalibrator(field(subModel, 'calibrator'), `${path}.calibrator`)
    if (calibrator !== null) calibrators.push(calibrator)
    else if (formula === 'ProbabilityNormalization' || formula === 'Pairwise') {
      throw malformed(`${path}.calibrator`, 'a calibrator', null)
    }
  }
  return {
    numberOfOutputs: subModels.length,
    averaging: 'none',
    baseScore: 0,
    trees: builder.finish(),
    link: linkOf(formula, calibrators),
    warnings,
  }
}

const formulas = ['Softmax', 'ProbabilityNormalization', 'Raw', 'Pairwise'] as const

function linkOf(formula: (typeof formulas)[number], calibrators: readonly Calibrator[]): Link {
  switch (formula) {
    case 'Softmax':
      return { kind: 'softmax', shiftByMaximum: false }
    case 'ProbabilityNormalization':
      return { kind: 'normalisedSigmoids', sigmoids: calibrators }
    case 'Pairwise':
      return { kind: 'pairwise', calibrators }
    case 'Raw':
      return { kind: 'identity' }
  }
}
