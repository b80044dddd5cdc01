import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { logLoss, sigmoid } from '@riftline/core'
import type { FeatureRow } from '../features/feature-rows.ts'
import { hyperparameters, type TreeSettings } from '../train/hyperparameters.ts'
import { runTrainer, type TrainerCommands, type TrainerJob, type TreeTrainer } from '../train/run-trainers.ts'
import { type ForecastWindow, rowsWithin, writeTable } from '../train/windows.ts'

interface TreeSearch {
  readonly trainer: TreeTrainer
  readonly candidates: readonly Candidate[]
  readonly rows: readonly FeatureRow[]
  readonly trainingStartMs: number
  /** Validation windows only: the search never uses a test window. */
  readonly windows: readonly ForecastWindow[]
  readonly commands: TrainerCommands
  readonly workFolder: string
}

/** Grades candidates by walk-forward over the validation windows; best first. */
export async function searchTrees(search: TreeSearch) {
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
  // Scores of ML.NET's FastTree become logits only by its fixed calibrator, whose slope is twice the learning rate.
  const scale = search.trainer === 'lightgbm' ? 1 : 2 * Number(settings.parameters.learningRate)
  const predictions: number[] = []
  const outcomes: number[] = []
  for (const [w, window] of search.windows.entries()) {
    const text = await readFile(scoresFile(search.workFolder, w, candidate), 'utf8')
    const scores = text.trim().split('\n').map(Number)
    for (const [index, row] of rowsWithin(search.rows, window).entries()) {
      const difference = (scores[2 * index]! - scores[2 * index + 1]!) / 2
      predictions.push(sigmoid(scale * difference))
      outcomes.push(row.outcome)
    }
  }
  return logLoss(predictions, outcomes)
}

function scoresFile(workFolder: string, window: number, candidate: number): string {
  return join(workFolder, `scores-${window}-${candidate}.txt`)
}

interface Candidate extends TreeSettings {
  readonly label: string
}

type Change = Readonly<Record<string, unknown>>

const lightgbmChanges: readonly Change[] = [
  { learningRate: 0.03 },
  { learningRate: 0.05 },
  { numLeaves: 2 },
  { numLeaves: 3 },
  { numLeaves: 4 },
  { numLeaves: 6, minDataInLeaf: 300 },
  { minDataInLeaf: 1500 },
  { featureFraction: 0.5 },
  { featureFraction: 0.7 },
  { linearTree: false, numLeaves: 5, minDataInLeaf: 150 },
  { linearTree: false, numLeaves: 5, minDataInLeaf: 150, lambdaL2: 20, featureFraction: 0.5 },
]

const fasttreeChanges: readonly Change[] = [
  { numberOfLeaves: 3 },
  { numberOfLeaves: 6 },
  { numberOfLeaves: 12 },
  { minimumExampleCountPerLeaf: 30 },
  { minimumExampleCountPerLeaf: 300 },
  { minimumExampleCountPerLeaf: 1000 },
  { learningRate: 0.1 },
  { featureFraction: 1 },
]

const rating = ['calibrated_logit', 'rating_logit'] as const
const statistics = ['season_kills', 'creep_score'] as const
const context = ['variance', 'best_of', 'league_tier'] as const

const results = ['form_10', 'wins_20', 'tournament_form', 'streak', 'head_to_head'] as const
const schedule = ['rest', 'recent_series', 'series_played'].flatMap((name) => [`${name}_1`, `${name}_2`])

/** Feature sets: the rating alone, with statistics, with the context of the series, with form and schedule. */
const featureSets: readonly (readonly string[])[] = [
  rating,
  ['calibrated_logit', ...statistics],
  [...rating, ...statistics],
  [...rating, ...statistics, ...context],
  [...rating, ...statistics, ...context, ...results],
  [...rating, ...statistics, ...context, ...results, ...schedule],
]

/** The current settings, single changes to them, and other feature sets. */
export const treeCandidates = [candidatesOf('lightgbm', lightgbmChanges), candidatesOf('fasttree', fasttreeChanges)]

function candidatesOf(trainer: TreeTrainer, changes: readonly Change[]) {
  const used = hyperparameters[trainer]
  const changed = changes.map((change) => ({
    label: Object.entries(change)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
    features: used.features,
    parameters: { ...used.parameters, ...change },
  }))
  const sets = featureSets.map((features) => ({
    label: `features ${features.join(' ')}`,
    features,
    parameters: used.parameters,
  }))
  return { trainer, candidates: [{ label: 'in use', ...used }, ...changed, ...sets] }
}
