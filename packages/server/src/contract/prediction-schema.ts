import { highestOdds } from '@riftline/core'
import { baseModels, featureSources, type MarketsAnswer, type Prediction, stageNames } from '@riftline/predictor'
import * as z from 'zod'
import {
  artifacts,
  asOfUtc,
  bestOf,
  count,
  dataThroughUtc,
  fraction,
  id,
  matching,
  model,
  namedId,
  number,
  object,
  objectOrNull,
  role,
  text,
  utc,
} from './list-schemas.ts'

const probabilities = {
  blueWinProbability: fraction.describe('Probability that blue wins, before calibration, 0-1.'),
  redWinProbability: fraction.describe('1 - blueWinProbability.'),
  calibratedBlueWinProbability: fraction.describe(
    'Calibrated probability that blue wins, 0-1. It is anchored to the market if both prices were given.',
  ),
  calibratedRedWinProbability: fraction.describe('1 - calibratedBlueWinProbability.'),
  winner: z.enum(['blue', 'red']).describe('Side with the higher calibrated probability; blue if both are equal.'),
}

const decimalOdds = z.number().gt(1).lte(highestOdds)
const price = decimalOdds.nullable()
const expectedValue = (of: string) =>
  z.number().min(-1).nullable().describe(`Expected profit of a stake of 1 on ${of}. Null without a price.`)

const onlyWithPrice = 'Present only with a price. Fields of a missing price are null. EV is probability * odds - 1.'
const odds = object(onlyWithPrice, {
  blue: price.describe('Decimal odds of blue in the request.'),
  red: price.describe('Decimal odds of red in the request.'),
  margin: z.number().min(-0.1).nullable().describe('Sum of 1 / price, minus 1. Null unless both prices were given.'),
  marketBlueProbability: fraction
    .nullable()
    .describe("Probability of blue in the market, without its margin (Shin's method). Null without both prices."),
  marketRedProbability: fraction.nullable().describe('1 - marketBlueProbability.'),
  blueEv: expectedValue('blue, at blueWinProbability'),
  redEv: expectedValue('red, at redWinProbability'),
  calibratedBlueEv: expectedValue('blue, at calibratedBlueWinProbability'),
  calibratedRedEv: expectedValue('red, at calibratedRedWinProbability'),
})

const member = z.object({
  model: z.enum(baseModels).describe('Name of the member.'),
  weight: fraction.describe('Weight in the consensus, 0-1. Consensus probabilities are sums of weight * probability.'),
  ...probabilities,
})

const league = objectOrNull('League whose history was used. Null if no league was found.', {
  code: text.describe('Code of the league.'),
  name: text.describe('Common name of the league.'),
  source: z
    .enum(['label', 'teams'])
    .describe('`label`: the tournament label names the league. `teams`: both teams share this home league.'),
})

export const predictedTeam = z.object({
  id,
  name: text.describe('Current name of the team.'),
  active: z
    .literal(false)
    .exactOptional()
    .describe('Present only if the team had no game within 180 days before the data date.'),
  lastGameUtc: utc('Start of the last game. Present only with `active`. Null if unknown.').nullable().exactOptional(),
})

/** Identity of a forecast: teams, format, date and artifacts. */
const identity = {
  blueTeam: predictedTeam.describe('Team on the blue side.'),
  redTeam: predictedTeam.describe('Team on the red side.'),
  model,
  bestOf: bestOf.meta({ type: 'integer', description: 'Maximum number of maps, as requested; 3 by default.' }),
  league,
  asOfUtc,
  dataThroughUtc,
  artifacts,
}

export const moment = z.literal('at the data date').describe('Present only if the data cover the date of the forecast.')

const share = {
  logit: number.describe('Change of the log odds of blue.'),
  points: number.describe('Change of the probability of blue, in percentage points.'),
}

