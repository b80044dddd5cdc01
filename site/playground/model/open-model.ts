import { RiftlineError } from '@riftline/base'
import {
  compileEnsemble,
  type Evaluator,
  inspectModel,
  type ModelReport,
  parseModel,
  type TreeEnsemble,
} from '@riftline/core/trees'

/** Largest file of a model, in bytes. A page has little memory, and this is more than a thousand trees of a thousand leaves. */
export const largestModel = 250_000_000

/** Facts of a model that the page shows. */
export interface OpenedModel {
  readonly report: ModelReport
  /** Names of the features in their order. */
  readonly features: readonly string[]
  /** Whether the file tells how many training rows reached each node. */
  readonly hasCounts: boolean
  readonly tellsClasses: boolean
  /** Names of the columns of `predictions` and `rawScores`. */
  readonly predictionNames: readonly string[]
  readonly rawNames: readonly string[]
  readonly engine: string
  /** Seconds that reading and compiling took. */
  readonly seconds: number
}

/** Reads a file of any format of `parseModel`. */
export async function openModel(file: Blob): Promise<{ readonly evaluator: Evaluator; readonly opened: OpenedModel }> {
  if (file.size > largestModel) {
    const message = `model: ${file.size} bytes; this page reads files of at most ${largestModel}. \`parseModel\` in a program reads larger ones`
    throw new RiftlineError('invalid_argument', message)
  }
  if (file.size === 0) throw new RiftlineError('invalid_argument', 'model: the file is empty')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const start = performance.now()
  const ensemble = await parseModel(bytes)
  const evaluator = compileEnsemble(ensemble)
  const seconds = (performance.now() - start) / 1000
  return { evaluator, opened: { ...factsOf(evaluator), seconds } }
}

function factsOf(evaluator: Evaluator): Omit<OpenedModel, 'seconds'> {
  const { ensemble, plan, numberOfPredictions, numberOfOutputs, numberOfFeatures } = evaluator
  return {
    report: inspectModel(ensemble),
    features: Array.from({ length: numberOfFeatures }, (_, i) => ensemble.featureNames?.[i] ?? `feature ${i}`),
    hasCounts: ensemble.trees.counts !== null,
    tellsClasses: ensemble.classifies,
    predictionNames: columnNames(ensemble, 'prediction', numberOfPredictions),
    rawNames: columnNames(ensemble, 'raw score', numberOfOutputs),
    engine: `${plan.engine}: ${plan.reason}`,
  }
}

function columnNames({ classNames }: TreeEnsemble, word: string, count: number): readonly string[] {
  if (count === 1) return [word]
  return Array.from({ length: count }, (_, k) => `${word} ${classNames?.length === count ? classNames[k] : k}`)
}
