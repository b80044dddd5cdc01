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
  blueWinProbability: fraction.describe('Chance of blue as the model says it, 0-1.'),
  redWinProbability: fraction.describe('1 - blueWinProbability.'),
  calibratedBlueWinProbability: fraction.describe(
    'Chance of blue, calibrated, 0-1; anchored to the market when both prices were given.',
  ),
  calibratedRedWinProbability: fraction.describe('1 - calibratedBlueWinProbability.'),
  winner: z.enum(['blue', 'red']).describe('The side of the higher calibrated probability; a tie is blue.'),
}

const decimalOdds = z.number().gt(1).lte(highestOdds)
const price = decimalOdds.nullable()
const expectedValue = (of: string) =>
  z.number().min(-1).nullable().describe(`Expected profit of a stake of 1 on ${of}.`)

const onlyWithPrice = 'Only when a price was given. EV is p * odds - 1; fields of a missing price are null.'
const odds = object(onlyWithPrice, {
  blue: price.describe('Decimal odds of blue, as given.'),
  red: price.describe('Decimal odds of red, as given.'),
  margin: z.number().min(-0.1).nullable().describe('Sum of 1 / price less 1; null unless both were given.'),
  marketBlueProbability: fraction
    .nullable()
    .describe("The market's chance, without its margin by Shin's method; null unless both prices were given."),
  marketRedProbability: fraction.nullable().describe('1 - marketBlueProbability.'),
  blueEv: expectedValue('blue, at blueWinProbability'),
  redEv: expectedValue('red, at redWinProbability'),
  calibratedBlueEv: expectedValue('blue, at calibratedBlueWinProbability'),
  calibratedRedEv: expectedValue('red, at calibratedRedWinProbability'),
})

const member = z.object({
  model: z.enum(baseModels).describe('The member.'),
  weight: fraction.describe('Share of the consensus, 0-1: its probabilities are the sums of weight * probability.'),
  ...probabilities,
})

const league = objectOrNull('The league whose history was used; null where none was found.', {
  code: text.describe('Its code.'),
  name: text.describe('Name that people use.'),
  source: z
    .enum(['label', 'teams'])
    .describe('Found in the tournament label, or the home league that both teams share.'),
})

const predictedTeam = z.object({
  id,
  name: text.describe('Current name of the team.'),
  active: z
    .literal(false)
    .exactOptional()
    .describe('Only of a team without a game within 180 days before the data date.'),
  lastGameUtc: utc('Beside active: start of its last game; null where none is known.').nullable().exactOptional(),
})

/** Identity of a forecast: teams, format, date and artifacts. */
const identity = {
  blueTeam: predictedTeam.describe('The team on the blue side.'),
  redTeam: predictedTeam.describe('The team on the red side.'),
  model,
  bestOf: bestOf.meta({ type: 'integer', description: 'Most maps of the series: as requested, else 3.' }),
  league,
  asOfUtc,
  dataThroughUtc,
  artifacts,
}

const moment = z.literal('at the data date').describe('Only where the data are of the day of the forecast.')

const share = {
  logit: number.describe('Change of the log odds of blue.'),
  points: number.describe('Change of the chance of blue, in percentage points.'),
}

const partName = <Name extends z.ZodType>(name: Name) => name.describe('Subject of the part.')
const modelName = z.enum(baseModels)
const side = z.enum(['blue', 'red'])
const homeLeague = text.nullable().describe('Code of the home league; null where none is known.')
const player = namedId.nullable().describe('Null where the lineup or the name is not known.')

const part = z.union([
  z.object({ part: partName(z.literal('league')), blue: homeLeague, red: homeLeague, ...share }),
  z.object({ part: partName(z.enum(['team', 'experience'])), ...share }),
  z.object({ part: partName(z.literal('player')), role, blue: player, red: player, ...share }),
  z.object({
    part: partName(z.literal('champion')),
    side: side.describe('The side that picked it.'),
    role,
    champion: namedId.describe('The pick.'),
    ...share,
  }),
  z.object({
    part: partName(modelName),
    source: z.enum(featureSources).describe('A group of the features that models read.'),
    ...share,
  }),
  z.object({ part: partName(modelName), ...share }),
])

const about = (description: string) => z.number().meta({ description })

const stage = z.object({
  stage: z.enum(stageNames).describe('The step.'),
  ...share,
  probability: fraction.describe('The chance of blue after the stage, 0-1.'),
  factor: about('Stages scale and age: factor of the log odds.').exactOptional(),
  sd: about('Stage doubt: standard deviation of the strength, in log odds of a game.').exactOptional(),
  slope: about('Stage leagueSlope: factor of the log odds.').exactOptional(),
  days: about('Stage age: days that the data are old.').exactOptional(),
  weight: about('Stage market: weight of the models against it.').exactOptional(),
  marketProbability: fraction
    .describe('Stage market: chance of blue by the prices, without their margin.')
    .exactOptional(),
  parts: z.array(part).describe('They add up to the stage; none where it is one thing.'),
})

