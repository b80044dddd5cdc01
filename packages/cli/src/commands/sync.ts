import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { dayMs, parseUtc, RiftlineError } from '@riftline/base'
import { systemClock, systemTimers } from '@riftline/base/node'
import { openOddsStore } from '@riftline/odds'
import {
  restoreFolder,
  type SyncedArtifacts,
  syncArtifacts,
  syncGoesOn,
  syncSchedule,
  type Unresolved,
} from '@riftline/pipeline'
import { type CapturedOdds, parseManifest } from '@riftline/predictor'
import { readArtifactFiles } from '@riftline/predictor/node'
import type { RunProgress } from '@riftline/sources'
import type { SourceSettings } from '@riftline/sources/settings'
import { optional, readArguments, type Values } from '../io/arguments.ts'
import { artifactsFolder, namedArtifacts } from '../io/artifacts-option.ts'
import { type CliIo, now, ownVersion } from '../io/cli-io.ts'
import { momentOption } from '../io/date-options.ts'
import { type Command, type CommandIo, printResult } from '../io/output.ts'
import { namesOption } from '../io/source-options.ts'
import {
  configuredSources,
  createProgressBar,
  type ReadSource,
  readSource,
  type SyncSourceName,
  syncSourceNames,
} from '../sync/read-sources.ts'
import { readMarks, readSourceSettings, writeMarks } from '../sync/source-settings.ts'
import { exitCode, type SyncSummary, summarise, summaryText } from '../sync/summary.ts'

const syncSourcesVariable = 'RIFTLINE_SYNC_SOURCES'

const usage = `riftline sync [--sources leaguepedia,lolesports,oracles-elixir] [--since DAY] [--data DIR] [--artifacts DIR]
              [--dry-run] [--accept-fewer-rows] [--json]

Reads new matches and those of the last week from public services, merges them, and updates the artifacts as riftline update does.
Odds captured before a series refit the weight of the market; the summary and REPORT.md have the profit of value picks and their
closing-line value. Stores the schedule 60 days ahead for riftline upcoming and /v1/schedule. A running server takes over both.
Unknown names are left out and listed: name them in aliases.json of the data folder.
  --sources   sources to read  (RIFTLINE_SYNC_SOURCES, else every configured one)
  --since     UTC day or time to read from                     (a week before the data date)
  --data      data folder: its folders sync and odds, aliases.json, credentials.json  (RIFTLINE_DATA_DIR, or ./data)
  --artifacts  folder to update                           (./artifacts, made from @riftline/artifacts if missing)
  --dry-run   print the changes, write nothing
  --accept-fewer-rows  accept a source that has lost more than a fifth of its games

Exit codes: 0 updated or nothing new, 3 a source failed or is incomplete, the rest is in, 1 nothing usable, 2 usage.
`

const rereadMs = 7 * dayMs

export const syncCommand: Command = {
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
    printResult(io, values, summary, summaryText(summary))
    return exitCode(summary)
  },
}

interface SyncPlan {
  readonly dataDirectory: string
  readonly settings: SourceSettings
  readonly sources: readonly SyncSourceName[]
}

async function runSync(values: Values, io: CommandIo, plan: SyncPlan): Promise<SyncSummary> {
  const { dataDirectory, settings, sources } = plan
  await restoreFolder(namedArtifacts(values, io) ?? 'artifacts', time.now())
  const artifactsDirectory = artifactsFolder(values, io)
  const { 'manifest.json': manifest } = await readArtifactFiles(artifactsDirectory, { only: [] })
  const { asOf } = parseManifest(new TextDecoder().decode(manifest))
  const since = optional(values, 'since')
  const sinceMs = since === undefined ? (parseUtc(asOf) ?? 0) - rereadMs : momentOption('--since', since)
  const isDryRun = values['dry-run'] === true
  const acceptsFewer = values['accept-fewer-rows'] === true
  const syncFolder = join(dataDirectory, 'sync')
  // Without stored statements, sources are read in full.
  const marks = (await syncGoesOn(artifactsDirectory, dataDirectory)) ? await readMarks(syncFolder) : {}
  const options = { sinceMs, time, version: await ownVersion(), marks, acceptsFewer }
  const bar = createProgressBar(sources, io.progress)
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
      // A source that is named but not configured is a failure.
      const isRefused = source.status === 'off' && optional(values, 'sources') !== undefined
      return isRefused ? { ...source, status: 'failed' as const } : source
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
  const unresolved = await storeSchedule(read, synced, { artifactsDirectory: named, dataDirectory, isDryRun })
  if (!isDryRun) {
    const accepted = read.filter(
      ({ name, status }) => status === 'ok' && !synced.refused.some((one) => one.source === name),
    )
    await writeMarks(syncFolder, { ...marks, ...Object.fromEntries(accepted.map((one) => [one.name, one.marks])) })
  }
  return summarise(read, { ...synced, unresolved: [...synced.unresolved, ...unresolved] }, about)
}

/** Stores the schedule. Earlier announcements of a source that failed or was refused are kept. */
function storeSchedule(
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

function chosenSources(
  values: Values,
  { env }: Pick<CliIo, 'env'>,
  settings: SourceSettings,
): readonly SyncSourceName[] {
  const text = optional(values, 'sources') ?? env[syncSourcesVariable]
  if (text === undefined) return configuredSources(settings)
  return namesOption('--sources', text, syncSourceNames)
}

/** Age to which graded series are read back. */
const readBackMs = 720 * dayMs

/** Reads the stored odds of series scheduled up to now, from two years before the data date. */
async function readCapturedOdds(
  dataFolder: string,
  dataMs: number,
  { stderr }: Pick<CommandIo, 'stderr'>,
): Promise<readonly CapturedOdds[]> {
  // Opening a store would create the folder.
  if (!existsSync(join(dataFolder, 'odds'))) return []
  const log = (entry: object): void => stderr(`${JSON.stringify(entry)}\n`)
  const store = await openOddsStore({ dataFolder, clock: systemClock, log })
  try {
    const now = systemClock.now()
    return await store.winnerPrices(dataMs - readBackMs, now, now)
  } finally {
    await store.close()
  }
}

/** Locks a folder against a second sync while the work runs. @throws RiftlineError `sync_running` for a lock whose process is alive */
async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await take(path)
  try {
    return await work()
  } finally {
    await rm(path, { force: true })
  }
}

async function take(path: string): Promise<void> {
  for (let isLast = false; ; isLast = true) {
    const taken = await writeFile(path, String(process.pid), { flag: 'wx', mode: 0o600 }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false
        throw error
      },
    )
    if (taken) return
    const holder = Number(await readFile(path, 'utf8').catch(() => ''))
    if (isLast || isAlive(holder)) {
      throw new RiftlineError(
        'sync_running',
        `${path}: expected no other sync on this folder, process ${holder} runs one`,
      )
    }
    await rm(path, { force: true })
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid < 1 || pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM means that the process exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
