import { malformed } from '@riftline/base'
import type { TreesBuilder } from '../form/build-trees.ts'
import type { Link } from '../form/output-link.ts'
import { field, type JsonObject } from '../read/json-fields.ts'
import { linkOfCalibrator, readCalibrator } from './calibrator.ts'
import { readEnsemble } from './ensemble.ts'
import type { FasttreeBody, FasttreeHeader } from './header.ts'

/**
 * A model of one ensemble. Score = float32 of the sum of its trees (FastForest regression: divided by their number, in
 * float32); then e^Score for Tweedie, or Platt's sigmoid where the model is calibrated.
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
