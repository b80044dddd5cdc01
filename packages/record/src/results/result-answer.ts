import { toUtc } from '@riftline/base'
import { type ModelName, modelNames } from '@riftline/predictor'
import * as z from 'zod'
import type { GradedSeries } from '../graded/graded-series.ts'
import type { MatchedForecast } from '../kept/match-kept.ts'
import type { ResultSearch } from './result-search.ts'

const chance = z.number().min(0).max(1)
const utcText = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/)
const wins = z.int().min(0).max(3)
const id = z.int().min(1)
const team = z.object({
  id: id.describe('Id of the team that other calls accept, at least 1.'),
  name: z.string().describe('Current name of the team.'),
})

/** Forecast of one model in a result. */
export const resultForecastSchema = z.object({
  model: z.enum(modelNames).describe('Model of the forecast.'),
  probability1: chance.describe('Raw probability that `team1` wins the series, 0-1.'),
  calibratedProbability1: chance.describe('Calibrated probability that `team1` wins the series, 0-1.'),
})

/** A finished series with its forecasts, as `/v1/results` lists it. */
export const resultSchema = z.object({
  id: id.describe('Id of the series in the record, at least 1.'),
  league: z.string().describe('Code of the league.'),
  bestOf: z.literal([1, 3, 5]).meta({ type: 'integer' }).describe('Maximum number of maps: 1, 3 or 5.'),
  startUtc: utcText.describe('Start of the first map. Time in UTC, without a suffix.'),
  team1: team.describe('First team. The order of the teams says nothing about sides.'),
  team2: team.describe('Second team.'),
  wins1: wins.describe('Maps that `team1` won.'),
  wins2: wins.describe('Maps that `team2` won.'),
  winnerTeam: team.describe('Team that won the series.'),
  forecasts: z
    .array(resultForecastSchema)
    .length(modelNames.length)
    .describe(
      'Forecasts made before the first map, without its picks and without market odds: three models and their consensus.',
    ),
  market: z
    .object({
      probability1: chance.describe(
        'Probability that `team1` wins by the last price before the start, without the margin.',
      ),
      capturedAtUtc: utcText.describe('Capture of that price. Time in UTC, without a suffix.'),
    })
    .nullable()
    .describe('Last market price before the start. Null if none was captured.'),
  kept: z
    .boolean()
    .describe(
      'True if this server kept the forecasts before the start, in a chain of hashes. False if they were computed from data before the start when artifacts were made.',
    ),
})

export type Result = z.infer<typeof resultSchema>

/** Makes the result of a series. @param kept forecast that was kept before the start, which is shown in place of the graded one */
export function toResult(graded: GradedSeries, search: ResultSearch, kept: MatchedForecast | undefined): Result {
  const { seriesId, league, bestOf, startMs, outcome, wins1, wins2 } = graded
  const [team1, team2] = [search.teamOf(graded.team1Id), search.teamOf(graded.team2Id)]
  return {
    ...{ id: seriesId, league, bestOf, startUtc: toUtc(startMs), team1, team2, wins1, wins2 },
    winnerTeam: outcome === 1 ? team1 : team2,
    forecasts: modelNames.map((model) => ({ model, ...(kept?.forecasts[model] ?? chancesOf(graded, model)) })),
    market: kept === undefined ? marketOf(graded) : kept.market,
    kept: kept !== undefined,
  }
}

function chancesOf({ raw, calibrated, consensus }: GradedSeries, model: ModelName) {
  return model === 'consensus'
    ? { probability1: consensus.raw, calibratedProbability1: consensus.calibrated }
    : { probability1: raw[model], calibratedProbability1: calibrated[model] }
}

function marketOf({ market }: GradedSeries): Result['market'] {
  return market && { probability1: market.chance, capturedAtUtc: toUtc(market.capturedMs) }
}
