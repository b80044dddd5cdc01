import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { dayMs, parseUtc } from '@riftline/base'
import { systemClock, systemTimers } from '@riftline/base/node'
import {
  restoreFolder,
  type SyncedArtifacts,
  syncArtifacts,
  syncGoesOn,
  syncSchedule,
  type Unresolved,
} from '@riftline/pipeline'
import { parseManifest } from '@riftline/predictor'
import { readArtifactFiles } from '@riftline/predictor/node'
import type { RunProgress } from '@riftline/sources'
import type { SourceSettings } from '@riftline/sources/settings'
import { artifactsFolder, namedArtifacts } from '../artifacts-folder.ts'
import type { Command } from '../command.ts'
import { optional, readArguments, type Values } from '../io/arguments.ts'
import type { CliIo } from '../io/cli-io.ts'
import { momentOption } from '../io/date-options.ts'
import { now } from '../io/now.ts'
import type { CommandIo } from '../io/output.ts'
import { ownVersion } from '../io/own-version.ts'
import { namesOption } from '../io/source-options.ts'
import { readCapturedOdds } from '../sync/captured-odds.ts'
import { withLock } from '../sync/lock.ts'
import { createProgressBar } from '../sync/progress-bar.ts'
import { configuredSources, type ReadSource, readSource, type SourceName, sourceNames } from '../sync/read-sources.ts'
import { readMarks, writeMarks } from '../sync/source-marks.ts'
import { readSourceSettings } from '../sync/source-settings.ts'
import { exitCode, type SyncSummary, summarise } from '../sync/summary.ts'
import { summaryText } from '../sync/summary-text.ts'

/** Sources of a sync that names none. */
const syncSourcesVariable = 'RIFTLINE_SYNC_SOURCES'

const usage = `riftline sync [--sources leaguepedia,lolesports,oracles-elixir] [--since DAY] [--data DIR] [--artifacts DIR]
              [--dry-run] [--accept-fewer-rows] [--json]

Reads new matches from public services, the last week again, joins what they state, and moves the artifacts as update does. Odds that
were captured before a series refit how forecasts are held against the market; what value picks earned, and their closing-line value,
is in the summary and in REPORT.md. Keeps the schedule 60 days ahead for riftline upcoming and /v1/schedule. A running server takes
both over. What nobody can be told by is left out and listed: aliases.json in the data folder settles it.
  --sources   which to read    (RIFTLINE_SYNC_SOURCES, else every configured one)
  --since     UTC day or time to read from                     (a week before the data date)
  --data      data folder: its folders sync and odds, aliases.json, credentials.json  (RIFTLINE_DATA_DIR, or ./data)
  --artifacts  folder to move                             (./artifacts, made from @riftline/artifacts where it is missing)
  --dry-run   say what would change, and write nothing
  --accept-fewer-rows  believe a source that has lost more than a fifth of its games

Exit codes: 0 updated or nothing new, 3 a source failed or came in part, and what was good is in, 1 nothing usable, 2 usage.
`

const rereadMs = 7 * dayMs

export const sync: Command = {
  usage,
  async run(args, io) {
    const { values } = readArguments(args, {
      text: ['sources', 'since', 'data', 'artifacts'],
      flags: ['dry-run', 'accept-fewer-rows', 'json'],
    })
    const dataDirectory = optional(values, 'data') ?? io.env.RIFTLINE_DATA_DIR ?? './data'
    const settings = await readSourceSettings(io.env, dataDirectory)
    const sources = chosenSources(values, io, settings)
    const read = (): Promise<SyncSummary> => runSync(values, io, { dataDirectory, settings, sources })
    const isDryRun = values['dry-run'] === true
    const summary = isDryRun ? await read() : await withLock(join(dataDirectory, 'sync', 'lock'), read)
    io.stdout(values.json === true ? `${JSON.stringify(summary)}\n` : summaryText(summary))
    return exitCode(summary)
  },
}

interface SyncPlan {
  readonly dataDirectory: string
  readonly settings: SourceSettings
  readonly sources: readonly SourceName[]
}

