import { createForecastState, type ForecastState } from '@riftline/core'
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

export function replayHistory(history: History): ReplayedHistory {
  const state = createForecastState()
  const baselines = createBaselines()
  return { rows: collectRows(state, baselines, history), state, baselines }
}
