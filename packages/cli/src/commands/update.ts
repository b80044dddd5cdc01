import { toUtc } from '@riftline/base'
import { type Finding, type UpdateSummary, updateArtifacts } from '@riftline/pipeline'
import { optional, readArguments, required } from '../io/arguments.ts'
import { artifactsFolder, namedArtifacts } from '../io/artifacts-option.ts'
import { momentOption } from '../io/date-options.ts'
import { evaluationTable } from '../io/evaluation-tables.ts'
import { type Command, escapeHidden, printResult } from '../io/output.ts'
import { showReading } from '../io/source-options.ts'

const usage = `riftline update --history DIR [--artifacts DIR] [--out DIR] [--data DIR]
                [--complete-until TIME] [--json]

Learns matches newer than the artifacts' data date, grades the forecast of each, refits calibration and weights, and writes a new
folder. Models are not retrained. Lists teams and players that were joined, are new beside a namesake, were found by name and region
alone, or may have a new name: aliases.json in the data folder overrides these decisions. Games since the start of a series that may
still be running wait for the next update; games in the future are left out and listed.
  --history    folder of match history: riftline's layout or Oracle's Elixir files
  --artifacts  folder to start from                 (./artifacts, else @riftline/artifacts)
  --out        where the new folder is written      (the folder named, else ./artifacts)
  --data       data folder, for its aliases.json    (RIFTLINE_DATA_DIR, or ./data)
  --complete-until  UTC, YYYY-MM-DD or YYYY-MM-DDTHH:mm:ss: the history is complete up to here, and the data age counts from here  (its last game)
`

/** Describes the games that wait for the next update; empty if there are none. */
function waitingLine(waiting: UpdateSummary['held']): string {
  if (waiting.length === 0) return ''
  const running = waiting.filter(({ isRunning }) => isRunning).map(({ id }) => id)
  const first = toUtc(Math.min(...waiting.map(({ startMs }) => startMs)))
  const reason = `series that may still be running: ${escapeHidden(running.slice(0, 20).join(', '))}`
  return `held back ${waiting.length} games from ${first} UTC on until the next update, for ${reason}\n`
}

export const updateCommand: Command = {
  usage,
  async run(args, io) {
    const { values } = readArguments(args, {
      text: ['history', 'artifacts', 'out', 'data', 'complete-until'],
      flags: ['json'],
    })
    const named = namedArtifacts(values, io)
    const complete = optional(values, 'complete-until')
    const completeUtc = complete === undefined ? undefined : toUtc(momentOption('--complete-until', complete))
    const summary = await updateArtifacts({
      historyDirectory: required(values, 'history'),
      artifactsDirectory: artifactsFolder(values, io),
      outDirectory: optional(values, 'out') ?? named ?? 'artifacts',
      dataDirectory: optional(values, 'data') ?? io.env.RIFTLINE_DATA_DIR ?? './data',
      reading: showReading(io),
      onProgress: (line) => io.stderr(`${line}\n`),
      ...(completeUtc === undefined ? {} : { completeUtc }),
    })
    const { previousAsOf, asOf, held, findings, evaluation } = summary
    const text = [
      `moved from ${previousAsOf} to ${asOf} UTC\ndata through ${asOf} UTC\n`,
      waitingLine(held),
      findingLines(findings),
      evaluation === null ? '' : `\n${evaluationTable(evaluation)}`,
    ].join('')
    printResult(io, values, summary, text)
    return 0
  },
}

const heads: Readonly<Record<Finding['what'], string>> = {
  joined: 'joined: the other ids answer as this one',
  namesake: 'new beside a namesake',
  byRegion: 'found by name and region alone',
  ambiguous: 'left out, since it may be a new name of this one',
}

/** Formats decisions about identities: one line each, grouped by kind. */
export function findingLines(findings: readonly Finding[]): string {
  const lines = Object.entries(heads).flatMap(([what, head]) => {
    const found = findings.filter((finding) => finding.what === what)
    return found.length === 0 ? [] : ['', `${head}:`, ...found.map(toLine)]
  })
  return lines.map((line) => `${line}\n`).join('')
}

function toLine({ kind, id, name, others }: Finding): string {
  return `  ${kind} ${id} ${escapeHidden(name)}${others.length === 0 ? '' : ` (${others.join(', ')})`}`
}
