import type {
  BookPrice,
  DerivedMarkets,
  LineSelection,
  MarketsAnswer,
  Pair,
  ScoreSelection,
  Selection,
  TeamSelection,
} from '@riftline/core'
import * as z from 'zod'
import { league, predictedTeam, probabilities } from './prediction-schema.ts'
import { count, dataThroughUtc, type Fields, fraction, model, namedId, number, text, utc } from './primitives.ts'

const price: z.ZodType<BookPrice> = z.object({
  decimalOdds: z.number().gt(1).lte(10_000),
  probability: fraction.nullable().meta({
    description: "The market's own, without its margin by Shin's method; null where not every score has a price.",
  }),
  ev: z.number().min(-1).meta({ description: 'Our probability * decimalOdds - 1.' }),
})

const selection: Fields<Selection> = {
  probability: fraction,
  fairOdds: z.number().min(1).nullable().meta({ description: '1 / probability; null at 0.' }),
  book: price.nullable().meta({ description: 'Null without a price.' }),
}

const side: z.ZodType<Selection> = z.object(selection)
const ofTeam: z.ZodType<TeamSelection> = z.object({ team: namedId, ...selection })
const ofLine: z.ZodType<LineSelection> = z.object({ team: namedId, line: number, ...selection })
const ofScore: z.ZodType<ScoreSelection> = z.object({
  team: namedId.meta({ description: 'The winner, whose maps the score has first.' }),
  score: z.string().regex(/^\d-\d$/),
  ...selection,
})

const list: Fields<DerivedMarkets> = {
  seriesWinner: pair(ofTeam),
  handicap: z.array(z.object({ line: number, odds: pair(ofLine) })).meta({
    description: "By blue's line, -1.5 first; the line is the absolute value, over the whole series.",
  }),
  totalMaps: z.array(z.object({ line: number, over: side, under: side })),
  correctScore: z.array(ofScore).meta({ description: "All final scores, blue's best first, red's best last." }),
  mapWinner: z.array(z.object({ map: count, played: fraction, odds: pair(ofTeam) })).meta({
    description: 'Maps after the standing: the chance that each is played, and the chances of the teams if it is.',
  }),
}

export const markets: z.ZodType<MarketsAnswer> = z.object({
  blueTeam: predictedTeam,
  redTeam: predictedTeam,
  model,
  league,
  dataThroughUtc,
  bestOf: z.literal([1, 3, 5]).meta({ type: 'integer' }),
  standing: z.object({ blue: count, red: count }).meta({ description: 'Maps won.' }),
  calibratedBlueWinProbability: probabilities.calibratedBlueWinProbability,
  calibratedRedWinProbability: probabilities.calibratedRedWinProbability,
  book: z
    .object({ esportsMatchId: text, capturedAtUtc: utc, isClosingLine: z.boolean() })
    .nullable()
    .meta({ description: 'The captured odds that selections are set beside; null without any for this series.' }),
  markets: z.object(list).meta({
    description:
      'From the standing on. Of two selections blue, or over, is the first, and the second is 1 - the first.',
  }),
})

/** Two of a kind. */
function pair<T>(schema: z.ZodType<T>): z.ZodType<Pair<T>> {
  return z.array(schema).length(2) as unknown as z.ZodType<Pair<T>>
}
