import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '@riftline/base'
import { parsePcaSweep } from '@riftline/core'
import { featureNames, type MemberModels, modelPath } from '@riftline/predictor'
import type { FeatureRow } from '../features/feature-rows.ts'
import { averagePcaSweep, fitPcaSweep } from '../fit/pca-sweep.ts'
import { crossValidatePcaSweep, type Fold } from '../fit/select-components.ts'
import { hyperparameters, type PcaSweepSettings } from './hyperparameters.ts'
import { importTrees, runTrainer, type TrainerCommands, type TrainerJob, type TreeTrainer } from './run-trainers.ts'
import { everyNth, type ForecastWindow, rowsWithin, type TrainingSpan, type WindowPlan, writeTable } from './windows.ts'

/** Three models trained on one span of series, both parsed and as the JSON text of their artifacts. */
export type TrainedModels = Awaited<ReturnType<typeof collect>>

export interface TrainedWindow extends TrainedModels {
  readonly window: ForecastWindow
}

export interface TrainOptions {
  readonly commands: TrainerCommands
  readonly workFolder: string
  readonly onProgress?: (line: string) => void
}

const treeTrainers: readonly TreeTrainer[] = ['lightgbm', 'fasttree']

/** Trains three models per window and three on all series; each trainer grows all its trees in one run, both at the same time. */
export async function trainWindows(rows: readonly FeatureRow[], plan: WindowPlan, options: TrainOptions) {
  const { commands, workFolder, onProgress } = options
  const { trainingStartMs: fromMs, untilMs } = plan
  const windows: (Training & { readonly window: ForecastWindow })[] = []
  for (const window of plan.windows) {
    const folder = join(workFolder, window.name)
    windows.push({ window, ...(await prepare(rows, { fromMs, untilMs: window.fromMs }, folder)) })
  }
  const final = await prepare(rows, { fromMs, untilMs }, join(workFolder, 'final'))
  const jobsOf = (trainer: TreeTrainer) => [...windows, final].map(({ jobs }) => jobs.get(trainer)!)
  const total = treeTrainers.flatMap(jobsOf).length
  let done = 0
  const onJob = (): void => onProgress?.(`trained ${++done} of ${total} tree models`)
  await Promise.all(
    treeTrainers.map((trainer) => runTrainer(trainer, jobsOf(trainer), { commands, workFolder, onJob })),
  )
  return {
    windows: await Promise.all(
      windows.map(async ({ window, ...training }) => ({ window, ...(await collect(rows, training)) })),
    ),
    final: await collect(rows, final),
  }
}

interface Training {
  readonly span: TrainingSpan
  readonly folder: string
  readonly jobs: ReadonlyMap<TreeTrainer, TrainerJob>
}

async function prepare(rows: readonly FeatureRow[], span: TrainingSpan, folder: string): Promise<Training> {
  await mkdir(folder, { recursive: true })
  const jobs = new Map<TreeTrainer, TrainerJob>()
  for (const trainer of treeTrainers) {
    const { features, parameters } = hyperparameters[trainer]
    const table = join(folder, `${trainer}.csv`)
    await writeTable(table, { features, rows, span })
    jobs.set(trainer, { table, parameters, out: dumpFile(folder, trainer) })
  }
  return { span, folder, jobs }
}

async function collect(rows: readonly FeatureRow[], { span, folder }: Training) {
  const files: Record<string, string> = {}
  async function readTrees(trainer: TreeTrainer): Promise<MemberModels[TreeTrainer]> {
    const path = modelPath(trainer)
    files[path] = await readFile(dumpFile(folder, trainer), 'utf8')
    return importTrees(trainer, path, files[path])
  }
  const pcasweep = trainPcaSweep(hyperparameters.pcasweep, rows, span)
  files[modelPath('pcasweep')] = pcasweep
  const models = {
    fasttree: await readTrees('fasttree'),
    lightgbm: await readTrees('lightgbm'),
    pcasweep: parsePcaSweep(pcasweep),
  }
  return { span, models, files }
}

function dumpFile(folder: string, trainer: TreeTrainer): string {
  return join(folder, `${trainer}.json`)
}

const folds = 6
/** Gap between the training rows and a test fold, longer than any series lasts. */
const gapMs = dayMs

/** Fits pcasweep, its log odds averaged over every k below full rank; returns also the log-loss of each k by time. */
function trainPcaSweep(settings: PcaSweepSettings, rows: readonly FeatureRow[], span: TrainingSpan): string {
  const known = rowsWithin(rows, span)
  const columns = settings.features.map((name) => featureNames.indexOf(name))
  const table = known.map((row) => Float64Array.from(columns, (column) => row.vector[column]!))
  const outcomes = known.map((row) => row.outcome)
  const { C, features: names } = settings
  const options = { C, first: 0, ks: names.slice(1).map((_, i) => i + 1) }
  const validation = crossValidatePcaSweep(table, outcomes, { ...options, folds: expandingFolds(known) })
  const fit = fitPcaSweep(table, outcomes, { ...options, featureNames: names })
  const { mean, seOfDifference } = validation
  const sweep = options.ks.map((k, i) => ({ k, meanLogLoss: mean[i]!, seOfDifference: seOfDifference[i]! }))
  const { explainedRatio } = fit
  const training = { rows: known.length, folds, C, explainedRatio, oneSE: validation.oneSE }
  const equal = options.ks.map(() => 1)
  const model = { ...averagePcaSweep(fit, equal), sweep, training }
  return `${JSON.stringify({ ...model, verification: verify(model, everyNth(table, verificationRows)) })}\n`
}

const verificationRows = 300

/** Rows with their scores by core's own reader, with which other readers of the artifact can check themselves, as for trees. */
function verify(model: object, rows: readonly Float64Array[]): object {
  const parsed = parsePcaSweep(model)
  return {
    rows: rows.map((row) => Array.from(row)),
    rawScore: rows.map((row) => parsed.logit(row)),
    probability: rows.map((row) => parsed.predict(row)),
  }
}

/** The second half of the rows in `folds` blocks; each is forecast from everything before it, minus the gap. */
function expandingFolds(rows: readonly FeatureRow[]): Fold[] {
  const half = Math.floor(rows.length / 2)
  const size = Math.floor((rows.length - half) / folds)
  return Array.from({ length: folds }, (_, index) => {
    const from = half + index * size
    const until = index === folds - 1 ? rows.length : from + size
    const firstMs = rows[from]!.startMs
    const train = range(0, from).filter((row) => rows[row]!.startMs < firstMs - gapMs)
    return { train, test: range(from, until) }
  })
}

function range(from: number, until: number): number[] {
  return Array.from({ length: until - from }, (_, index) => from + index)
}
