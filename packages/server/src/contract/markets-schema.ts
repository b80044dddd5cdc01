import type { MarketsAnswer } from '@riftline/predictor'
import * as z from 'zod'
import { decimalOdds, identity, moment, probabilities } from './prediction-schema.ts'
import { count, fraction, matching, namedId, number, object, objectOrNull, text, utc } from './primitives.ts'

const price = z.object({
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
  book: price.nullable().describe('The captured price; null without one.'),
}

const team = namedId.describe('The team that is bet on.')
const line = number.describe('Maps added to those of the team.')
const side = z.object(selection)
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
  over: side.describe('More maps than the line.'),
  under: side.describe('Fewer maps than the line.'),
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