const partName = <Name extends z.ZodType>(name: Name) => name.describe('Subject of the part.')
const modelName = z.enum(baseModels)
const side = z.enum(['blue', 'red'])
const homeLeague = text.nullable().describe('Code of the home league. Null if unknown.')
const player = namedId.nullable().describe('Player in this role. Null if the line-up or the name is unknown.')

const part = z.union([
  z.object({ part: partName(z.literal('league')), blue: homeLeague, red: homeLeague, ...share }),
  z.object({ part: partName(z.enum(['team', 'experience'])), ...share }),
  z.object({ part: partName(z.literal('player')), role, blue: player, red: player, ...share }),
  z.object({
    part: partName(z.literal('champion')),
    side: side.describe('Side that picked the champion.'),
    role,
    champion: namedId.describe('Picked champion.'),
    ...share,
  }),
  z.object({
    part: partName(modelName),
    source: z.enum(featureSources).describe('Group of features that the model reads.'),
    ...share,
  }),
  z.object({ part: partName(modelName), ...share }),
])

const about = (description: string) => z.number().meta({ description })

const stage = z.object({
  stage: z.enum(stageNames).describe('Name of the stage.'),
  ...share,
  probability: fraction.describe('Probability that blue wins, after the stage, 0-1.'),
  factor: about('Factor on the log odds. Present for the stages `scale` and `age`.').exactOptional(),
  sd: about('Standard deviation of the strength, in log odds of one game. Present for `doubt`.').exactOptional(),
  slope: about('Factor on the log odds. Present for the stage `leagueSlope`.').exactOptional(),
  days: about('Age of the data in days. Present for the stage `age`.').exactOptional(),
  weight: about('Weight of the models against the market. Present for the stage `market`.').exactOptional(),
  marketProbability: fraction
    .describe('Probability of blue by the prices, without their margin. Present for the stage `market`.')
    .exactOptional(),
  parts: z.array(part).describe('Parts that add up to the stage. Empty if the stage cannot be split.'),
})

const value = z.object({
  decimalOdds: decimalOdds.describe('Price in the request.'),
  breakEven: fraction.describe('Probability at which the expected value is 0: 1 / decimalOdds.'),
  evAtEven: z.number().min(-1).describe('Expected value if the teams were even.'),
  ev: z
    .number()
    .min(-1)
    .describe('Calibrated expected value: evAtEven plus decimalOdds * points / 100 of every stage; minus for red.'),
})

const why =
  'Explanation of the calibrated probability, in stages that add up to `logit` and `points`. Present only with `explain`. ' +
  'Models and calibration curves differ by format, so a favourite can have a lower probability in a best-of-5 than in a best-of-3.'
const explanation = object(why, {
  ...share,
  league: text.nullable().describe('Code of the league whose history was used.'),
  weights: object('Weights of the models in the answer. A single model has the weight 1.', {
    fasttree: fraction.exactOptional().describe('Weight of the model, 0-1.'),
    lightgbm: fraction.exactOptional().describe('Weight of the model, 0-1.'),
    pcasweep: fraction.exactOptional().describe('Weight of the model, 0-1.'),
  }),
  stages: z
    .array(stage)
    .describe(
      'Stages in order, from even teams to the calibrated probability. `draft` needs picks, `age` old data, `market` both prices.',
    ),
  value: objectOrNull('Value of a bet at the prices in the request. Null if no price was given.', {
    blue: value.nullable().describe('Value of a bet on blue. Null if the price of blue is missing.'),
    red: value.nullable().describe('Value of a bet on red. Null if the price of red is missing.'),
  }),
})

export const prediction: z.ZodType<Prediction> = z.object({
  ...identity,
  moment: moment.exactOptional(),
  ...probabilities,
  odds: odds.exactOptional(),
  models: z
    .array(member)
    .length(3)
    .exactOptional()
    .describe('Members of the consensus: fasttree, lightgbm, pcasweep. Present only for the model `consensus`.'),
  explanation: explanation.exactOptional(),
})

export const predictionBatch = z.object({
  count: count.describe('Number of predictions.'),
  dataThroughUtc,
  artifacts,
  predictions: z.array(prediction).describe('Predictions in the order of the requests, each as of a single call.'),
})

