import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { evaluateHistory, type GradedForecast, predictionLines, reliabilityDiagrams } from '@riftline/pipeline'
import { dayOption, optional, readArguments, required, type Values } from '../io/arguments.ts'
import { artifactsFolder } from '../io/artifacts-option.ts'
import { evaluationTable } from '../io/evaluation-tables.ts'
import { type Command, type CommandIo, printResult } from '../io/output.ts'
import { showReading } from '../io/source-options.ts'
import { writePublicFile } from '../io/write-file.ts'
import { evaluationPage } from '../pictures/evaluation-page.ts'

const usage = `riftline evaluate --history DIR [--artifacts DIR] [--from YYYY-MM-DD] [--to YYYY-MM-DD]
                  [--predictions FILE] [--diagrams DIR] [--html FILE] [--json]

Grades the models on every complete best-of-1, 3 or 5 series after the artifacts' data date, each forecast before it is
learned. --from before that date is refused, since the models know those series.
  --history      folder of match history: riftline's layout or Oracle's Elixir files
  --artifacts    fitted models                                                     (./artifacts, else @riftline/artifacts)
  --from, --to   first and last day that is graded                                 (everything new)
  --predictions  file for one JSON line per graded series
  --diagrams     folder for reliability diagrams as SVG: reliability-<model>.svg
  --html         file for the whole report as one page that opens anywhere
  --json         one JSON document instead of the table
`

export const evaluateCommand: Command = {
  usage,
  async run(args, io) {
    const { values } = readArguments(args, {
      text: ['history', 'artifacts', 'from', 'to', 'predictions', 'diagrams', 'html'],
      flags: ['json'],
    })
    const [from, to] = ['from', 'to'].map((name) => day(values, name))
    const { evaluation, graded } = await evaluateHistory({
      historyDirectory: required(values, 'history'),
      artifactsDirectory: artifactsFolder(values, io),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      reading: showReading(io),
      onProgress: (line) => io.stderr(`${line}\n`),
    })
    const file = optional(values, 'predictions')
    if (file !== undefined) await writePublicFile(file, predictionLines(graded), io)
    const folder = optional(values, 'diagrams')
    const period = `${evaluation.from.slice(0, 10)}..${evaluation.to.slice(0, 10)}`
    if (folder !== undefined) await writeDiagrams(folder, period, graded, io)
    const page = optional(values, 'html')
    if (page !== undefined) {
      const diagrams = reliabilityDiagrams(period, graded, { onOnePage: true })
      await writePublicFile(page, evaluationPage(evaluation, diagrams), io)
    }
    printResult(io, values, evaluation, evaluationTable(evaluation))
    return 0
  },
}

function day(values: Values, name: string): string | undefined {
  const text = optional(values, name)
  return text === undefined ? undefined : dayOption(`--${name}`, text)
}

async function writeDiagrams(
  folder: string,
  period: string,
  graded: readonly GradedForecast[],
  io: CommandIo,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [model, svg] of Object.entries(reliabilityDiagrams(period, graded)))
    await writePublicFile(join(folder, `reliability-${model}.svg`), svg, io)
}
