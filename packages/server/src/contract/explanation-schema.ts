import { highestOdds } from '@riftline/core'
import { baseModels, featureSources, stageNames } from '@riftline/predictor'
import * as z from 'zod'
import { fraction, namedId, number, role, text } from './primitives.ts'

const share = {
  logit: number.meta({ description: 'What it adds to the log odds of blue.' }),
  points: number.meta({ description: 'What it adds to the chance of blue, in percentage points.' }),
}

/** Subject of a part. */
const partName = <Name extends z.ZodType>(name: Name) => name.describe('What it is about.')
const modelName = z.enum(baseModels)
const homeLeague = text.nullable().meta({ description: 'Code of the home league; null where none is known.' })
const player = namedId.nullable().meta({ description: 'Null where the lineup or the name is not known.' })

const part = z.union([
  z.object({ part: partName(z.literal('league')), blue: homeLeague, red: homeLeague, ...share }),
  z.object({ part: partName(z.enum(['team', 'experience'])), ...share }),
  z.object({ part: partName(z.literal('player')), role, blue: player, red: player, ...share }),
  z.object({
    part: partName(z.literal('champion')),
    side: z.enum(['blue', 'red']).describe('The side that picked it.'),
    role,
    champion: namedId.describe('The pick.'),
    ...share,
  }),
  z.object({
    part: partName(modelName),
    source: z.enum(featureSources).meta({ description: 'A group of the features that models read.' }),
    ...share,
  }),
  z.object({ part: partName(modelName), ...share }),
])

const about = (description: string) => z.number().meta({ description })

const stage = z.object({
  stage: z.enum(stageNames).describe('The step.'),
  ...share,
  probability: fraction.meta({ description: 'The chance of blue after the stage, 0-1.' }),
  factor: about('Of scale and age: what log odds are multiplied with.').exactOptional(),
  sd: about('Of doubt: standard deviation of the strength, in log odds of a game.').exactOptional(),
  slope: about('Of leagueSlope: what log odds are multiplied with.').exactOptional(),
  days: about('Of age: days that the data are old.').exactOptional(),
  weight: about('Of market: weight of the models against it.').exactOptional(),
  marketProbability: fraction
    .meta({ description: 'Of market: chance of blue by the prices, without their margin.' })
    .exactOptional(),
  parts: z.array(part).meta({ description: 'They add up to the stage; none where it is one thing.' }),
})

const value = z.object({
  decimalOdds: z.number().gt(1).lte(highestOdds).describe('The price that was given.'),
  breakEven: fraction.meta({ description: 'The chance at which the price is worth nothing, 1 / decimalOdds.' }),
  evAtEven: z.number().min(-1).meta({ description: 'Expected value at even teams.' }),
  ev: z.number().min(-1).meta({
    description: 'Calibrated expected value: evAtEven plus decimalOdds * points / 100 of every stage, for red minus.',
  }),
})

export const explanation = z
  .object({
    ...share,
    league: text.nullable().meta({ description: 'Code of the league whose history was used.' }),
    weights: z
      .object({
        fasttree: fraction.exactOptional().describe('Its share, 0-1.'),
        lightgbm: fraction.exactOptional().describe('Its share, 0-1.'),
        pcasweep: fraction.exactOptional().describe('Its share, 0-1.'),
      })
      .meta({ description: 'Shares of the models in the answer; 1 for a model alone.' }),
    stages: z.array(stage).meta({
      description:
        'From even teams to the calibrated chance, in order: draft with picks, age on old data, market with both prices only.',
    }),
    value: z
      .object({
        blue: value.nullable().describe('Of a bet on blue; null without its price.'),
        red: value.nullable().describe('Of a bet on red; null without its price.'),
      })
      .nullable()
      .meta({ description: 'What the chance is worth at the prices; null without a price.' }),
  })
  .meta({
    description:
      'Only with explain, why the chance is what it is: the stages add up to logit and points of the calibrated chance. ' +
      'Models and calibration curves differ by format, so a favourite can have less in a best-of-5 than in a best-of-3.',
  })
