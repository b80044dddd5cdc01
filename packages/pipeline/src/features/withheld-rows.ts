import { createForecastState, type ForecastState } from '@riftline/core'
import { createBaselines } from '../baselines/baselines.ts'
import { lastGameMs } from '../history/last-game.ts'
import type { History } from '../history/types.ts'
import { championIdsOf } from '../replay/champion-ids.ts'
import { replay } from '../replay/replay.ts'
import { addSeasonTables } from '../replay/season-tables.ts'
import { type FeatureRow, featureRow } from './feature-rows.ts'
import { lastPrices } from './market-prices.ts'

/**
 * Rows of the graded series of a span as they looked with results known `withheldDays` late: each as of that many days before the
 * series, for forecasts on old data.
 */
export function withheldRows(
  history: History,
  withheldDays: number,
  span: { readonly fromMs: number; readonly untilMs: number },
): FeatureRow[] {
  const forecast: ForecastState = createForecastState()
  const champions = championIdsOf(history.champions)
  const knowledge = { forecast, baselines: createBaselines(), champions, prices: lastPrices(history.odds) }
  const rows: FeatureRow[] = []
  addSeasonTables(forecast, history.teamSeasons, lastGameMs(history))
  replay(forecast, history.series, {
    champions,
    withheldDays,
    beforeSeries: (series) => {
      if (series.startMs < span.fromMs || series.startMs >= span.untilMs) return
      const row = featureRow(knowledge, series, withheldDays)
      if (row !== null) rows.push(row)
    },
  })
  return rows
}
