import { malformed } from '../../errors.ts'
import type { TreesBuilder } from '../form/build-trees.ts'
import type { Link, Sigmoid } from '../form/output-link.ts'
import { arrayField, asObject, choiceField, field, type JsonObject } from '../read/json-fields.ts'
import { readCalibrator } from './calibrator.ts'
import { readEnsemble } from './ensemble.ts'
import { addGamClass } from './gam.ts'
import { type FasttreeBody, type FasttreeHeader, readModelType, requirePlainSum } from './header.ts'

/**
 * One model per class, of trees or additive. The raw scores are the classes' float32 Scores; `outputFormula` says what
 * ML.NET reports: `Softmax` of them, `ProbabilityNormalization` of the classes' Platt probabilities, or the `Raw` scores.
 * Trees are kept class by class; iteration i is the i-th tree of every class, also where classes have different numbers
 * of trees.
 *
 * Source: https://github.com/dotnet/machinelearning/blob/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.StandardTrainers/Standard/MulticlassClassification/OneVersusAllTrainer.cs
 */
export function readClasses(model: JsonObject, header: FasttreeHeader, builder: TreesBuilder): FasttreeBody {
  requirePlainSum(header)
  const root = () => '$'
  const formula = choiceField(model, 'outputFormula', root, ['Softmax', 'ProbabilityNormalization', 'Raw'])
  const subModels = arrayField(model, 'subModels', root)
  if (subModels.length === 0) throw malformed('$.subModels', 'one model or more', subModels)

  const warnings: string[] = []
  const sigmoids: Sigmoid[] = []
  for (const [k, value] of subModels.entries()) {
    const path = `$.subModels[${k}]`
    const subModel = asObject(value, () => path)
    const modelType = readModelType(subModel, path)
    if ((field(subModel, 'gam') ?? null) !== null) addGamClass(subModel, path, header.numberOfFeatures, k, builder)
    else warnings.push(...readEnsemble(subModel, path, modelType, header.numberOfFeatures, k, builder))
    const sigmoid = readCalibrator(field(subModel, 'calibrator'), `${path}.calibrator`)
    if (sigmoid !== null) sigmoids.push(sigmoid)
    else if (formula === 'ProbabilityNormalization') throw malformed(`${path}.calibrator`, 'a calibrator', null)
  }
  return {
    numberOfOutputs: subModels.length,
    averaging: 'none',
    baseScore: 0,
    trees: builder.finish(),
    link: linkOf(formula, sigmoids),
    warnings,
  }
}

function linkOf(formula: 'Softmax' | 'ProbabilityNormalization' | 'Raw', sigmoids: readonly Sigmoid[]): Link {
  switch (formula) {
    case 'Softmax':
      return { kind: 'softmax', shiftByMaximum: false }
    case 'ProbabilityNormalization':
      return { kind: 'normalisedSigmoids', sigmoids }
    case 'Raw':
      return { kind: 'identity' }
  }
}
