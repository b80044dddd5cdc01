// Trees of LightGBM alone, for bundles without the readers of other formats; the entry of all formats has saved models too

export { ArtifactError, RiftlineError } from '@riftline/base'
export { type CompileOptions, compileEnsemble } from './trees/compile.ts'
export { parseLightgbm } from './trees/lightgbm/parse-lightgbm.ts'
export { parseLightgbmText } from './trees/lightgbm/parse-lightgbm-text.ts'
export type * from './trees-base.ts'
