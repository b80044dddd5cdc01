import { dayMs } from '@riftline/base'
import type { FeatureRow } from '../features/feature-rows.ts'
import type { TrainedWindow } from '../train/train-windows.ts'
import { blendGraded } from './blend-graded.ts'
import { gradeWindow } from './grade-window.ts'
import type { GradedSeries } from './graded-series.ts'
import type { MonthBlenders } from './monthly-blends.ts'

/** A series forecast on data that were days old: as if nothing had aged, and faded by their age. */
export interface AgedForecast {
  readonly series: GradedSeries
  readonly frozen: number
  readonly faded: number
}

/**
 * Forecasts the graded series of a window by the consensus with results withheld for some days. Models are those of the window; the
 * blend is the one of the month in which the data end.
 *
 * @param rows as they looked with results known `withheldDays` late
 */
export function ageForecasts(
  trained: TrainedWindow,
  rows: readonly FeatureRow[],
  withheldDays: number,
  blendersOf: (ms: number) => MonthBlenders,
): AgedForecast[] {
  return gradeWindow(trained, rows).map(({ graded: series }) => {
    const blender = blendersOf(series.startMs - withheldDays * dayMs).weighted
    const calibrated = (ageDays: number): number => blendGraded(blender, series, { ageDays }).consensus.calibrated
    return { series, frozen: calibrated(0), faded: calibrated(withheldDays) }
  })
}