const value = z.object({
  decimalOdds: decimalOdds.describe('The price that was given.'),
  breakEven: fraction.describe('The chance at which the price is worth nothing, 1 / decimalOdds.'),
  evAtEven: z.number().min(-1).describe('Expected value at even teams.'),
  ev: z
    .number()
    .min(-1)
    .describe('Calibrated expected value: evAtEven plus decimalOdds * points / 100 of every stage, for red minus.'),
})

const why =
  'Only with explain, why the chance is what it is: the stages add up to logit and points of the calibrated chance. ' +
  'Models and calibration curves differ by format, so a favourite can have less in a best-of-5 than in a best-of-3.'
const explanation = object(why, {
  ...share,
  league: text.nullable().describe('Code of the league whose history was used.'),
  weights: object('Shares of the models in the answer; 1 for a model alone.', {
    fasttree: fraction.exactOptional().describe('Its share, 0-1.'),
    lightgbm: fraction.exactOptional().describe('Its share, 0-1.'),
    pcasweep: fraction.exactOptional().describe('Its share, 0-1.'),
  }),
  stages: z
    .array(stage)
    .describe(
      'From even teams to the calibrated chance, in order: draft with picks, age on old data, market with both prices only.',
    ),
  value: objectOrNull('Value of a bet at the prices; null without a price.', {
    blue: value.nullable().describe('Value of a bet on blue; null without its price.'),
    red: value.nullable().describe('Value of a bet on red; null without its price.'),
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
    .describe('Only for consensus: fasttree, lightgbm, pcasweep in this order.'),
  explanation: explanation.exactOptional(),
})

const bookPrice = z.object({
  decimalOdds: decimalOdds.describe('The captured decimal odds; of an order book the fair mid price.'),
  takeDecimalOdds: z
    .number()
    .gt(1)
    .nullable()
    .describe('Decimal odds that a person can take, after the fee; null where they are not known.'),
  price: z.enum(['take', 'mid']).describe('Price that `ev` is at: `mid` is decimalOdds, `take` is takeDecimalOdds.'),
  probability: fraction
    .nullable()
    .describe("The market's own, without its margin by Shin's method; null where not every score has a price."),
  margin: number.nullable().describe('Sum of 1 / decimalOdds over all outcomes less 1; null where not all have one.'),
  ev: z.number().min(-1).describe('Our probability * the price - 1.'),
})

const selection = {
  probability: fraction.describe('Our calibrated chance, 0-1.'),
  fairOdds: z.number().min(1).nullable().describe('Decimal odds without a margin, 1 / probability; null at 0.'),
  book: bookPrice.nullable().describe('The captured price; null without one.'),
}

const team = namedId.describe('The team that is bet on.')
const line = number.describe('Maps added to those of the team.')
const bet = z.object(selection)
const ofTeam = z.object({ team, ...selection })
const ofLine = z.object({ team, line, ...selection })
const ofScore = z.object({
  team: namedId.describe('The winner, whose maps the score has first.'),
  score: matching(/^\d-\d$/, 'Maps of the winner, then of the loser.'),
  ...selection,
})

const ofHandicap = z.object({
  line: number.describe('The handicap in maps.'),
  odds: pair(ofLine).describe('Both teams, blue first.'),
})
const ofTotal = z.object({
  line: number.describe('Maps between over and under.'),
  over: bet.describe('More maps than the line.'),
  under: bet.describe('Fewer maps than the line.'),
})
const ofMap = z.object({
  map: count.describe('Number of the map in the series, from 1.'),
  played: fraction.describe('Chance that it is played, 0-1.'),
  odds: pair(ofTeam).describe('Winner of the map if it is played, blue first.'),
})

const list = {
  seriesWinner: pair(ofTeam).describe('Winner of the series, blue first.'),
  handicap: z
    .array(ofHandicap)
    .describe("By blue's line, -1.5 first; the line is the absolute value, over the whole series."),
  totalMaps: z.array(ofTotal).describe('Number of maps of the series, the smallest line first.'),
  correctScore: z.array(ofScore).describe("All final scores, blue's best first, red's best last."),
  mapWinner: z
    .array(ofMap)
    .describe('Maps after the standing: the chance that each is played, and the chances of the teams if it is.'),
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
  book: objectOrNull('The captured odds that selections are set beside; null without any for this series.', {
    esportsMatchId: text.describe('The id of the series in the schedule.'),
    capturedAtUtc: utc('When they were captured.'),
    isClosingLine: z.boolean().describe('Whether they are the last before the start.'),
  }),
  markets: z
    .object(list)
    .describe('From the standing on. Of two selections blue, or over, is the first, and the second is 1 - the first.'),
})

function pair<T>(schema: z.ZodType<T>) {
  return z.array(schema).length(2) as unknown as z.ZodType<readonly [T, T]>
}
