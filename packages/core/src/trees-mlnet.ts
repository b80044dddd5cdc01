// Trees of ML.NET alone, for bundles without the readers of other formats; the entry of all formats has saved models too

export { ArtifactError, RiftlineError } from '@riftline/base'
export { type CompileOptions, compileWithoutContributions as compileEnsemble } from './trees/compile.ts'
export { parseFasttree } from './trees/mlnet/parse-fasttree.ts'
export { parseMlnetZip } from './trees/mlnet/zip/parse-mlnet-zip.ts'
export type * from './trees-base.ts'
