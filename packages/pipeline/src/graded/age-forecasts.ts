import { createMembers, dayMs } from '@riftline/core'
import { withheldRows } from '../features/withheld-rows.ts'
import type { History } from '../history/types.ts'
import type { TrainedWindow } from '../train/train-windows.ts'
import { blendGraded } from './blend-graded.ts'
import { gradeRows } from './grade-window.ts'
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
 */
export function ageForecasts(
  history: History,
  { window, models }: TrainedWindow,
  withheldDays: number,
  blendersOf: (ms: number) => MonthBlenders,
): AgedForecast[] {
  const rows = withheldRows(history, withheldDays, window)
  return gradeRows(createMembers({ models }), rows).map(({ graded: series }) => {
    const blender = blendersOf(series.startMs - withheldDays * dayMs).weighted
    const calibrated = (ageDays: number): number => blendGraded(blender, series, { ageDays }).consensus.calibrated
    return { series, frozen: calibrated(0), faded: calibrated(withheldDays) }
  })
}
