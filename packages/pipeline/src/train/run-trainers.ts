import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { ArtifactError, RiftlineError } from '@riftline/base'
import { compileEnsemble, parseFasttree, parseLightgbm, type TreeEnsemble } from '@riftline/core'

/** One training: reads a table, writes a dump or the scores of its verify rows. Paths are absolute. */
export interface TrainerJob {
  readonly table: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly out?: string
  readonly scores?: string
}

/** Programs that run the trainers: a Python interpreter with the package `lightgbm`, and the .NET SDK. */
export interface TrainerCommands {
  readonly python: string
  readonly dotnet: string
}

export type TreeTrainer = 'lightgbm' | 'fasttree'

/** Runs a batch of trainings; outputs one line for each. @throws RiftlineError `trainer_failed` with the end of the error output */
export async function runTrainer(
  trainer: TreeTrainer,
  jobs: readonly TrainerJob[],
  options: { readonly commands: TrainerCommands; readonly workFolder: string; readonly onJob?: () => void },
): Promise<void> {
  if (jobs.length === 0) return
  const jobsFile = join(options.workFolder, `${trainer}-jobs.json`)
  await writeFile(jobsFile, JSON.stringify(jobs))
  const [command, ...args] = commandLine(trainer, options.commands, jobsFile)
  await run(trainer, command!, args, options.onJob)
}

function commandLine(trainer: TreeTrainer, { python, dotnet }: TrainerCommands, jobsFile: string): readonly string[] {
  const folder = fileURLToPath(new URL(`trainers/${trainer}/`, import.meta.resolve('@riftline/pipeline/package.json')))
  if (trainer === 'lightgbm') return [python, join(folder, 'train_all.py'), jobsFile]
  return [dotnet, 'run', '--project', folder, '--configuration', 'Release', '--', 'train-all', jobsFile]
}

function run(trainer: TreeTrainer, command: string, args: readonly string[], onJob?: () => void): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2000)
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('{')) onJob?.()
  })
  return new Promise((resolve, reject) => {
    const failed = (reason: string): void =>
      reject(
        new RiftlineError(
          'trainer_failed',
          `${trainer}: ${command} ${reason}${errors === '' ? '' : `: ${errors.trim()}`}`,
        ),
      )
    child.on('error', (error) => failed(`cannot be started (${error.message})`))
    child.on('close', (code) => (code === 0 ? resolve() : failed(`ended with exit code ${code}`)))
  })
}

/** Reads a dump whose verification rows riftline scores bit for bit. @throws ArtifactError `artifact_mismatch` */
export function importTrees(trainer: TreeTrainer, file: string, json: string): TreeEnsemble {
  const dump = JSON.parse(json) as { readonly verification: Verification }
  const ensemble = trainer === 'lightgbm' ? parseLightgbm(dump) : parseFasttree(dump)
  const evaluator = compileEnsemble(ensemble)
  const { rows, rawScore, Score, Probability } = dump.verification
  const round = trainer === 'lightgbm' ? (value: number) => value : Math.fround
  const scores = (trainer === 'lightgbm' ? rawScore : Score)!
  for (const [index, cells] of rows.entries()) {
    const row = cells.map(Number)
    compare(file, index, evaluator.rawScore(row), round(scores[index]!))
    if (Probability !== undefined) compare(file, index, evaluator.predict(row), round(Probability[index]!))
  }
  return ensemble
}

interface Verification {
  readonly rows: readonly (readonly (number | string)[])[]
  readonly rawScore?: readonly number[]
  readonly Score?: readonly number[]
  readonly Probability?: readonly number[]
}

function compare(file: string, row: number, own: number, expected: number): void {
  if (own === expected) return
  throw new ArtifactError('artifact_mismatch', `${file} verification row ${row}`, `expected ${expected}, got ${own}`)
}

/** Runs `work` with a temporary folder for tables and dumps, which is removed afterwards, even after an error. */
export async function inWorkFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'riftline-train-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
