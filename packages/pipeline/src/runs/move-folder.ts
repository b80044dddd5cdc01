import { RiftlineError, toUtc } from '@riftline/base'
import { buildCatalogue } from '../catalogue/build-catalogue.ts'
import { gradeHistory } from '../evaluate/grade-history.ts'
import type { GradedForecast } from '../evaluate/graded-forecast.ts'
import { snapshotFiles } from '../folder/artifact-files.ts'
import { manifestKeys, type OpenFolder } from '../folder/open-folder.ts'
import { type ArtifactFile, toProse } from '../folder/write-folder.ts'
import { fitBlend, gradingDelayMs, monthlyBlends, recentlyGraded } from '../graded/fit-blend.ts'
import type { GradedSeries } from '../graded/graded-series.ts'
import { pricedRow, withPicks } from '../graded/with-picks.ts'
import { joinsOf } from '../history/identity/joins.ts'
import type { History } from '../history/types.ts'
import type { Names, NamesFiles } from '../names/names.ts'
import { reportPath } from '../report/report-input.ts'
import { renewValuePicks } from '../report/sections/value-picks.ts'
import { type TeamLogos, withLogos } from '../sync/stated-logos.ts'
import { joinCatalogue, joinRatings } from './join-ids.ts'

export interface MoveOptions {
  readonly names: Names
  readonly namesFiles: NamesFiles
  /** Up to when the history has every game; default its last game. */
  readonly completeMs?: (asOfMs: number) => number
  /** Logos for teams that have none; default: none. */
  readonly logos?: TeamLogos
}

/** A folder after a newer history. */
export interface MovedFolder {
  readonly asOf: string
  /** The files that moved; models stay. */
  readonly files: Readonly<Record<string, ArtifactFile>>
  /** Keys of the manifest beside its files. */
  readonly manifest: Readonly<Record<string, unknown>>
  /** The graded record with the new series. */
  readonly graded: readonly GradedSeries[]
  /** Forecasts before each new series, by frozen curves and weights. */
  readonly forecasts: readonly GradedForecast[]
}

/**
 * Learns the games after the folder's data date, refits curves and weights with the series among them, and renews catalogue,
 * statistics and what the report says of value picks. The state of the opened folder moves along, so it is of no further use.
 *
 * @throws RiftlineError `history_empty` where no game is newer
 */
export function moveFolder(folder: OpenFolder, history: History, options: MoveOptions): MovedFolder {
  const { names, namesFiles, completeMs = (asOfMs) => asOfMs, logos = new Map() } = options
  const { artifacts, baselines } = folder
  const { state, manifest } = artifacts
  const { externalIds = folder.externalIds } = history
  const joins = joinsOf(externalIds)
  joinRatings(state, baselines, joins)
  const { forecasts, rows } = gradeHistory(artifacts, baselines, history)
  const { asOfMs } = state
  const asOf = toUtc(asOfMs)
  if (asOf === manifest.asOf) {
    throw new RiftlineError('history_empty', `expected games after ${manifest.asOf}, found none`)
  }
  state.completeMs = completeMs(asOfMs)
  const { consensus } = artifacts.blend
  const blendersOf = monthlyBlends([...folder.graded, ...rows.map((row) => row.graded)])
  const graded = recentlyGraded([...folder.graded, ...withPicks(rows.map(pricedRow), consensus, blendersOf)], asOfMs)
  const built = buildCatalogue(history, { asOfMs, previous: joinCatalogue(folder.catalogue, joins), names })
  const files = snapshotFiles({
    state,
    baselines,
    graded,
    blend: fitBlend(graded, asOfMs + gradingDelayMs)(consensus),
    catalogue: { ...built, catalogue: withLogos(built.catalogue, logos) },
    externalIds,
    namesFiles,
  })
  const report = folder.report === null ? {} : toProse({ [reportPath]: renewValuePicks(folder.report, graded) })
  return { asOf, files: { ...files, ...report }, manifest: { ...manifestKeys(artifacts), asOf }, graded, forecasts }
}
