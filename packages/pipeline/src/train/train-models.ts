import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FeatureSchema, parsePcaSweep, type SchemaModels } from '@riftline/core'
import type { FeatureRow } from '../features/feature-rows.ts'
import { hyperparameters } from './hyperparameters.ts'
import { importTrees } from './import-trees.ts'
import { runTrainer, type TrainerCommands, type TrainerJob, type TreeTrainer } from './run-trainers.ts'
import { trainPcaSweep } from './train-pca-sweep.ts'
import { type TrainingSpan, writeTable } from './write-table.ts'

/** Six models that learned from one span of series: parsed, and as the JSON text of their artifacts. */
export interface TrainedModels {
  readonly models: Readonly<Record<FeatureSchema, SchemaModels>>
  /** By path in an artifacts folder. */
  readonly files: Readonly<Record<string, string>>
}

export interface TrainOptions {
  readonly commands: TrainerCommands
  /** Tables and dumps are written here. */
  readonly workFolder: string
  readonly onProgress?: (line: string) => void
}

const schemas: readonly FeatureSchema[] = ['match', 'draft']
const treeTrainers: readonly TreeTrainer[] = ['lightgbm', 'fasttree']

/** Trains all six models once for every span, each batch of trees in one run of its trainer, the two trainers side by side. */
export async function trainModels(
  rows: readonly FeatureRow[],
  spans: readonly TrainingSpan[],
  options: TrainOptions,
): Promise<TrainedModels[]> {
  const { commands, workFolder, onProgress } = options
  const jobs = new Map<TreeTrainer, TrainerJob[]>(treeTrainers.map((trainer) => [trainer, []]))
  for (const [index, span] of spans.entries()) {
    await mkdir(join(workFolder, String(index)), { recursive: true })
    for (const trainer of treeTrainers)
      for (const schema of schemas) {
        const { features, parameters } = hyperparameters[trainer][schema]
        const table = join(workFolder, String(index), `${trainer}-${schema}.csv`)
        await writeTable(table, { schema, features, rows, span })
        jobs.get(trainer)!.push({ table, parameters, out: dumpFile(workFolder, index, trainer, schema) })
      }
  }
  let done = 0
  const total = 2 * schemas.length * spans.length
  const onJob = (): void => onProgress?.(`trained ${++done} of ${total} tree models`)
  await Promise.all(
    treeTrainers.map((trainer) => runTrainer(trainer, jobs.get(trainer)!, { commands, workFolder, onJob })),
  )
  return Promise.all(spans.map((span, index) => collect(rows, span, index, workFolder)))
}

async function collect(
  rows: readonly FeatureRow[],
  span: TrainingSpan,
  index: number,
  workFolder: string,
): Promise<TrainedModels> {
  const files: Record<string, string> = {}
  const collectSchema = async (schema: FeatureSchema): Promise<SchemaModels> => {
    const trees = async (trainer: TreeTrainer): Promise<SchemaModels[TreeTrainer]> => {
      const path = `models/${trainer}-${schema}.json`
      files[path] = await readFile(dumpFile(workFolder, index, trainer, schema), 'utf8')
      return importTrees(trainer, path, files[path])
    }
    const pcasweep = trainPcaSweep(schema, hyperparameters.pcasweep[schema], rows, span)
    files[`models/pcasweep-${schema}.json`] = pcasweep
    return {
      fasttree: await trees('fasttree'),
      lightgbm: await trees('lightgbm'),
      pcasweep: parsePcaSweep(pcasweep),
    }
  }
  return { models: { match: await collectSchema('match'), draft: await collectSchema('draft') }, files }
}

function dumpFile(workFolder: string, index: number, trainer: TreeTrainer, schema: FeatureSchema): string {
  return join(workFolder, String(index), `${trainer}-${schema}.json`)
}
