import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs, RiftlineError } from '@riftline/core'
import { buildCatalogue } from '../catalogue/build-catalogue.ts'
import { type Evaluation, evaluateForecasts } from '../evaluate/evaluation.ts'
import { gradeHistory } from '../evaluate/grade-history.ts'
import { type OpenFolder, openFolder } from '../folder/open-folder.ts'
import { snapshotFiles } from '../folder/snapshot-files.ts'
import { type ArtifactFile, writeFolder } from '../folder/write-folder.ts'
import { fitBlend, gradedDays, gradingDelayMs } from '../graded/fit-blend.ts'
import { type ReadListeners, readHistory } from '../history/read-history.ts'
import { toUtc } from '../utc.ts'

export interface UpdateOptions {
  readonly historyDirectory: string
  readonly artifactsDirectory: string
  /** Default: the artifacts folder itself. */
  readonly outDirectory?: string
  readonly reading?: ReadListeners
}

export interface UpdateSummary {
  readonly previousAsOf: string
  readonly asOf: string
  readonly skipped: number
  /** Of what the models had said before each new series; null where none could be graded. */
  readonly evaluation: Evaluation | null
}

/**
 * Moves artifacts to a newer history without retraining: learns the games after `asOf`, grades what the models said before
 * each new series, refits curves and weights with it, renews catalogue and statistics, and writes a whole new folder.
 *
 * @throws RiftlineError `history_invalid`, `history_empty` where no game is newer than `asOf`; ArtifactError for a damaged folder
 */
export async function updateArtifacts(options: UpdateOptions): Promise<UpdateSummary> {
  const { historyDirectory, artifactsDirectory, reading } = options
  const folder = await openFolder(artifactsDirectory)
  const { artifacts, baselines } = folder
  const { state, manifest } = artifacts
  const previousAsOf = manifest.asOf
  const history = await readHistory(historyDirectory, { ...reading, knownIds: folder.externalIds })
  const { forecasts, graded: fresh } = gradeHistory(artifacts, baselines, history)
  const asOfMs = state.asOfMs
  const asOf = toUtc(asOfMs)
  if (asOf === previousAsOf) {
    throw new RiftlineError('history_empty', `${historyDirectory}: expected games after ${previousAsOf}, found none`)
  }
  const graded = [...folder.graded, ...fresh].filter(({ startMs }) => startMs > asOfMs - gradedDays * dayMs)
  const snapshot = snapshotFiles({
    state,
    baselines,
    graded,
    blend: fitBlend(graded, asOfMs + gradingDelayMs)(artifacts.blend.consensus),
    catalogue: buildCatalogue(history, { asOfMs, previous: folder.catalogue }),
    externalIds: history.externalIds ?? folder.externalIds,
  })
  const kept = { ...keptFiles(folder, Object.keys(snapshot)), ...(await prose(artifactsDirectory)) }
  const { files: _, formatVersion: __, ...rest } = manifest as typeof manifest & Record<string, unknown>
  await writeFolder(options.outDirectory ?? artifactsDirectory, { ...kept, ...snapshot }, { ...rest, asOf })
  const evaluation = forecasts.length === 0 ? null : evaluateForecasts(forecasts)
  return { previousAsOf, asOf, skipped: history.skipped.length, evaluation }
}

/** The models and whatever else the manifest names that an update leaves alone, as the folder was when it was opened. */
function keptFiles({ artifacts, files }: OpenFolder, renewed: readonly string[]): Record<string, ArtifactFile> {
  const kept = Object.entries(artifacts.manifest.files).filter(([path]) => !renewed.includes(path))
  return Object.fromEntries(
    kept.map(([path, { sha256: _, bytes: __, format, ...about }]) => {
      return [path, { text: new TextDecoder().decode(files[path]), format, about }]
    }),
  )
}

/** The report and the README, which the manifest does not name. */
async function prose(directory: string): Promise<Record<string, ArtifactFile>> {
  const files: Record<string, ArtifactFile> = {}
  for (const path of await readdir(directory, { recursive: true })) {
    if (/\.(md|svg)$/.test(path)) files[path] = { text: await readFile(join(directory, path), 'utf8'), format: null }
  }
  return files
}
