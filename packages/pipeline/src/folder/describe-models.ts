import { toUtc } from '@riftline/base'
import { type BaseModel, baseModels, modelPath } from '@riftline/predictor'
import type { GradedForecast } from '../evaluate/graded-forecast.ts'
import { type Scores, score } from '../evaluate/scores.ts'
import type { TrainingRecord } from '../report/report-input.ts'
import { hyperparameters } from '../train/hyperparameters.ts'
import type { TrainedModels } from '../train/train-windows.ts'
import type { TrainingSpan } from '../train/windows.ts'
import type { ArtifactFile } from './artifact-file.ts'

/** What the manifest tells of one model beside its file. */
export interface ModelAbout {
  readonly model: BaseModel
  readonly trainer: string
  readonly version: string
  readonly window: { readonly from: string; readonly until: string }
  /** The trainer's own record: parameters, rounds, rows, log-loss of the rows that stopped it. */
  readonly training: Readonly<Record<string, unknown>>
  /** Scores of the raw chances by test window, of models with these settings trained before the window. */
  readonly metrics: Readonly<Record<string, Scores>>
}

const formats: Readonly<Record<BaseModel, string>> = {
  fasttree: 'mlnet-fasttree',
  lightgbm: 'lightgbm-dump',
  pcasweep: 'riftline-pcasweep',
}

export interface DescribedModels {
  readonly files: Readonly<Record<string, ArtifactFile>>
  readonly about: readonly ModelAbout[]
}

/** The model files with their entries for the manifest. */
export function describeModels(
  { span, files: texts }: TrainedModels,
  windows: readonly { readonly name: string; readonly graded: readonly GradedForecast[] }[],
): DescribedModels {
  const files: Record<string, ArtifactFile> = {}
  const all: ModelAbout[] = []
  for (const model of baseModels) {
    const path = modelPath(model)
    const text = texts[path]!
    const about = aboutModel(model, text, span, windows)
    all.push(about)
    files[path] = { text, format: formats[model], about: { ...about } }
  }
  return { files, about: all }
}

function aboutModel(
  model: BaseModel,
  text: string,
  span: TrainingSpan,
  windows: readonly { readonly name: string; readonly graded: readonly GradedForecast[] }[],
): ModelAbout {
  const { training = {} } = JSON.parse(text) as { readonly training?: Readonly<Record<string, unknown>> }
  const { trainer = 'riftline', version = '1', ...rest } = training
  const metrics = windows.map(({ name, graded }) => [name, score(graded, ({ match }) => match[model].raw)] as const)
  return {
    model,
    trainer: String(trainer),
    version: String(version),
    window: { from: toUtc(span.fromMs), until: toUtc(span.untilMs) },
    training: rest,
    metrics: Object.fromEntries(metrics),
  }
}

/** Makes the report's line of one model from the trainer's own record. */
export function trainingRecord({ model, trainer, version, training }: ModelAbout): TrainingRecord {
  const { trainRows, rows, bestIteration, bestNumberOfTrees, stopLogLoss } = training
  return {
    model,
    rows: Number(trainRows ?? rows),
    features: hyperparameters[model].features,
    settings: model === 'pcasweep' ? { C: training.C } : hyperparameters[model].parameters,
    trainer,
    version,
    bestIteration: numberOrNull(bestIteration ?? bestNumberOfTrees),
    stopLogLoss: numberOrNull(stopLogLoss),
  }
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
