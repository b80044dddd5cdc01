import { median } from 'simple-statistics'
import { artifactModels } from '../cases/artifact-models.ts'
import { drawnModel } from '../cases/drawn-model.ts'
import { convertedModels, trainedModels } from '../cases/trained-models.ts'
import { ours } from '../contestants/riftline.ts'
import type { ProblemResult, RunResults } from '../measure/results.ts'
import { fewestRounds } from '../measure/run-rounds.ts'
import { relativeSpread } from '../measure/statistics.ts'
import { callTable, modelTable, sizeTable, startUpTable, tailTable } from './detail-tables.ts'
import { percentText } from './format.ts'
import { lossesTable } from './losses-table.ts'
import { nativeTable, speedTable } from './speed-table.ts'

/** Text of the whole report in Markdown. */
export function reportText({ problems, details, tails, startUps, rounds }: RunResults, run: string): string {
  const some = (models: readonly { readonly name: string }[]): readonly ProblemResult[] =>
    problems.filter((problem) => models.some(({ name }) => name === problem.name))
  const trained = some(trainedModels.filter(({ format }) => format === 'lightgbm'))
  const sections = [
    run,
    `${methodNote(rounds)} ${noiseText(problems)}`,
    ...speedSection('Time per row', trained),
    ...nativeSection(trained),
    ...speedSection('Time per row, XGBoost models', some(trainedModels.filter(({ format }) => format === 'xgboost'))),
    ...speedSection('Time per row, the XGBoost models as ONNX', some(convertedModels)),
    ...speedSection('Time per row, a CatBoost model', some([drawnModel])),
    ...speedSection('Time per row, shipped models', some(artifactModels)),
    ...(problems.length === 0 ? [] : ['### Where riftline loses', lossNote, lossesTable(problems)]),
    ...(details === null ? [] : [`### ${details.problem}: rows per call`, sizeTable(details)]),
    ...(details === null ? [] : [`### ${details.problem}: one row per call`, callNote, callTable(details)]),
    ...(tails.length === 0 ? [] : ['### One row per call: the tail', tailNote, tailTable(tails)]),
    ...(startUps.length === 0 ? [] : ['### From JSON to the first row', startUpNote, startUpTable(startUps)]),
    ...(problems.length === 0 ? [] : ['### Models', modelTable(problems)]),
    ...(problems.length === 0 ? [] : ['### Left out', leftOut(problems)]),
  ]
  return `${sections.join('\n\n')}\n`
}

function methodNote(rounds: number): string {
  const fewest = Math.min(rounds, fewestRounds)
  return (
    `Medians of ${rounds} rounds, at least ${fewest} for the slowest contestants. In a round each contestant makes one pass ` +
    'over all rows, in turn. In parentheses: times as fast as the trainer’s own engine, for ONNX files as ONNX Runtime, in the ' +
    'same round. Same bits: rows whose raw score equals that engine’s bit for bit; for the CatBoost and the shipped models, the ' +
    'score of the walk over their JSON, which gives the trainers’ scores of all verification rows of the shipped ones.'
  )
}

const lossNote =
  'Every cell of the tables above in which an engine of riftline is less than 1.2 times as fast as another contestant.'

const callNote =
  'p50 and p99 measure each call, including two readings of the clock. *Same row again* is what many benchmarks show: the ' +
  'branch predictor learns the one path. Heap: median growth of `heapUsed` over ten stretches of 100,000 rows; the caller ' +
  'may box a score that is returned as a number.'

const tailNote =
  'Distinct rows, including the clock around each call; medians over rounds. Times beyond p99 are mostly the machine taking ' +
  'the core away.'

const startUpNote =
  'Medians over new processes: cold is the first time in a process, warm the next three, or the next one for a model beyond ' +
  '20 MB. In parentheses: multiples of `JSON.parse`.'

function speedSection(title: string, problems: readonly ProblemResult[]): string[] {
  if (problems.length === 0) return []
  return [`### ${title}`, speedTable(problems, 'batch'), speedTable(problems, 'row')]
}

function nativeSection(problems: readonly ProblemResult[]): string[] {
  const present = ours.filter((name) =>
    problems.some(({ contestants }) => contestants.some(({ contestant }) => contestant === name)),
  )
  return present.length === 0
    ? []
    : ['### Beside native engines', ...present.map((name) => nativeTable(problems, name))]
}

function noiseText(problems: readonly ProblemResult[]): string {
  const spreads = problems.flatMap(({ contestants }) =>
    contestants.flatMap(({ row, batch }) => [relativeSpread(row.rounds), relativeSpread(batch.rounds)]),
  )
  if (spreads.length === 0) return ''
  const [typical, worst] = [median(spreads), Math.max(...spreads)].map(percentText)
  return `Noise: rounds lie ${typical} from their median (median absolute deviation; ${worst} at worst).`
}

/** List of the contestants left out, one line per reason. */
function leftOut(problems: readonly ProblemResult[]): string {
  const names = new Map<string, Map<string, string[]>>()
  for (const { name, skipped } of problems) {
    for (const { contestant, reason } of skipped) {
      const byContestant = names.get(reason) ?? new Map<string, string[]>()
      names.set(reason, byContestant.set(contestant, [...(byContestant.get(contestant) ?? []), name]))
    }
  }
  const lines = [...names].map(([reason, byContestant]) => {
    const who = [...byContestant].map(([contestant, models]) => `${contestant} on ${models.join(', ')}`)
    return `- ${reason}: ${who.join('; ')}`
  })
  return lines.length === 0 ? 'None.' : lines.join('\n')
}
