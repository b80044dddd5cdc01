import { anchor, type Artifacts, createMembers, forecastVector, type SeriesForecast } from '@riftline/core'
import { type Baselines, learnBaselines } from '../baselines/baselines.ts'
import { type FeatureRow, featureRow } from '../features/feature-rows.ts'
import type { History, Series } from '../history/types.ts'
import { championIdsOf } from '../replay/champion-ids.ts'
import { replay } from '../replay/replay.ts'
import type { GradedForecast } from './evaluation.ts'
import { lastPrices, marketChance } from './market-prices.ts'

/**
 * Replays a continuation on top of the artifacts' snapshot and forecasts every complete best-of-1, 3 or 5 series that starts
 * later than the snapshot knows, before anything of it is learned; models, curves and weights stay as they are. Moves the
 * state and the baselines to the end of the history.
 */
export function gradeHistory(artifacts: Artifacts, baselines: Baselines, history: History): GradedForecast[] {
  const { state, blend } = artifacts
  const champions = championIdsOf([...artifacts.catalogue.champions, ...history.champions])
  const members = createMembers(artifacts)
  const prices = lastPrices(history.odds)
  const graded: GradedForecast[] = []

  const forecast = (row: FeatureRow, schema: 'match' | 'draft', vector: Float64Array): SeriesForecast =>
    forecastVector(members, blend, 'consensus', { schema, bestOf: row.bestOf, league: row.league }, vector)

  const beforeSeries = (series: Series): void => {
    const row = featureRow({ forecast: state, baselines }, series, champions)
    if (row === null) return
    const { seriesId, startMs, league, bestOf, outcome } = row
    const match = forecast(row, 'match', row.vectors.match)
    const draft = row.vectors.draft === null ? null : forecast(row, 'draft', row.vectors.draft)
    const chance = marketChance(series, prices.get(seriesId))
    const market =
      chance === null ? null : { chance, anchored: anchor(match.consensus!.calibrated, chance, blend.anchorWeight) }
    graded.push({ seriesId, startMs, league, bestOf, outcome, match, draft, baselines: row.baselines, market })
  }

  replay(state, history.series, {
    champions,
    knownUntilMs: state.asOfMs,
    beforeSeries,
    onSettled: (series) => learnBaselines(baselines, series),
  })
  return graded
}
