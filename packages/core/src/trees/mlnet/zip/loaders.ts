/** Properties of a model that its loader determines, in the words of the `mlnet-fasttree` schema. */
export interface PredictorLoader {
  readonly modelType: string
  readonly task: 'binary' | 'regression' | 'ranking'
}

/** Versions, `n` of 1.n, of a loader's tree ensembles. */
export interface EnsembleLoader extends PredictorLoader {
  readonly newest: number
  readonly featuresSince: number
  readonly defaultsSince: number
  readonly categoriesSince: number
}

const fastTree = { newest: 5, featuresSince: 2, defaultsSince: 4, categoriesSince: 5 }
const tweedie = { newest: 3, featuresSince: 1, defaultsSince: 2, categoriesSince: 3 }
const forest = { newest: 6, featuresSince: 3, defaultsSince: 5, categoriesSince: 6 }

/** Tree ensembles by loader. LightGBM's trees in ML.NET are written as FastTree's are. */
export const ensembleLoaders: ReadonlyMap<string, EnsembleLoader> = new Map([
  ['FastTreeBinaryExec', { modelType: 'FastTreeBinaryModelParameters', task: 'binary', ...fastTree }],
  ['FastTreeRegressionExec', { modelType: 'FastTreeRegressionModelParameters', task: 'regression', ...fastTree }],
  ['FastTreeRankerExec', { modelType: 'FastTreeRankingModelParameters', task: 'ranking', ...fastTree }],
  ['FastTreeTweedieExec', { modelType: 'FastTreeTweedieModelParameters', task: 'regression', ...tweedie }],
  ['FastForestBinaryExec', { modelType: 'FastForestBinaryModelParameters', task: 'binary', ...forest }],
  ['FastForestRegressionExec', { modelType: 'FastForestRegressionModelParameters', task: 'regression', ...forest }],
  ['LightGBMBinaryExec', { modelType: 'LightGbmBinaryModelParameters', task: 'binary', ...fastTree }],
  ['LightGBMRegressionExec', { modelType: 'LightGbmRegressionModelParameters', task: 'regression', ...fastTree }],
  ['LightGBMRankerExec', { modelType: 'LightGbmRankingModelParameters', task: 'ranking', ...fastTree }],
])

/** Additive models by loader. */
export const gamLoaders: ReadonlyMap<string, PredictorLoader> = new Map([
  ['BinaryClassGamPredictor', { modelType: 'GamBinaryModelParameters', task: 'binary' }],
  ['RegressionGamPredictor', { modelType: 'GamRegressionModelParameters', task: 'regression' }],
])

/** A predictor and its calibrator, in folders `Predictor` and `Calibrator`. The block of these is empty. */
export const calibratedLoaders: ReadonlySet<string> = new Set([
  'CaliPredExec',
  'BulkCaliPredExec',
  'FeatWCaliPredExec',
  'PMixCaliPredExec',
  'SchemaBindableCalibrated',
])
