import { createForecastState, type ForecastState } from '@riftline/predictor'
import { type Baselines, createBaselines } from '../baselines/baselines.ts'
import type { History } from '../history/types.ts'
import { collectRows } from './collect-rows.ts'
import type { FeatureRow } from './feature-rows.ts'

/** A history replayed from an empty state: a row for every graded series, and state and baselines at the end. */
export interface ReplayedHistory {
  readonly rows: readonly FeatureRow[]
  readonly state: ForecastState
  readonly baselines: Baselines
}

/** @param withheldDays how late results are known, for forecasts on old data */
export function replayHistory(history: History, withheldDays = 0): ReplayedHistory {
  const state = createForecastState()
  const baselines = createBaselines()
  return { rows: collectRows(state, baselines, history, [], withheldDays), state, baselines }
}
