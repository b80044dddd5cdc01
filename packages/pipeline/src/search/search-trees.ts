import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { logLoss, sigmoid } from '@riftline/core'
import type { FeatureRow } from '../features/feature-rows.ts'
import type { TreeSettings } from '../train/hyperparameters.ts'
import { runTrainer, type TrainerCommands, type TrainerJob, type TreeTrainer } from '../train/run-trainers.ts'
import type { Window } from '../train/windows.ts'
import { rowsWithin, writeTable } from '../train/write-table.ts'
import type { Candidate } from './candidates.ts'

export interface TreeTrial {
  readonly settings: Candidate
  /** Log-loss over all validation windows, both orientations averaged as logits. */
  readonly logLoss: number
}

export interface TreeSearch {
  readonly trainer: TreeTrainer
  readonly candidates: readonly Candidate[]
  readonly rows: readonly FeatureRow[]
  readonly trainingStartMs: number
  /** Validation windows only: the search never sees a test window. */
  readonly windows: readonly Window[]
  readonly commands: TrainerCommands
  readonly workFolder: string
}

/** Grades candidates by walk-forward over the validation windows; best first. */
export async function searchTrees(search: TreeSearch): Promise<TreeTrial[]> {
  const { trainer, candidates, rows, trainingStartMs, windows, commands, workFolder } = search
  await mkdir(workFolder, { recursive: true })
  const jobs: TrainerJob[] = []
  const tables = new Map<string, string>()
  for (const [w, window] of windows.entries())
    for (const [c, { features, parameters }] of candidates.entries()) {
      const key = `${w}:${features.join()}`
      let table = tables.get(key)
      if (table === undefined) {
        table = join(workFolder, `${tables.size}.csv`)
        tables.set(key, table)
        const span = { fromMs: trainingStartMs, untilMs: window.fromMs }
        await writeTable(table, { features, rows, span, verify: rowsWithin(rows, window) })
      }
      jobs.push({ table, parameters, scores: scoresFile(workFolder, w, c) })
    }
  await runTrainer(trainer, jobs, { commands, workFolder })
  const trials = candidates.map(async (settings, c) => ({ settings, logLoss: await grade(search, settings, c) }))
  return (await Promise.all(trials)).sort((a, b) => a.logLoss - b.logLoss)
}

async function grade(search: TreeSearch, settings: TreeSettings, candidate: number): Promise<number> {
  const predictions: number[] = []
  const outcomes: number[] = []
  for (const [w, window] of search.windows.entries()) {
    const text = await readFile(scoresFile(search.workFolder, w, candidate), 'utf8')
    const scores = text.trim().split('\n').map(Number)
    for (const [index, row] of rowsWithin(search.rows, window).entries()) {
      const difference = (scores[2 * index]! - scores[2 * index + 1]!) / 2
      predictions.push(sigmoid(logitScale(search.trainer, settings) * difference))
      outcomes.push(row.outcome)
    }
  }
  return logLoss(predictions, outcomes)
}

/** ML.NET's FastTree scores are logits only after its fixed calibrator, whose slope is twice the learning rate. */
function logitScale(trainer: TreeTrainer, { parameters }: TreeSettings): number {
  return trainer === 'lightgbm' ? 1 : 2 * Number(parameters.learningRate)
}

function scoresFile(workFolder: string, window: number, candidate: number): string {
  return join(workFolder, `scores-${window}-${candidate}.txt`)
}
