import {
  type BestOf,
  createForecastState,
  draftOffset,
  type ForecastState,
  type PlayedSeries,
  seriesFeatures,
} from '@riftline/predictor'
import { type Baselines, createBaselines, forecastBaselines, learnBaselines } from '#pipeline/baselines/baselines.ts'
import type { HistorySeries } from '#pipeline/history/types.ts'
import { replay } from '#pipeline/replay/replay.ts'
import { heroes } from '../../support/played-league-history.ts'

export interface Knowledge {
  readonly forecast: ForecastState
  readonly baselines: Baselines
}

export function nothingKnown(): Knowledge {
  return { forecast: createForecastState(), baselines: createBaselines() }
}

/** Draft of any ten champions, asked for every series whether its own draft is known or not. */
const draft = { team1: [1, 2, 3, 4, 5], team2: [6, 7, 8, 9, 10] }

/** Bytes of every forecast that the knowledge gives for a series. */
function forecastBits({ forecast, baselines }: Knowledge, series: HistorySeries): string {
  const { team1Id, team2Id, league, startMs } = series
  const bestOf: BestOf = series.bestOf === 1 || series.bestOf === 5 ? series.bestOf : 3
  const request = { team1Id, team2Id, league, bestOf, timeMs: startMs }
  const { elo, glicko2 } = forecastBaselines(baselines, { team1Id, team2Id, bestOf, startMs })
  const own = seriesFeatures(forecast, { ...request, league: null })
  const numbers = [
    ...seriesFeatures(forecast, request).vector,
    ...own.vector,
    draftOffset(forecast.championEffects, draft, own.gameLogit, bestOf),
    elo,
    glicko2,
  ]
  return Buffer.from(Float64Array.from(numbers).buffer).toString('hex')
}

/** Replays a history and records the forecast of every series before it begins, by series id. */
export function forecastsOf(
  series: readonly HistorySeries[],
  known: Knowledge = nothingKnown(),
  knownUntilMs?: number,
): Map<number, string> {
  const forecasts = new Map<number, string>()
  replay(known.forecast, series, {
    champions: heroes,
    ...(knownUntilMs === undefined ? {} : { knownUntilMs }),
    beforeSeries: (next) => forecasts.set(next.id, forecastBits(known, next)),
    onSettled: (settled: PlayedSeries) => learnBaselines(known.baselines, settled),
  })
  return forecasts
}
