import type { TournamentForecast } from '@riftline/predictor'
import * as z from 'zod'
import { artifacts, asOfUtc, count, dataThroughUtc, fraction, model, namedId, number, text } from './list-schemas.ts'
import { moment, pair, predictedTeam } from './prediction-schema.ts'

const byColumn = <Value extends z.ZodType>(value: Value) => z.record(text, value)

const team = z.object({
  team: predictedTeam.describe('Team of the tournament.'),
  reach: byColumn(fraction).describe(
    'Chance to reach each stage and round, 0-1, and `winner`. Summed over the teams, each column is its number of places.',
  ),
  winnerInterval: pair(fraction).describe(
    '95 % interval of `reach.winner`, lower bound first: the error of the simulation, without that of the forecasts.',
  ),
  expectedWins: byColumn(number).describe('Expected number of series won in each round robin and Swiss stage.'),
  places: byColumn(z.array(fraction)).describe('Chance of each place, first place first, in the same stages.'),
})

const leverage = z.object({
  team: namedId.describe('One of the two teams.'),
  winnerIfWon: fraction
    .nullable()
    .describe('Chance to win the tournament after a win of this series, 0-1. Null if no run had it.'),
  winnerIfLost: fraction.nullable().describe('The same after a defeat. Null if no run had it.'),
})

const next = z.object({
  stage: text.describe('Id of the stage.'),
  group: text.nullable().describe('Group of the stage. Null if it has none.'),
  bestOf: z.literal([1, 2, 3, 5]).meta({ type: 'integer', description: 'Maximum number of maps.' }),
  teams: pair(namedId).describe('The two teams.'),
  probability1: fraction.describe(
    'Calibrated probability that the first team wins, 0-1, as of `/v1/predict`; of one map in a best-of-2.',
  ),
  leverage: z.array(leverage).describe('Effect of the series on the chance of both teams to win the tournament.'),
})

export const tournamentForecast: z.ZodType<TournamentForecast> = z.object({
  name: text.describe('Name of the tournament in the request.'),
  runs: count.describe('Number of simulated tournaments.'),
  seed: count.describe('Seed of the simulation.'),
  model,
  asOfUtc,
  dataThroughUtc,
  artifacts,
  moment: moment.exactOptional(),
  teams: z.array(team).describe('Teams, the likeliest winner first.'),
  nextSeries: z.array(next).describe('Series that can be played now, at most 20, in the order of the format.'),
})
