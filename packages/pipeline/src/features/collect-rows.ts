import type { CatalogueChampion, ForecastState } from '@riftline/predictor'
import { type Baselines, learnBaselines } from '../baselines/baselines.ts'
import { lastGameMs } from '../history/last-game.ts'
import type { History } from '../history/types.ts'
import { championIdsOf } from '../replay/champion-ids.ts'
import { replay } from '../replay/replay.ts'
import { addSeasonTables } from '../replay/season-tables.ts'
import { type FeatureRow, featureRow } from './feature-rows.ts'
import { pricesBySeries } from './market-prices.ts'

/**
 * Moves state and baselines to the end of a history and collects a row for every graded series that the state does not know yet,
 * made before anything of the series is learned.
 *
 * @param champions further ones than the history lists
 * @param withheldDays how late results are known; a row is as of that many days before its series
 */
export function collectRows(
  forecast: ForecastState,
  baselines: Baselines,
  history: History,
  champions: readonly CatalogueChampion[] = [],
  withheldDays = 0,
): FeatureRow[] {
  const ids = championIdsOf([...champions, ...history.champions])
  const prices = pricesBySeries(history.odds)
  const marketOdds = pricesBySeries(history.marketOdds ?? [])
  const knowledge = { forecast, baselines, champions: ids, prices, marketOdds }
  const rows: FeatureRow[] = []
  addSeasonTables(forecast, history.teamSeasons, lastGameMs(history))
  replay(forecast, history.series, {
    champions: ids,
    knownUntilMs: forecast.asOfMs,
    withheldDays,
    beforeSeries: (series) => {
      const row = featureRow(knowledge, series, withheldDays)
      if (row !== null) rows.push(row)
    },
    onSettled: (series) => learnBaselines(baselines, series),
  })
  return rows
}
