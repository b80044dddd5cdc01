// Trees of XGBoost alone, for bundles without the readers of other formats; the entry of all formats has saved models too

export { ArtifactError, RiftlineError } from '@riftline/base'
export { type CompileOptions, compileEnsemble } from './trees/compile.ts'
export { parseXgboost } from './trees/xgboost/parse-xgboost.ts'
export type * from './trees-base.ts'