async function runSync(values: Values, io: CommandIo, plan: SyncPlan): Promise<SyncSummary> {
  const { dataDirectory, settings, sources } = plan
  await restoreFolder(namedArtifacts(values, io) ?? 'artifacts', time.now())
  const artifactsDirectory = artifactsFolder(values, io)
  const { 'manifest.json': manifest } = await readArtifactFiles(artifactsDirectory, { only: [] })
  const { asOf } = parseManifest(new TextDecoder().decode(manifest))
  const sinceMs = since(optional(values, 'since'), asOf)
  const isDryRun = values['dry-run'] === true
  const acceptsFewer = values['accept-fewer-rows'] === true
  const syncFolder = join(dataDirectory, 'sync')
  // Sources are asked in full where nothing of theirs is kept.
  const marks = (await syncGoesOn(artifactsDirectory, dataDirectory)) ? await readMarks(syncFolder) : {}
  const options = { sinceMs, time, version: await ownVersion(), marks, acceptsFewer }
  const bar = createProgressBar(sources, io.isTerminal === true ? io.stderr : () => {})
  const read = await Promise.all(
    sources.map(async (name) => {
      const onProgress = (progress: RunProgress): void => bar.update(name, progress)
      const onRepeat = (reason: string, waitMs: number): void => {
        bar.clear()
        io.stderr(`${name}: ${reason}; asking again in ${Math.ceil(waitMs / 1000)} s\n`)
        bar.start(name)
      }
      bar.start(name)
      const source = await readSource(name, settings, { ...options, onProgress, onRepeat })
      bar.clear()
      io.stderr(`${name}: ${source.reason ?? `${source.reading?.games.length ?? 0} games`}\n`)
      return isNamed(values) ? refuseOff(source) : source
    }),
  )
  const readings = read.flatMap(({ reading }) => reading ?? [])
  const isWhole = read.every(({ status }) => status === 'ok' || status === 'off')
  const about = { dryRun: isDryRun, sinceMs, asOf }
  if (read.every(({ status }) => status === 'failed' || status === 'off')) return summarise(read, null, about)
  const outDirectory = namedArtifacts(values, io) ?? 'artifacts'
  const where = { artifactsDirectory, outDirectory, dataDirectory }
  const odds = await readCapturedOdds(dataDirectory, parseUtc(asOf) ?? 0, io)
  const synced = await syncArtifacts({ ...where, readings, odds, isWhole, acceptsFewer, isDryRun })
  const named = existsSync(join(outDirectory, 'manifest.json')) ? outDirectory : artifactsDirectory
  const unresolved = await keepSchedule(read, synced, { artifactsDirectory: named, dataDirectory, isDryRun })
  if (!isDryRun) {
    const accepted = read.filter(
      ({ name, status }) => status === 'ok' && !synced.refused.some((one) => one.source === name),
    )
    await writeMarks(syncFolder, { ...marks, ...Object.fromEntries(accepted.map((one) => [one.name, one.marks])) })
  }
  return summarise(read, { ...synced, unresolved: [...synced.unresolved, ...unresolved] }, about)
}

/** A source that failed, or was not believed, has said nothing new: what it announced before stays. */
function keepSchedule(
  read: readonly ReadSource[],
  { refused }: Pick<SyncedArtifacts, 'refused'>,
  where: { readonly artifactsDirectory: string; readonly dataDirectory: string; readonly isDryRun: boolean },
): Promise<readonly Unresolved[]> {
  const readings = read
    .filter(
      ({ name, status }) => (status === 'ok' || status === 'partial') && !refused.some((one) => one.source === name),
    )
    .map(({ name: source, status, reading, scheduled }) => ({
      source,
      isWhole: status === 'ok',
      series: [...(reading?.series ?? []), ...scheduled],
      games: reading?.games ?? [],
    }))
  return syncSchedule({ ...where, readings, nowMs: now() })
}

const time = { ...systemClock, ...systemTimers }

function isNamed(values: Values): boolean {
  return optional(values, 'sources') !== undefined
}

/** A source that is named and not configured has failed. */
function refuseOff(source: ReadSource): ReadSource {
  return source.status === 'off' ? { ...source, status: 'failed' } : source
}

function chosenSources(values: Values, { env }: Pick<CliIo, 'env'>, settings: SourceSettings): readonly SourceName[] {
  const text = optional(values, 'sources') ?? env[syncSourcesVariable]
  if (text === undefined) return configuredSources(settings)
  return namesOption('--sources', text, sourceNames)
}

function since(day: string | undefined, asOf: string): number {
  if (day === undefined) return (parseUtc(asOf) ?? 0) - rereadMs
  return momentOption('--since', day)
}
