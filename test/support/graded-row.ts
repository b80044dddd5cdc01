import { featureNames } from '@riftline/predictor'
import type { RawSeries } from '@riftline/record'
import type { GradedRow } from '#pipeline/graded/grade-series.ts'

/** Adds an empty feature row to a graded series, for tests in which only the chances count. */
export function toGradedRow(graded: RawSeries): GradedRow {
  const { seriesId, startMs, league, bestOf, outcome } = graded
  const vector = new Float64Array(featureNames.length)
  const baselines = { constant: 0.5, elo: 0.5, glicko2: 0.5 }
  return {
    row: {
      seriesId,
      startMs,
      league,
      bestOf,
      outcome,
      ...{ team1Id: 1, team2Id: 2, wins1: 2 * outcome, wins2: 2 - 2 * outcome },
      vector,
      sd: 0,
      maps: null,
      draftOffset: null,
      baselines,
      price: null,
      quotes: [],
    },
    graded,
  }
}
