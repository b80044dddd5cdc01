import * as z from 'zod'
import { recordedModels } from './performance-file.ts'

const share = z.number().min(0).max(1)
const loss = z.number().min(0)
const count = z.int().min(0)
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const interval = (of: string) =>
  z
    .array(z.number())
    .length(2)
    .nullable()
    .describe(`95 % interval of ${of}: low, high. Null if the series are of fewer than 10 days.`)

/** A forecaster beside the market, as `/v1/performance` shows it. */
export const besideMarketSchema = z.object({
  n: z.int().min(1).describe('Number of series with a price.'),
  logLoss: loss.describe("The market's log-loss on them."),
  ourLogLoss: loss.describe('Log-loss of the model of this row on them.'),
  difference: z.number().describe('`ourLogLoss` less `logLoss`. Above 0: the market was better.'),
  differenceInterval: interval('`difference`'),
})

/** Scores of one forecaster on one group of series, as `/v1/performance` shows them. */
export const performanceRowSchema = z.object({
  model: z
    .enum([...recordedModels, 'market'])
    .describe('Forecaster: the consensus, a model, a rating system (elo, glicko2) or the market.'),
  league: z.string().nullable().describe('Code of the league. Null in rows of all leagues together.'),
  bestOf: z
    .literal([1, 3, 5])
    .meta({ type: 'integer' })
    .nullable()
    .describe('Maximum number of maps. Null in rows of all formats together.'),
  n: count.describe('Number of series; for the market, of those with a price.'),
  logLoss: loss.nullable().describe('Mean log-loss; 0.6931 is a coin. Null below 20 series, as all scores.'),
  logLossInterval: interval('`logLoss`'),
  accuracy: share.nullable().describe("Share of series that the forecaster's favourite won, 0-1. A tie counts half."),
  accuracyInterval: interval('`accuracy`'),
  brier: share.nullable().describe('Mean squared error of the probability, 0-1.'),
  calibrationError: share
    .nullable()
    .describe('Mean distance between forecast and observed share in 10 bins of equally many series, 0-1.'),
  market: besideMarketSchema
    .nullable()
    .describe('The market on the same series. Null if fewer than 30 of them have a price, and in rows of the market.'),
})

/** Scores on the series of some days, as `/v1/performance` shows them. */
export const performanceWindowSchema = z.object({
  window: z
    .string()
    .describe(
      '`last30days`, `last90days`, `last365days`, a year such as `2026`, `all`, or `kept`: only forecasts that this server kept before the start.',
    ),
  fromUtc: day.describe('First day of the window. Date in UTC, without a suffix.'),
  toUtc: day.describe('Last day of the window, included. Date in UTC, without a suffix.'),
  rows: z
    .array(performanceRowSchema)
    .describe(
      'All leagues and formats together, then each format, each league with at least 50 series, and their formats with as many. Within each group the market stands first where it was better than the consensus, else last.',
    ),
})

/** The head of the chain of kept forecasts, as `/v1/performance` shows it. */
export const keptChainSchema = z.object({
  lines: z.int().min(1).describe('Number of forecasts kept so far.'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe(
      'SHA-256 of the last line, which has the hash of the line before it. Note it: no line up to it can be changed unseen.',
    ),
})
