import { type Artifacts, anchor, createMembers } from '@riftline/core'
import type { Baselines } from '../baselines/baselines.ts'
import { collectRows } from '../features/collect-rows.ts'
import type { FeatureRow } from '../features/feature-rows.ts'
import { blendGraded } from '../graded/blend-graded.ts'
import { gradedSeries } from '../graded/grade-window.ts'
import type { GradedSeries } from '../graded/graded-series.ts'
import type { History } from '../history/types.ts'
import type { GradedForecast } from './evaluation.ts'

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
  const graded = rows.map((row) => gradedSeries(members, row))
  const forecasts = graded.map((series, index) => {
    const match = blendGraded(blend, 'match', series)!
    const anchored =
      series.market === null ? null : anchor(match.consensus!.calibrated, series.market, blend.anchorWeight)
    return toGradedForecast(rows[index]!, match, blendGraded(blend, 'draft', series), anchored)
  })
  return { forecasts, graded }
}

/** Joins what was known of a series with what was said of it. */
export function toGradedForecast(
  row: FeatureRow,
  match: GradedForecast['match'],
  draft: GradedForecast['draft'],
  anchored: number | null,
): GradedForecast {
  const { seriesId, startMs, league, bestOf, outcome, baselines } = row
  const market = row.market === null || anchored === null ? null : { chance: row.market, anchored }
  return { seriesId, startMs, league, bestOf, outcome, match, draft, baselines, market }
}
