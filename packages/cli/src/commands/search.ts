import { searchHyperparameters } from '@riftline/pipeline'
import { optional, readArguments, required } from '../io/arguments.ts'
import type { Command } from '../io/output.ts'
import { showReading } from '../io/source-options.ts'

const usage = `riftline search --history DIR [--python PROGRAM] [--dotnet PROGRAM] [--json]

Grades hyper-parameters of the tree models and of the Glicko-2 baseline by walk-forward on the validation windows, which
end before the test windows of reports. Changes nothing; build uses the values in the source.
`

export const searchCommand: Command = {
  usage,
  async run(args, io) {
    const { values } = readArguments(args, { text: ['history', 'python', 'dotnet'], flags: ['json'] })
    const trials = await searchHyperparameters({
      historyDirectory: required(values, 'history'),
      commands: { python: optional(values, 'python') ?? 'python3', dotnet: optional(values, 'dotnet') ?? 'dotnet' },
      reading: showReading(io),
      onProgress: (line) => io.stderr(`${line}\n`),
    })
    if (values.json === true) io.stdout(`${JSON.stringify({ trials })}\n`)
    else {
      for (const { subject, label, logLoss } of trials) io.stdout(`${logLoss.toFixed(5)}  ${subject}: ${label}\n`)
    }
    return 0
  },
}
