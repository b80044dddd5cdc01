import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parsePcaSweep } from '@riftline/core'
import { type MemberModels, modelPath } from '@riftline/predictor'
import type { FeatureRow } from '../features/feature-rows.ts'
import { hyperparameters } from './hyperparameters.ts'
import { importTrees, runTrainer, type TrainerCommands, type TrainerJob, type TreeTrainer } from './run-trainers.ts'
import { trainPcaSweep } from './train-pca-sweep.ts'
import type { TrainingSpan, Window, WindowPlan } from './windows.ts'
import { writeTable } from './write-table.ts'

/** Three models that learned from one span of series: parsed, and as the JSON text of their artifacts. */
export interface TrainedModels {
  readonly span: TrainingSpan
  readonly models: MemberModels
  /** By path in an artifacts folder. */
  readonly files: Readonly<Record<string, string>>
}

/** A window with the models that learned from the series before it. */
export interface TrainedWindow extends TrainedModels {
  readonly window: Window
}

export interface TrainedPlan {
  readonly windows: readonly TrainedWindow[]
  /** Learned from everything: the models of the artifacts. */
  readonly final: TrainedModels
}

export interface TrainOptions {
  readonly commands: TrainerCommands
  /** Tables and dumps are written here. */
  readonly workFolder: string
  readonly onProgress?: (line: string) => void
}

const treeTrainers: readonly TreeTrainer[] = ['lightgbm', 'fasttree']

/** Trains three models for every window and three on everything: all trees in one run of each trainer, both trainers side by side. */
export async function trainWindows(
  rows: readonly FeatureRow[],
  plan: WindowPlan,
  options: TrainOptions,
): Promise<TrainedPlan> {
  const { commands, workFolder, onProgress } = options
  const { trainingStartMs: fromMs, untilMs } = plan
  const windows: (Training & { readonly window: Window })[] = []
  for (const window of plan.windows) {
    const folder = join(workFolder, window.name)
    windows.push({ window, ...(await prepare(rows, { fromMs, untilMs: window.fromMs }, folder)) })
  }
  const final = await prepare(rows, { fromMs, untilMs }, join(workFolder, 'final'))
  const jobsOf = (trainer: TreeTrainer): TrainerJob[] => [...windows, final].flatMap(({ jobs }) => jobs[trainer])
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

/** One span's trainings: jobs whose tables are written and whose dumps will stand in `folder`. */
interface Training {
  readonly span: TrainingSpan
  readonly folder: string
  readonly jobs: Readonly<Record<TreeTrainer, readonly TrainerJob[]>>
}

async function prepare(rows: readonly FeatureRow[], span: TrainingSpan, folder: string): Promise<Training> {
  await mkdir(folder, { recursive: true })
  const jobs: Record<TreeTrainer, TrainerJob[]> = { lightgbm: [], fasttree: [] }
  for (const trainer of treeTrainers) {
    const { features, parameters } = hyperparameters[trainer]
    const table = join(folder, `${trainer}.csv`)
    await writeTable(table, { features, rows, span })
    jobs[trainer].push({ table, parameters, out: dumpFile(folder, trainer) })
  }
  return { span, folder, jobs }
}

async function collect(rows: readonly FeatureRow[], { span, folder }: Training): Promise<TrainedModels> {
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
