// Trees: LightGBM and ML.NET models to exact scores, without a dependency

export { ArtifactError, RiftlineError } from '@riftline/base'
export { loadEnsemble, saveEnsemble } from './trees/binary/ensemble-file.ts'
export { type CompileOptions, compileEnsemble, compileLogits, type LogitScorer, logit } from './trees/compile.ts'
export type { BatchOptions, Evaluator, SliceOptions } from './trees/create-evaluator.ts'
export type { EarlyStop } from './trees/early-stop.ts'
export type {
  Categories,
  ClassName,
  LinearLeaves,
  Link,
  Sigmoid,
  TreeEnsemble,
  Trees,
} from './trees/form/tree-ensemble.ts'
export { parseLightgbm } from './trees/lightgbm/parse-lightgbm.ts'
export { parseLightgbmText } from './trees/lightgbm/parse-lightgbm-text.ts'
export { parseFasttree } from './trees/mlnet/parse-fasttree.ts'
export { parseMlnetZip } from './trees/mlnet/zip/parse-mlnet-zip.ts'
