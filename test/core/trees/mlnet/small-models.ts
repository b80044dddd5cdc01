import { fasttreeEnsemble, fasttreeStump, fasttreeThreeLeaves } from '../tiny.ts'
import { chainKey, ensembleBlock, modelKey, plattKey, stepKey } from './write-model.ts'
import type { ZipFile } from './write-zip.ts'

/** Ensemble of three trees over two features, with missing defaults, an infinite threshold and a categorical split. */
export const ensemble: Record<string, unknown> = fasttreeEnsemble([
  fasttreeThreeLeaves({ DefaultValueForMissing: [0, 6] }),
  fasttreeStump({ NumericalSplitThresholds: ['Infinity'] }),
  fasttreeStump({
    NumericalSplitFeatureIndexes: [-1],
    CategoricalSplitFlags: [true],
    CategoricalSplitFeatures: [[0, 1]],
    CategoricalSplitFeatureRanges: [[0, 1]],
  }),
])

export const step = 'TransformerChain/Transform_000'

export function ensembleKey(folder: string, holder: Record<string, unknown> = ensemble): ZipFile {
  return modelKey(folder, { loader: 'FastTreeBinaryExec', version: 5, block: ensembleBlock(holder, 2) })
}

/** Files of a calibrated binary model in `folder`. */
export function calibrated(folder: string, wrapper = 'FeatWCaliPredExec'): ZipFile[] {
  return [modelKey(folder, { loader: wrapper }), ensembleKey(`${folder}/Predictor`), plattKey(`${folder}/Calibrator`)]
}

/** Files of a pipeline of that one step. */
export const plain: readonly ZipFile[] = [
  chainKey('TransformerChain', 7),
  stepKey(step),
  ...calibrated(`${step}/Model`),
]
