import { highestOdds } from '@riftline/core'
import { baseModels, type Prediction } from '@riftline/predictor'
import * as z from 'zod'
import { explanation } from './explanation-schema.ts'
import { artifacts, asOfUtc, bestOf, dataThroughUtc, fraction, id, model, text, utc } from './primitives.ts'

export const probabilities = {
  blueWinProbability: fraction.meta({ description: 'Chance of blue as the model says it, 0-1.' }),
  redWinProbability: fraction.meta({ description: '1 - blueWinProbability.' }),
  calibratedBlueWinProbability: fraction.meta({
    description: 'Chance of blue, calibrated, 0-1; anchored to the market when both prices were given.',
  }),
  calibratedRedWinProbability: fraction.meta({ description: '1 - calibratedBlueWinProbability.' }),
  winner: z
    .enum(['blue', 'red'])
    .meta({ description: 'The side of the higher calibrated probability; a tie is blue.' }),
}

const price = z.number().gt(1).lte(highestOdds).nullable()
const expectedValue = (of: string) => z.number().min(-1).nullable().describe(`Of a stake of 1 on ${of}.`)

const odds = z
  .object({
    blue: price.describe('Decimal odds of blue, as given.'),
    red: price.describe('Decimal odds of red, as given.'),
    margin: z
      .number()
      .min(-0.1)
      .nullable()
      .meta({ description: 'Sum of 1 / price less 1; null unless both were given.' }),
    marketBlueProbability: fraction.nullable().meta({
      description: "The market's chance, without its margin by Shin's method; null unless both prices were given.",
    }),
    marketRedProbability: fraction.nullable().meta({ description: '1 - marketBlueProbability.' }),
    blueEv: expectedValue('blue, at blueWinProbability'),
    redEv: expectedValue('red, at redWinProbability'),
    calibratedBlueEv: expectedValue('blue, at calibratedBlueWinProbability'),
    calibratedRedEv: expectedValue('red, at calibratedRedWinProbability'),
  })
  .meta({ description: 'Only when a price was given. EV is p * odds - 1; fields of a missing price are null.' })

const member = z.object({
  model: z.enum(baseModels).describe('The member.'),
  weight: fraction.meta({
    description: 'Share of the consensus, 0-1: its probabilities are the sums of weight * probability.',
  }),
  ...probabilities,
})

const league = z
  .object({
    code: z.string().describe('Its code.'),
    name: z.string().describe('What people call it.'),
    source: z.enum(['label', 'teams']).meta({
      description: 'Found in the tournament label, or the home league that both teams share.',
    }),
  })
  .nullable()
  .meta({ description: 'The league whose history was used; null where none was found.' })

const predictedTeam = z.object({
  id,
  name: text.describe('What the team is called now.'),
  active: z.literal(false).exactOptional().meta({
    description: 'Only of a team without a game within 180 days before the data date.',
  }),
  lastGameUtc: utc('Beside active: start of its last game; null where none is known.').nullable().exactOptional(),
})

/** Identity of a forecast: teams, format, date and artifacts. */
export const identity = {
  blueTeam: predictedTeam.describe('The team on the blue side.'),
  redTeam: predictedTeam.describe('The team on the red side.'),
  model,
  bestOf: bestOf.meta({ type: 'integer', description: 'Most maps of the series: as requested, else 3.' }),
  league,
  asOfUtc,
  dataThroughUtc,
  artifacts,
}

export const moment = z
  .literal('at the data date')
  .meta({ description: 'Only where the data are of the day of the forecast.' })

export const prediction: z.ZodType<Prediction> = z.object({
  ...identity,
  moment: moment.exactOptional(),
  ...probabilities,
  odds: odds.exactOptional(),
  models: z.array(member).length(3).exactOptional().meta({
    description: 'Only for consensus: fasttree, lightgbm, pcasweep in this order.',
  }),
  explanation: explanation.exactOptional(),
})
