import { buildArtifacts, searchHyperparameters } from '@riftline/pipeline'
import { optional, readArguments, required, type Values } from '../io/arguments.ts'
import { evaluationTable } from '../io/evaluation-tables.ts'
import { type Command, type CommandIo, printResult } from '../io/output.ts'
import { showReading } from '../io/source-options.ts'

const usage = `riftline build --history DIR [--out DIR] [--python PROGRAM] [--dotnet PROGRAM] [--json]

Builds an artifacts folder from match history: replays it, trains the three models, calibrates, evaluates by walk-forward.
Needs the trainers: Python with the package lightgbm, and the .NET SDK (see the READMEs in packages/pipeline/trainers).
  --history  folder of match history: riftline's layout or Oracle's Elixir files
  --out      where the folder is written, replacing what is there     (./artifacts)
  --python   interpreter that has lightgbm                            (python3)
  --dotnet   the .NET command                                         (dotnet)
`

export const buildCommand: Command = {
  usage,
  async run(args, io) {
    const { values } = readArguments(args, { text: ['history', 'out', 'python', 'dotnet'], flags: ['json'] })
    const summary = await buildArtifacts({
      outDirectory: optional(values, 'out') ?? 'artifacts',
      ...trainerOptions(values, io),
    })
    const windows = summary.windows.map(({ name, evaluation }) => `${name}: ${evaluationTable(evaluation)}\n`)
    const end = `artifacts as of ${summary.asOf} UTC; the whole evaluation is in REPORT.md\n`
    printResult(io, values, summary, `${windows.join('')}${end}`)
    return 0
  },
}

function trainerOptions(values: Values, io: CommandIo) {
  return {
    historyDirectory: required(values, 'history'),
    commands: { python: optional(values, 'python') ?? 'python3', dotnet: optional(values, 'dotnet') ?? 'dotnet' },
    reading: showReading(io),
    onProgress: (line: string) => io.stderr(`${line}\n`),
  }
}

const searchUsage = `riftline search --history DIR [--python PROGRAM] [--dotnet PROGRAM] [--json]

Grades hyper-parameters of the tree models and of the Glicko-2 baseline by walk-forward on the validation windows, which
end before the test windows of reports. Changes nothing; build uses the values in the source.
`

export const searchCommand: Command = {
  usage: searchUsage,
  async run(args, io) {
    const { values } = readArguments(args, { text: ['history', 'python', 'dotnet'], flags: ['json'] })
    const trials = await searchHyperparameters(trainerOptions(values, io))
    const lines = trials.map(({ subject, label, logLoss }) => `${logLoss.toFixed(5)}  ${subject}: ${label}\n`)
    printResult(io, values, { trials }, lines.join(''))
    return 0
  },
}
