import { type Artifacts, createBlender, createMembers } from '@riftline/predictor'
import type { Baselines } from '../baselines/baselines.ts'
import { collectRows } from '../features/feature-rows.ts'
import { type BlendedSeries, blendSeries, type GradedRow, gradeRows } from '../graded/grade-series.ts'
import type { History } from '../history/types.ts'
import type { GradedForecast } from './graded-forecast.ts'

/** Graded series: with the forecasts of frozen curves and weights, and without them for the next fit. */
interface GradedHistory {
  readonly forecasts: readonly GradedForecast[]
  readonly rows: readonly GradedRow[]
}

/**
 * Replays a continuation on top of the artifacts' snapshot and forecasts every complete best-of-1, 3 or 5 series that starts
 * after the snapshot, before anything of the series is learned. Models, curves and weights stay as they are; state and
 * baselines move to the end of the history.
 */
export function gradeHistory(artifacts: Artifacts, baselines: Baselines, history: History): GradedHistory {
  const { state, blend, catalogue } = artifacts
  const rows = gradeRows(createMembers(artifacts), collectRows(state, baselines, history, catalogue.champions))
  const blender = createBlender(blend)
  return { forecasts: rows.map((row) => toGradedForecast(blendSeries(blender, row))), rows }
}

/** Keeps of a blended series what is scored and reported. */
export function toGradedForecast({ row, match, draft, anchored, picks }: BlendedSeries): GradedForecast {
  const { seriesId, startMs, league, bestOf, outcome, sd, maps, baselines, price, quotes } = row
  const market = price === null || anchored === null ? null : { ...price, anchored, picks }
  return { seriesId, startMs, league, bestOf, outcome, sd, maps, match, draft, baselines, market, quotes }
}
