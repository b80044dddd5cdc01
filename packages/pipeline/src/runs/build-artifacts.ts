import { toUtc } from '@riftline/base'
import { featureNames } from '@riftline/predictor'
import { glicko2Settings } from '../baselines/baselines.ts'
import { buildCatalogue } from '../catalogue/build-catalogue.ts'
import { type Evaluation, evaluateForecasts } from '../evaluate/evaluation.ts'
import { toGradedForecast } from '../evaluate/graded-forecast.ts'
import { replayHistory } from '../features/feature-rows.ts'
import { artifactsReadme, describeModels, snapshotFiles, trainingRecord } from '../folder/artifact-files.ts'
import { publishFolder, toProse } from '../folder/write-folder.ts'
import { fitBlend, gradingDelayMs, monthlyBlends, recentlyGraded } from '../graded/fit-blend.ts'
import { ageForecasts, compareConsensus, gradeWindow, recordSeries, walkForward } from '../graded/grade-series.ts'
import { noExternalIds } from '../history/external-ids.ts'
import { type HistoryRun, readHistory, requireHistoryRun } from '../history/read-history.ts'
import { parseNamesFiles, readNamesFiles } from '../names/names.ts'
import { measureCoverage } from '../report/coverage.ts'
import { type ReportedWindow, readReportNotes } from '../report/measure.ts'
import { writeReport } from '../report/write-report.ts'
import { createBackTest } from '../tournaments/back-test.ts'
import { inWorkFolder, type TrainerCommands } from '../train/run-trainers.ts'
import { trainWindows } from '../train/train-windows.ts'
import { type ForecastWindow, planWindows, rowsWithin } from '../train/windows.ts'

export interface BuildOptions extends HistoryRun {
  readonly outDirectory: string
  readonly commands: TrainerCommands
}

/** Result of a build. */
export interface BuildSummary {
  /** Data date of the artifacts, UTC. */
  readonly asOf: string
  /** Number of skipped rows of the history. */
  readonly skipped: number
  /** Evaluation of each window that was forecast. */
  readonly windows: readonly { readonly name: string; readonly evaluation: Evaluation }[]
}

/** Ages of the data, in days, for which forecasts are tested. */
const testedAges: readonly number[] = [7, 30, 90, 270]

/**
 * Makes an artifacts folder from match history. Every window is forecast by models trained on the series before it,
 * blended by curves fitted before each of its months; the models in the folder are then trained on all series.
 *
 * @throws RiftlineError `history_invalid`, `history_too_short`, `trainer_failed`, `folder_unreadable`; ArtifactError if riftline scores a
 *   trainer's dump differently than the trainer
 */
export async function buildArtifacts(options: BuildOptions): Promise<BuildSummary> {
  requireHistoryRun(options, ['outDirectory', 'commands'])
  const { historyDirectory, outDirectory, commands, reading, onProgress = () => {} } = options
  const namesFiles = await readNamesFiles()
  const names = parseNamesFiles(namesFiles)
  const history = await readHistory(historyDirectory, { ...reading, names })
  onProgress(`read ${history.games} games in ${history.series.length} series; ${history.skipped.length} rows skipped`)
  const backTest = createBackTest(history)
  const { rows, state, baselines } = replayHistory(history, { watcher: backTest })
  const { asOfMs } = state
  const asOf = toUtc(asOfMs)
  const plan = planWindows(history.series[0]?.startMs ?? 0, asOfMs)
  onProgress(`replayed ${rows.length} graded series to ${asOf}`)
  const { windows, final } = await inWorkFolder((workFolder) =>
    trainWindows(rows, plan, { commands, workFolder, onProgress }),
  )
  const graded = windows.flatMap((window) => gradeWindow(window, rows))
  const record = graded.map((row) => row.graded)
  const blendersOf = monthlyBlends(record, (month) => onProgress(`blended ${month}`))
  const blended = walkForward(graded, plan.blendFromMs, blendersOf)
  const tested = windows.filter(({ window }) => window.purpose !== 'validation')
  const ages = testedAges.map((days) => {
    onProgress(`forecast on data ${days} days old`)
    const aged = replayHistory(history, { withheldDays: days }).rows
    return { days, forecasts: tested.flatMap((window) => ageForecasts(window, aged, days, blendersOf)) }
  })
  const recent = recentlyGraded(recordSeries(graded, 'weighted', blendersOf), asOfMs)
  const blend = fitBlend(recent, asOfMs + gradingDelayMs)('weighted')
  const catalogue = buildCatalogue(history, { asOfMs, names })

  const forecasts = blended.weighted.map(toGradedForecast)
  const reported = plan.windows
    .filter(({ fromMs }) => fromMs >= plan.blendFromMs)
    .map((window) => ({ ...describeWindow(window), graded: rowsWithin(forecasts, window) }))
  const tests = reported.filter(({ purpose }) => purpose !== 'validation')
  const models = describeModels(final, tests)
  const report = writeReport({
    asOf,
    history: {
      ...{ games: history.games, series: history.series.length, graded: rows.length },
      ...{ from: toUtc(rows[0]!.startMs), to: toUtc(rows.at(-1)!.startMs) },
    },
    leagues: names.leagues,
    windows: reported,
    ages,
    training: models.about.map(trainingRecord),
    settings: {
      glicko2: glicko2Settings,
      consensus: compareConsensus(blended, plan.testFromMs),
      anchor: blend.anchor,
      calibration: blend.calibration,
    },
    record: recent,
    tournaments: backTest,
    coverage: measureCoverage(catalogue.catalogue, catalogue.details),
    notes: await readReportNotes(),
  })
  const evaluated = tests.map((window) => ({ name: window.name, evaluation: evaluateForecasts(window.graded) }))
  const externalIds = history.externalIds ?? noExternalIds
  await publishFolder(
    outDirectory,
    {
      ...models.files,
      ...snapshotFiles({ state, baselines, graded: recent, blend, catalogue, externalIds, namesFiles }),
      ...toProse({ 'README.md': artifactsReadme(asOf, models.about), ...report }),
    },
    {
      asOf,
      builtAsOf: asOf,
      schemas: { match: featureNames },
      windows: plan.windows.map(describeWindow),
      consensus: Object.fromEntries(evaluated.map(({ name, evaluation }) => [name, evaluation.models.consensus])),
    },
  )
  return { asOf, skipped: history.skipped.length, windows: evaluated }
}

function describeWindow({ name, purpose, fromMs, untilMs }: ForecastWindow): Omit<ReportedWindow, 'graded'> {
  return { name, purpose, from: toUtc(fromMs), to: toUtc(untilMs) }
}
