import { createForecastState, type ForecastState } from '@riftline/core'
import { type Baselines, createBaselines, learnBaselines } from '../baselines/baselines.ts'
import { type FeatureRow, featureRow } from '../features/feature-rows.ts'
import { lastPrices } from '../features/market-prices.ts'
import { lastGameMs } from '../history/last-game.ts'
import type { History } from '../history/types.ts'
import { championIdsOf } from '../replay/champion-ids.ts'
import { replay } from '../replay/replay.ts'
import { addSeasonTables } from '../replay/season-tables.ts'

/** A history replayed from nothing: a row for every series that is graded, and what is known at its end. */
export interface ReplayedHistory {
  readonly rows: readonly FeatureRow[]
  readonly state: ForecastState
  readonly baselines: Baselines
}

export function replayHistory(history: History): ReplayedHistory {
  const state = createForecastState()
  const baselines = createBaselines()
  const champions = championIdsOf(history.champions)
  const knowledge = { forecast: state, baselines, champions, prices: lastPrices(history.odds) }
  const rows: FeatureRow[] = []
  addSeasonTables(state, history.teamSeasons, lastGameMs(history))
  replay(state, history.series, {
    champions,
    beforeSeries: (series) => {
      const row = featureRow(knowledge, series)
      if (row !== null) rows.push(row)
    },
    onSettled: (series) => learnBaselines(baselines, series),
  })
  return { rows, state, baselines }
}
