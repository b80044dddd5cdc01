import { dayMs } from '@riftline/base'
import { logLoss } from '@riftline/core'
import { type BestOf, createForecastState, type PlayedSeries } from '@riftline/predictor'
import { forecastGlicko2, type Glicko2Ratings, type Glicko2Settings, learnGlicko2 } from '../baselines/glicko2.ts'
import type { History, Series } from '../history/types.ts'
import { type ChampionIds, isGraded, replay } from '../replay/replay.ts'

export interface Glicko2Trial {
  readonly settings: Glicko2Settings
  readonly logLoss: number
}

type Event = { readonly learn: PlayedSeries } | { readonly forecast: Series }

const grid = {
  startDeviation: [0.6, 0.7, 0.8, 0.9, 1, 1.4],
  startVolatility: [0.02, 0.03, 0.035, 0.04, 0.05, 0.07, 0.1],
  tau: [0.3, 0.6],
  periodDays: [1, 7],
}

const searchFromMs = Date.UTC(2021, 0, 1)

/**
 * Grades every combination of settings on the series from 2021 to the end of validation, each forecast before it is learned;
 * best first.
 */
export function searchGlicko2(history: History, champions: ChampionIds, untilMs: number): Glicko2Trial[] {
  const events: Event[] = []
  replay(createForecastState(), history.series, {
    champions,
    beforeSeries: (series) => events.push({ forecast: series }),
    onSettled: (series) => events.push({ learn: series }),
  })
  const trials: Glicko2Trial[] = []
  for (const startDeviation of grid.startDeviation)
    for (const startVolatility of grid.startVolatility)
      for (const tau of grid.tau)
        for (const periodDays of grid.periodDays) {
          const settings = { startDeviation, startVolatility, tau, periodDays }
          trials.push({ settings, logLoss: grade(events, settings, untilMs) })
        }
  return trials.sort((a, b) => a.logLoss - b.logLoss)
}

function grade(events: readonly Event[], settings: Glicko2Settings, untilMs: number): number {
  const ratings: Glicko2Ratings = new Map()
  const predictions: number[] = []
  const outcomes: number[] = []
  for (const event of events) {
    if ('learn' in event) learnGlicko2(ratings, event.learn, settings)
    else if (isGraded(event.forecast) && event.forecast.startMs >= searchFromMs && event.forecast.startMs < untilMs) {
      const { team1Id, team2Id, startMs, winnerTeamId } = event.forecast
      const bestOf = event.forecast.bestOf as BestOf
      predictions.push(forecastGlicko2(ratings, { team1Id, team2Id, bestOf, day: startMs / dayMs }, settings))
      outcomes.push(winnerTeamId === team1Id ? 1 : 0)
    }
  }
  return logLoss(predictions, outcomes)
}
