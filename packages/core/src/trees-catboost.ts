// Trees of CatBoost alone, for bundles without the readers of other formats; the entry of all formats has saved models too

export { ArtifactError, RiftlineError } from '@riftline/base'
export { parseCatboost } from './trees/catboost/parse-catboost.ts'
export { type CompileOptions, compileEnsemble } from './trees/compile.ts'
export type * from './trees-base.ts'
