// Trees in ONNX alone, for bundles without the readers of other formats; the entry of all formats has saved models too

export { ArtifactError, RiftlineError } from '@riftline/base'
export { type CompileOptions, compileWithoutContributions as compileEnsemble } from './trees/compile.ts'
export { parseOnnx } from './trees/onnx/parse-onnx.ts'
export type * from './trees-base.ts'
