import { updateArtifacts } from '@riftline/pipeline'
import { artifactsFolder, namedArtifacts } from '../artifacts-folder.ts'
import type { Command } from '../command.ts'
import { optional, readArguments, required } from '../io/arguments.ts'
import { evaluationTable } from '../io/evaluation-table.ts'
import { showReading } from '../io/show-reading.ts'

const usage = `riftline update --history DIR [--artifacts DIR] [--out DIR] [--json]

Learns matches newer than the artifacts' data date, grades what the models said before each of them, refits calibration
and weights, and writes a new folder. Models are not retrained.
  --history    folder of match history: riftline's layout or Oracle's Elixir files
  --artifacts  folder to start from                 (./artifacts, else @riftline/artifacts)
  --out        where the new folder is written      (the folder named, else ./artifacts)
`

export const update: Command = {
  usage,
  async run(args, io) {
    const { values } = readArguments(args, { text: ['history', 'artifacts', 'out'], flags: ['json'] })
    const named = namedArtifacts(values, io)
    const summary = await updateArtifacts({
      historyDirectory: required(values, 'history'),
      artifactsDirectory: artifactsFolder(values, io),
      outDirectory: optional(values, 'out') ?? named ?? 'artifacts',
      reading: showReading(io),
    })
    if (values.json === true) io.stdout(`${JSON.stringify(summary)}\n`)
    else {
      io.stdout(`moved from ${summary.previousAsOf} to ${summary.asOf} UTC\ndata through ${summary.asOf} UTC\n`)
      if (summary.evaluation !== null) io.stdout(`\n${evaluationTable(summary.evaluation)}`)
    }
    return 0
  },
}
