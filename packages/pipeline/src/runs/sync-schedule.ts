import { join } from 'node:path'
import { ArtifactError, requireOptions } from '@riftline/base'
import { nodeFs, replaceFile } from '@riftline/base/node'
import { parseSchedule, type Schedule } from '@riftline/predictor'
import { openFolder } from '../folder/open-folder.ts'
import { parseNamesFiles, readNamesFiles, readOwnAliases } from '../names/names.ts'
import { readOptionalText } from '../optional-text.ts'
import type { Unresolved } from '../sync/replay.ts'
import { mergeSchedule, noSeries, type ScheduleReading } from '../sync/schedule.ts'
import { linesOf } from '../sync/sync-folder.ts'

/** Schedules of sources, and the folders that a sync of them reads and writes. */
export interface SyncScheduleOptions {
  /** Artifacts with the teams and leagues of the series. */
  readonly artifactsDirectory: string
  /** Its `sync/schedule.json` is read and replaced. */
  readonly dataDirectory: string
  readonly readings: readonly ScheduleReading[]
  /** ms since 1970 */
  readonly nowMs: number
  /** Writes nothing. */
  readonly isDryRun?: boolean
}

/**
 * Keeps the announcements of sources in `sync/schedule.json` of the data folder. A damaged file counts as absent.
 *
 * @returns teams and leagues that could not be resolved; their series are left out
 * @throws ArtifactError for damaged artifacts
 */
export async function syncSchedule(options: SyncScheduleOptions): Promise<readonly Unresolved[]> {
  requireOptions(options, ['artifactsDirectory', 'dataDirectory', 'readings', 'nowMs', 'isDryRun'])
  const { dataDirectory, readings, nowMs } = options
  const { artifacts, externalIds } = await openFolder(options.artifactsDirectory)
  const names = parseNamesFiles(await readNamesFiles(), await readOwnAliases(dataDirectory))
  const base = { known: externalIds, names, catalogue: artifacts.catalogue }
  const previous = await readSchedule(dataDirectory).catch((error: unknown) => {
    if (error instanceof ArtifactError) return null
    throw error
  })
  const { schedule, unresolved } = mergeSchedule(readings, previous ?? noSeries, base, nowMs)
  if (options.isDryRun !== true) {
    const folder = join(dataDirectory, 'sync')
    await nodeFs.makeFolder(folder)
    const { series, ...head } = schedule
    const text = `${JSON.stringify(head).slice(0, -1)},"series":[${linesOf(series)}]}\n`
    await replaceFile(nodeFs, folder, scheduleName, Buffer.from(text))
  }
  return unresolved
}

/**
 * Reads the schedule that a sync has written to a data folder; null before the first sync.
 *
 * @throws ArtifactError `artifact_invalid` for a damaged file
 */
export async function readSchedule(dataDirectory: string): Promise<Schedule | null> {
  const text = await readOptionalText(join(dataDirectory, 'sync', scheduleName))
  return text === null ? null : parseSchedule(text)
}

const scheduleName = 'schedule.json'
