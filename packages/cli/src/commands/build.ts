import { buildArtifacts } from '@riftline/pipeline'
import { optional, readArguments, required } from '../io/arguments.ts'
import { evaluationTable } from '../io/evaluation-tables.ts'
import type { Command } from '../io/output.ts'
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
      historyDirectory: required(values, 'history'),
      outDirectory: optional(values, 'out') ?? 'artifacts',
      commands: { python: optional(values, 'python') ?? 'python3', dotnet: optional(values, 'dotnet') ?? 'dotnet' },
      reading: showReading(io),
      onProgress: (line) => io.stderr(`${line}\n`),
    })
    if (values.json === true) io.stdout(`${JSON.stringify(summary)}\n`)
    else {
      for (const { name, evaluation } of summary.windows) io.stdout(`${name}: ${evaluationTable(evaluation)}\n`)
      io.stdout(`artifacts as of ${summary.asOf} UTC; the whole evaluation is in REPORT.md\n`)
    }
    return 0
  },
}
