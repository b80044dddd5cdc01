import { dayMs, featureNames } from '@riftline/core'
import { glicko2Settings } from '../baselines/glicko2.ts'
import { buildCatalogue } from '../catalogue/build-catalogue.ts'
import { type Evaluation, evaluateForecasts } from '../evaluate/evaluation.ts'
import { toGradedForecast } from '../evaluate/grade-history.ts'
import type { GradedForecast } from '../evaluate/graded-forecast.ts'
import type { FeatureRow } from '../features/feature-rows.ts'
import { replayHistory } from '../features/replay-history.ts'
import { artifactsReadme } from '../folder/artifacts-readme.ts'
import { describeModels, trainingRecord } from '../folder/describe-models.ts'
import { snapshotFiles } from '../folder/snapshot-files.ts'
import { writeFolder } from '../folder/write-folder.ts'
import { chooseConsensus } from '../graded/choose-consensus.ts'
import { fitBlend, gradedDays, gradingDelayMs } from '../graded/fit-blend.ts'
import { gradeWindow } from '../graded/grade-window.ts'
import { type BlendedSeries, walkForward } from '../graded/walk-forward.ts'
import { noExternalIds } from '../history/ids/external-ids.ts'
import { type ReadListeners, readHistory } from '../history/read-history.ts'
import type { ReportedWindow } from '../report/report-input.ts'
import { reportNotes } from '../report/report-notes.ts'
import { writeReport } from '../report/write-report.ts'
import type { TrainerCommands } from '../train/run-trainers.ts'
import { trainModels } from '../train/train-models.ts'
import { planWindows, type Window } from '../train/windows.ts'
import { inWorkFolder } from '../train/work-folder.ts'
import { toUtc } from '../utc.ts'

export interface BuildOptions {
  readonly historyDirectory: string
  readonly outDirectory: string
  readonly commands: TrainerCommands
  readonly reading?: ReadListeners
  readonly onProgress?: (line: string) => void
}

export interface BuildSummary {
  readonly asOf: string
  readonly skipped: number
  readonly windows: readonly { readonly name: string; readonly evaluation: Evaluation }[]
}

/**
 * The whole run from match history to an artifacts folder. Every window is forecast by models trained on the series before
 * it and blended by curves fitted before each of its months; the models that are written then learn from everything.
 *
 * @throws RiftlineError `history_invalid`, `history_too_short`, `trainer_failed`; ArtifactError where a trainer's dump does
 *   not score as the trainer says
 */
export async function buildArtifacts(options: BuildOptions): Promise<BuildSummary> {
  const { historyDirectory, outDirectory, commands, reading, onProgress = () => {} } = options
  const history = await readHistory(historyDirectory, reading)
  onProgress(`read ${history.games} games in ${history.series.length} series; ${history.skipped.length} rows skipped`)
  const { rows, state, baselines } = replayHistory(history)
  const asOfMs = state.asOfMs
  const { trainingStartMs, windows } = planWindows(history.series[0]?.startMs ?? 0, asOfMs)
  onProgress(`replayed ${rows.length} graded series to ${toUtc(asOfMs)}`)

  const spans = [...windows.map(({ fromMs }) => fromMs), asOfMs + 1].map((untilMs) => ({
    fromMs: trainingStartMs,
    untilMs,
  }))
  const trained = await inWorkFolder((workFolder) => trainModels(rows, spans, { commands, workFolder, onProgress }))
  const final = trained.at(-1)!

  const graded = windows.flatMap((window, index) => gradeWindow(trained[index]!, rowsOf(rows, window)))
  const blended = walkForward(graded, windows[1]!.fromMs, (month) => onProgress(`blended ${month}`))
  const tests = windows.filter(({ purpose }) => purpose === 'test')
  const choice = chooseConsensus(blended, tests[0]!.fromMs)
  const { consensus } = choice
  const forecasts = joinRows(rows, blended[consensus])
  const walked = windows.slice(1).map((window) => ({ ...window, graded: rowsOf(forecasts, window) }))
  const reported = walked.filter(({ purpose }) => purpose === 'test')

  const kept = graded.filter(({ startMs }) => startMs > asOfMs - gradedDays * dayMs)
  const blend = fitBlend(kept, asOfMs + gradingDelayMs)(consensus)
  const described = describeModels(final, spans.at(-1)!, reported)
  const catalogue = buildCatalogue(history, { asOfMs })
  const evaluated = reported.map(({ name, graded: own }) => ({ name, evaluation: evaluateForecasts(own) }))
  const asOf = toUtc(asOfMs)
  const report = writeReport({
    asOf,
    history: {
      games: history.games,
      series: history.series.length,
      graded: rows.length,
      from: toUtc(rows[0]!.startMs),
      to: toUtc(rows.at(-1)!.startMs),
    },
    windows: walked.map(({ graded: own, ...window }) => ({ ...describeWindow(window), graded: own })),
    training: described.about.map(trainingRecord),
    settings: {
      glicko2: glicko2Settings,
      choice,
      anchor: blend.anchor,
      calibration: blend.schemas.match.calibration,
    },
    notes: reportNotes,
  })
  const texts: Record<string, string> = { 'README.md': artifactsReadme(asOf, described.about), ...report }
  const plain = Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, { text, format: null }]))
  const externalIds = history.externalIds ?? noExternalIds
  await writeFolder(
    outDirectory,
    {
      ...described.files,
      ...snapshotFiles({ state, baselines, graded: kept, blend, catalogue, externalIds }),
      ...plain,
    },
    {
      asOf,
      builtAsOf: asOf,
      schemas: { match: featureNames('match'), draft: featureNames('draft') },
      windows: windows.map(describeWindow),
      consensus: Object.fromEntries(evaluated.map(({ name, evaluation }) => [name, evaluation.models.consensus])),
    },
  )
  return { asOf, skipped: history.skipped.length, windows: evaluated }
}

function describeWindow({ name, purpose, fromMs, untilMs }: Window): Omit<ReportedWindow, 'graded'> {
  return { name, purpose, from: toUtc(fromMs), to: toUtc(untilMs) }
}

function rowsOf<Row extends { readonly startMs: number }>(rows: readonly Row[], window: Window): readonly Row[] {
  return rows.filter(({ startMs }) => startMs >= window.fromMs && startMs < window.untilMs)
}

function joinRows(rows: readonly FeatureRow[], blended: readonly BlendedSeries[]): GradedForecast[] {
  const byId = new Map(rows.map((row) => [row.seriesId, row]))
  return blended.map((series) => toGradedForecast(byId.get(series.graded.seriesId)!, series))
}
