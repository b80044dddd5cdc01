import { parseUtc, RiftlineError, toUtc } from '@riftline/base'
import { type Evaluation, evaluateForecasts } from '../evaluate/evaluation.ts'
import { manifestKeys, openFolder } from '../folder/open-folder.ts'
import { publishFolder } from '../folder/write-folder.ts'
import { lastGameMs } from '../history/games.ts'
import { type HistoryRun, readHistory, requireHistoryRun } from '../history/read-history.ts'
import { formatsOf } from '../history/stated/best-of.ts'
import type { Finding, HeldGame, History } from '../history/types.ts'
import { noAliases, parseNamesFiles, readNamesFiles, readOwnAliases } from '../names/names.ts'
import { moveFolder } from './move-folder.ts'

/** Folders of an update. */
export interface UpdateOptions extends HistoryRun {
  readonly artifactsDirectory: string
  /** Default: the artifacts folder itself. */
  readonly outDirectory?: string
  /** Its `aliases.json`, if present, takes precedence over the shipped names. */
  readonly dataDirectory?: string
  /** UTC `YYYY-MM-DDTHH:mm:ss` up to which the history has every game; the age of the data counts from here. Default: its last game. */
  readonly completeUtc?: string
}

/** Result of an update. */
export interface UpdateSummary {
  /** Data date of the artifacts before and after, UTC. */
  readonly previousAsOf: string
  readonly asOf: string
  /** Number of skipped rows of the history. */
  readonly skipped: number
  /** Games held back for the next history, because a series may have been running when this one was written. */
  readonly held: readonly HeldGame[]
  /** Decisions about identities that a person may want to check. */
  readonly findings: readonly Finding[]
  /** Scores of the forecasts made before each new series; null if none could be graded. */
  readonly evaluation: Evaluation | null
}

/**
 * Moves artifacts to a newer history without retraining: learns the games after `asOf`, grades the forecasts before each new
 * series, refits curves and weights with them, renews catalogue and statistics, and writes a whole new folder.
 * Contradictory numbers that an earlier build published become unknown, even if no game is newer.
 *
 * @throws RiftlineError `history_invalid`, `history_empty` if no game is newer than `asOf` or all newer ones are held, `alias_unknown`,
 *   `folder_unreadable` if the new folder cannot be read back; ArtifactError for a damaged folder or `aliases.json`;
 *   `invalid_argument` for a `completeUtc` that is not a time, or is before the last game
 */
export async function updateArtifacts(options: UpdateOptions): Promise<UpdateSummary> {
  requireHistoryRun(options, ['artifactsDirectory', 'outDirectory', 'dataDirectory', 'completeUtc'])
  const { historyDirectory, artifactsDirectory, dataDirectory, reading, onProgress = () => {} } = options
  const folder = await openFolder(artifactsDirectory)
  const previousAsOf = folder.artifacts.manifest.asOf
  const namesFiles = await readNamesFiles()
  const own = dataDirectory === undefined ? noAliases : await readOwnAliases(dataDirectory)
  const names = parseNamesFiles(namesFiles, own)
  const leagueFormats = formatsOf(folder.graded)
  const history = await readHistory(historyDirectory, {
    ...reading,
    knownIds: folder.externalIds,
    names,
    leagueFormats,
  })
  const completeMs = (asOfMs: number): number => completeFrom(options.completeUtc, asOfMs)
  const isNew = lastGameMs(history) > folder.artifacts.state.asOfMs
  if (!isNew && !folder.isMended) throw nothingNew(historyDirectory, previousAsOf, history)
  onProgress(`read ${history.games} games; learns those after ${previousAsOf}`)
  const { asOf, files, manifest, forecasts } = isNew
    ? moveFolder(folder, history, { names, namesFiles, completeMs })
    : { asOf: previousAsOf, files: {}, manifest: manifestKeys(folder.artifacts), forecasts: [] }
  onProgress(`forecast ${forecasts.length} series; reads the new folder back before it is published`)
  await publishFolder(options.outDirectory ?? artifactsDirectory, files, manifest, folder)
  const evaluation = forecasts.length === 0 ? null : evaluateForecasts(forecasts)
  const { findings = [], skipped, held = [] } = history
  return { previousAsOf, asOf, skipped: skipped.length, held, findings, evaluation }
}

function nothingNew(directory: string, asOf: string, { held = [] }: History): RiftlineError {
  const newer = held.filter(({ startMs }) => toUtc(startMs) > asOf).length
  const found = newer === 0 ? 'none' : `${newer} that wait, since a series may still be running; read a later file`
  return new RiftlineError('history_empty', `${directory}: expected games after ${asOf}, found ${found}`)
}

function completeFrom(text: string | undefined, asOfMs: number): number {
  if (text === undefined) return asOfMs
  const completeMs = parseUtc(text)
  if (completeMs !== null && completeMs >= asOfMs) return completeMs
  const expected = `YYYY-MM-DDTHH:mm:ss from ${toUtc(asOfMs)} on`
  throw new RiftlineError('invalid_argument', `completeUtc: expected ${expected}, got ${text}`)
}
