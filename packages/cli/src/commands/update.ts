import { toUtc } from '@riftline/base'
import { type Finding, type UpdateSummary, updateArtifacts } from '@riftline/pipeline'
import type { Command } from '../command.ts'
import { artifactsFolder, namedArtifacts } from '../data-options.ts'
import { momentOption, optional, readArguments, required } from '../io/arguments.ts'
import { evaluationTable } from '../io/evaluation-tables.ts'
import { escapeHidden } from '../io/output.ts'
import { showReading } from '../io/source-options.ts'

const usage = `riftline update --history DIR [--artifacts DIR] [--out DIR] [--data DIR]
                [--complete-until TIME] [--json]

Learns matches newer than the artifacts' data date, grades what the models said before each of them, refits calibration
and weights, and writes a new folder. Models are not retrained. Lists who was joined, who is new beside a namesake, who was
found by name and region alone, and whose name may be a new one: aliases.json in the data folder decides otherwise. Games since the
beginning of a series that may still be running wait for the next update; games that begin after now are left out and named.
  --history    folder of match history: riftline's layout or Oracle's Elixir files
  --artifacts  folder to start from                 (./artifacts, else @riftline/artifacts)
  --out        where the new folder is written      (the folder named, else ./artifacts)
  --data       data folder, for its aliases.json    (RIFTLINE_DATA_DIR, or ./data)
  --complete-until  UTC, YYYY-MM-DD or YYYY-MM-DDTHH:mm:ss, up to which the history has every game: data age counts from here  (its last game)
`

/** Which games wait; nothing where none do. */
function heldLine(held: UpdateSummary['held']): string {
  if (held.length === 0) return ''
  const running = held.filter(({ isRunning }) => isRunning).map(({ id }) => id)
  const first = toUtc(Math.min(...held.map(({ startMs }) => startMs)))
  const reason = `series that may still be running: ${escapeHidden(running.slice(0, 20).join(', '))}`
  return `held back ${held.length} games from ${first} UTC on until the next update, for ${reason}\n`
}

export const update: Command = {
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
    if (values.json === true) io.stdout(`${JSON.stringify(summary)}\n`)
    else {
      io.stdout(`moved from ${summary.previousAsOf} to ${summary.asOf} UTC\ndata through ${summary.asOf} UTC\n`)
      io.stdout(heldLine(summary.held))
      io.stdout(findingLines(summary.findings))
      if (summary.evaluation !== null) io.stdout(`\n${evaluationTable(summary.evaluation)}`)
    }
    return 0
  },
}

const heads: Readonly<Record<Finding['what'], string>> = {
  joined: 'joined: the other ids answer as this one',
  namesake: 'new beside a namesake',
  byRegion: 'found by name and region alone',
  ambiguous: 'left out, since it may be a new name of this one',
}

/** Decisions on who is who, for people: a line each below a head for each kind, nothing without any. */
export function findingLines(findings: readonly Finding[]): string {
  const lines = (['joined', 'namesake', 'byRegion', 'ambiguous'] as const).flatMap((what) => {
    const those = findings.filter((finding) => finding.what === what)
    return those.length === 0 ? [] : ['', `${heads[what]}:`, ...those.map(toLine)]
  })
  return lines.map((line) => `${line}\n`).join('')
}

function toLine({ kind, id, name, others }: Finding): string {
  return `  ${kind} ${id} ${escapeHidden(name)}${others.length === 0 ? '' : ` (${others.join(', ')})`}`
}