const bookPrice = z.object({
  decimalOdds: decimalOdds.describe('Captured decimal odds. For an order book, the fair mid price.'),
  takeDecimalOdds: z
    .number()
    .gt(1)
    .nullable()
    .describe('Decimal odds that a bettor can take, after the fee. Null if unknown.'),
  price: z.enum(['take', 'mid']).describe('Price behind `ev`: `mid` is decimalOdds, `take` is takeDecimalOdds.'),
  probability: fraction
    .nullable()
    .describe("Probability in the market, without its margin (Shin's method). Null if a price is missing."),
  margin: number.nullable().describe('Sum of 1 / decimalOdds over all outcomes, minus 1. Null if a price is missing.'),
  ev: z.number().min(-1).describe('Expected value: the calibrated probability * the price - 1.'),
})

const selection = {
  probability: fraction.describe('Calibrated probability of the selection, 0-1.'),
  fairOdds: z.number().min(1).nullable().describe('Fair decimal odds: 1 / probability. Null if the probability is 0.'),
  book: bookPrice.nullable().describe('Captured price of the selection. Null if there is none.'),
}

const team = namedId.describe('Team of the selection.')
const line = number.describe('Number added to the maps that the team wins.')
const bet = z.object(selection)
const ofTeam = z.object({ team, ...selection })
const ofLine = z.object({ team, line, ...selection })
const ofScore = z.object({
  team: namedId.describe('Winner of the series. The score begins with the maps of the winner.'),
  score: matching(/^\d-\d$/, 'Maps won by the winner, then by the loser.'),
  ...selection,
})

const ofHandicap = z.object({
  line: number.describe('Handicap in maps.'),
  odds: pair(ofLine).describe('Selections on both teams, blue first.'),
})
const ofTotal = z.object({
  line: number.describe('Number of maps that separates over from under.'),
  over: bet.describe('Selection on more maps than the line.'),
  under: bet.describe('Selection on fewer maps than the line.'),
})
const ofMap = z.object({
  map: count.describe('Number of the map in the series, from 1.'),
  played: fraction.describe('Probability that the map is played, 0-1.'),
  odds: pair(ofTeam).describe('Winner of the map if the map is played, blue first.'),
})

const list = {
  seriesWinner: pair(ofTeam).describe('Winner of the series, blue first.'),
  handicap: z
    .array(ofHandicap)
    .describe('Handicaps over the whole series, sorted by the line of blue, -1.5 first. `line` is the absolute value.'),
  totalMaps: z.array(ofTotal).describe('Number of maps in the series, the smallest line first.'),
  correctScore: z.array(ofScore).describe('All final scores, from the best for blue to the best for red.'),
  mapWinner: z
    .array(ofMap)
    .describe('Maps after the standing, each with the probability that it is played and its winner market.'),
}

export const markets: z.ZodType<MarketsAnswer> = z.object({
  ...identity,
  moment: moment.exactOptional(),
  standing: object('Maps won so far.', {
    blue: count.describe('Maps that blue has won.'),
    red: count.describe('Maps that red has won.'),
  }),
  calibratedBlueWinProbability: probabilities.calibratedBlueWinProbability,
  calibratedRedWinProbability: probabilities.calibratedRedWinProbability,
  book: objectOrNull('Captured odds behind `book` of the selections. Null if this series has no captured odds.', {
    esportsMatchId: text.describe('Id of the series in the schedule.'),
    capturedAtUtc: utc('Moment when the odds were captured.'),
    isClosingLine: z.boolean().describe('True if the odds are the last ones before the start.'),
  }),
  markets: z
    .object(list)
    .describe('Markets from the standing on. Pairs begin with blue or over; the second probability is 1 - the first.'),
})

export function pair<T>(schema: z.ZodType<T>) {
  return z.array(schema).length(2) as unknown as z.ZodType<readonly [T, T]>
}
