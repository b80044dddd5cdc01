import { parseArgs } from 'node:util'
import { artifactModels } from './cases/artifact-models.ts'
import { drawnModel, solveDrawn } from './cases/drawn-model.ts'
import { solveArtifact } from './cases/solve-artifact.ts'
import { solveTrained } from './cases/solve-trained.ts'
import { convertedModels, trainedModels } from './cases/trained-models.ts'
import type { SolvedProblem } from './problem.ts'

export interface Options {
  readonly rounds: number
  /** Rounds in which call sizes and latencies are measured. */
  readonly detailRounds: number
  readonly rowLimit: number
  /** Number of new processes for each measurement of start-up. */
  readonly startUps: number
  readonly models: readonly string[]
}

const names: readonly string[] = [...trainedModels, ...convertedModels, drawnModel, ...artifactModels].map(
  ({ name }) => name,
)

/** Models of the quick run, one of each kind. */
const quickModels = [
  '100x31',
  '100x255',
  'categorical',
  'multiclass',
  'sparse',
  'xgboost-100x31',
  'xgboost-500d6',
  'onnx-100x31',
  'onnx-500d6',
  'catboost-1000d6',
  'lightgbm-match',
  'fasttree-match',
]

/** Reads the options. @throws Error for an unknown option or model */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      model: { type: 'string', multiple: true, default: [] },
      rounds: { type: 'string' },
    },
  })
  const unknown = values.model.find((model) => !names.includes(model))
  if (unknown !== undefined) throw new Error(`--model: expected one of ${names.join(', ')}, got ${unknown}`)
  const rounds = Number(values.rounds ?? (values.quick ? 3 : 7))
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new Error(`--rounds: expected a whole number from 1, got ${values.rounds}`)
  }
  return {
    rounds,
    detailRounds: values.quick ? 1 : 3,
    rowLimit: values.quick ? 4096 : Infinity,
    startUps: values.quick ? 1 : 3,
    models: values.model.length > 0 ? values.model : values.quick ? quickModels : names,
  }
}

/** Solves the chosen models; prints a line for each that was not trained on this machine. */
export function chooseProblems({ models, rowLimit }: Options): readonly SolvedProblem[] {
  const problems: SolvedProblem[] = []
  for (const name of models) {
    const problem = solve(name, rowLimit)
    if (problem === null) process.stdout.write(`${name}: not trained here; npm run bench:peers trains it\n`)
    else problems.push(problem)
  }
  return problems
}

function solve(name: string, rowLimit: number): SolvedProblem | null {
  const trained = [...trainedModels, ...convertedModels].find((model) => model.name === name)
  if (trained !== undefined) return solveTrained(trained, rowLimit)
  if (name === drawnModel.name) return solveDrawn(rowLimit)
  return solveArtifact(artifactModels.find((model) => model.name === name)!, rowLimit)
}

/** Whether the run measures all rows of all models; only such a run writes the report. */
export function isComplete({ rowLimit }: Options, problems: readonly SolvedProblem[]): boolean {
  return rowLimit === Infinity && names.every((name) => problems.some((problem) => problem.name === name))
}
