import { highestOdds } from '@riftline/core'
import { baseModels, featureSources, type Prediction, stageNames } from '@riftline/predictor'
import * as z from 'zod'
import {
  artifacts,
  asOfUtc,
  bestOf,
  dataThroughUtc,
  fraction,
  id,
  model,
  namedId,
  number,
  role,
  text,
  utc,
} from './primitives.ts'

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

const explanation = z
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
