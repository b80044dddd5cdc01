// Trees of every format: evaluators, saved models, types

export { ArtifactError, RiftlineError } from '@riftline/base'
export { loadEnsemble, saveEnsemble } from './trees/binary/ensemble-file.ts'
export { type CompileOptions, compileEnsemble, compileLogits, type LogitScorer, logit } from './trees/compile.ts'
export type { EarlyStop } from './trees/early-stop.ts'
export type { BatchOptions, Evaluator, NumberOptions, SliceOptions } from './trees/evaluator.ts'
export { describeSplit } from './trees/form/describe-split.ts'
export { inspectModel, type ModelReport } from './trees/form/inspect-model.ts'
export type { Link, Sigmoid } from './trees/form/links.ts'
export type { Categories, ClassName, LinearLeaves, Source, TreeEnsemble, Trees } from './trees/form/tree-ensemble.ts'
export { type TreePlace, treePlaces } from './trees/form/tree-places.ts'
export { createLineReader } from './trees/line-reader.ts'
export type { NamedRow, Row, RowBatch, SparseRow, SparseRows } from './trees/rows.ts'
