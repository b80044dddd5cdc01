import { type Artifacts, createBlender, createMembers } from '@riftline/core'
import type { Baselines } from '../baselines/baselines.ts'
import { collectRows } from '../features/collect-rows.ts'
import type { FeatureRow } from '../features/feature-rows.ts'
import { gradedSeries } from '../graded/grade-window.ts'
import type { GradedSeries } from '../graded/graded-series.ts'
import { type BlendedSeries, blendSeries } from '../graded/walk-forward.ts'
import type { History } from '../history/types.ts'
import type { GradedForecast } from './graded-forecast.ts'

/** A graded series with the answers of frozen curves and weights, and without them for the next fit. */
export interface GradedHistory {
  readonly forecasts: readonly GradedForecast[]
  readonly graded: readonly GradedSeries[]
}

/**
 * Replays a continuation on top of the artifacts' snapshot and forecasts every complete best-of-1, 3 or 5 series that starts
 * later than the snapshot knows, before anything of it is learned; models, curves and weights stay as they are. Moves the
 * state and the baselines to the end of the history.
 */
export function gradeHistory(artifacts: Artifacts, baselines: Baselines, history: History): GradedHistory {
  const { state, blend, catalogue } = artifacts
  const rows = collectRows(state, baselines, history, catalogue.champions)
  const members = createMembers(artifacts)
  const blender = createBlender(blend)
  const graded = rows.map((row) => gradedSeries(members, row))
  const forecasts = graded.map((series, index) => toGradedForecast(rows[index]!, blendSeries(blend, blender, series)))
  return { forecasts, graded }
}

/** Joins what was known of a series with what was said of it. */
export function toGradedForecast(row: FeatureRow, { match, draft, anchored }: BlendedSeries): GradedForecast {
  const { seriesId, startMs, league, bestOf, outcome, baselines, price } = row
  const market = price === null || anchored === null ? null : { ...price, anchored }
  return { seriesId, startMs, league, bestOf, outcome, match, draft, baselines, market }
}
