import { dayMs, parseUtc, RiftlineError, toUtc } from '@riftline/base'
import { type Evaluation, evaluateForecasts } from '../evaluate/evaluation.ts'
import { type GradedForecast, gradeHistory } from '../evaluate/graded-forecast.ts'
import { openFolder } from '../folder/open-folder.ts'
import { type HistoryRun, readHistory, requireHistoryRun } from '../history/read-history.ts'
import { parseNamesFiles, readNamesFiles } from '../names/names.ts'

/** Artifacts to grade, and the history to grade them with. */
export interface EvaluateOptions extends HistoryRun {
  readonly artifactsDirectory: string
  /** First and last graded day, as `YYYY-MM-DD`; default: everything after the artifacts' `asOf`. */
  readonly from?: string
  readonly to?: string
}

/** The scores and the forecasts behind them. */
export interface EvaluatedHistory {
  readonly evaluation: Evaluation
  readonly graded: readonly GradedForecast[]
}

/**
 * Grades frozen models on a continuation of the history that they were built from; each series is forecast before it is learned.
 *
 * @throws RiftlineError `invalid_argument` for a `from` that the models already know, `history_empty` if no series is left
 *   to grade
 */
export async function evaluateHistory(options: EvaluateOptions): Promise<EvaluatedHistory> {
  requireHistoryRun(options, ['artifactsDirectory', 'from', 'to'])
  const { historyDirectory, artifactsDirectory, reading, onProgress = () => {} } = options
  const { artifacts, baselines, externalIds } = await openFolder(artifactsDirectory)
  const knownUntilMs = artifacts.state.asOfMs
  const fromMs = options.from === undefined ? knownUntilMs : parseDay('from', options.from)
  const untilMs = options.to === undefined ? Number.POSITIVE_INFINITY : parseDay('to', options.to) + dayMs
  if (fromMs < knownUntilMs) {
    const asOf = artifacts.manifest.asOf
    throw new RiftlineError(
      'invalid_argument',
      `from: expected a day after ${asOf}, which the models know, got ${options.from}`,
    )
  }
  const history = await readHistory(historyDirectory, {
    ...reading,
    knownIds: externalIds,
    names: parseNamesFiles(await readNamesFiles()),
  })
  onProgress(`read ${history.games} games; forecasts each new series before it is learned`)
  const { forecasts } = gradeHistory(artifacts, baselines, history)
  const graded = forecasts.filter(({ startMs }) => startMs >= fromMs && startMs < untilMs)
  if (graded.length === 0) {
    const expected = `a complete series after ${toUtc(fromMs)}`
    throw new RiftlineError('history_empty', `${historyDirectory}: expected ${expected}, found none`)
  }
  onProgress(`forecast ${graded.length} series; computes scores and their intervals`)
  return { evaluation: evaluateForecasts(graded), graded }
}

/** UTC milliseconds of the start of a day `YYYY-MM-DD`. @throws RiftlineError `invalid_argument` */
function parseDay(name: string, text: string): number {
  const ms = parseUtc(`${text}T00:00:00`)
  if (ms !== null) return ms
  throw new RiftlineError('invalid_argument', `${name}: expected a day as YYYY-MM-DD, got ${text}`)
}

/** Writes one JSON line per graded series, by start: the chances of the series row's team 1 before the first game. */
export function predictionLines(graded: readonly GradedForecast[]): string {
  return graded
    .map(
      ({ seriesId, startMs, match }) =>
        `${JSON.stringify({ series: seriesId, startUtc: toUtc(startMs), models: match })}\n`,
    )
    .join('')
}
