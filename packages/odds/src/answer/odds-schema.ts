import { parseUtc } from '@riftline/base'
import { highestOdds } from '@riftline/core'
import { teamNameFault } from '@riftline/predictor'
import * as z from 'zod'
import type { MapWinner, OddsMarkets, OddsSnapshot, StatedTeam } from '../snapshot.ts'

const id = integer(1, Number.MAX_SAFE_INTEGER, 'must be a positive integer').describe(
  'Id that other calls accept, at least 1.',
)
const map = integer(1, 5).describe('Number of the map in the series.')
const bestOf = integer(1, 9).describe('Maximum number of maps.')
// Higher odds are typing errors. Lines may be as large as the gold totals of a series.
const priceError = { error: `must be a number above 1 and at most ${highestOdds}` }
const decimalOdds = z.number(priceError).gt(1, priceError).lte(highestOdds, priceError)
const line = number(-10_000_000, 10_000_000).describe('Number added to the result of the team.')
const leastLine = number(0, 10_000_000).describe(
  'Absolute value of the handicap, or the number between over and under.',
)
const utcError = 'must be a UTC time YYYY-MM-DDTHH:mm:ss'
const utc = form(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, utcError).refine((text) => parseUtc(text) !== null, utcError)
const source = form(
  /^[a-z0-9][a-z0-9._-]{0,39}$/,
  'must be 1-40 of a-z, 0-9, ".", "_" and "-", a letter or digit first',
).describe('Source of the odds. Absent if unknown.')
const stat = text(40).describe('Statistic from an open list: today kills, towers, dragons, barons and inhibitors.')
const contractPrice = number(0, 1)
const fee = object({
  name: source.describe('Name of the fee rule at the venue.'),
  rate: number(0, 1).describe('Rate in the fee rule.'),
  exponent: number(0, 10).describe('Exponent in the fee rule.'),
  roundedUpTo: number(1e-9, 1).exactOptional().describe('Step to which the fee of a contract is rounded up.'),
})

type Shape = z.core.$ZodLooseShape

/** Fields of a price and of a total, in an answer or in a file. */
interface OfferFields<Price extends Shape, Total extends Shape> {
  readonly price: Price
  readonly total: Total
}

const shownBid = contractPrice.nullable().describe('Best offer to buy a contract that pays 1, 0-1. Null if unknown.')
const shownAsk = contractPrice.nullable().describe('Best offer to sell a contract that pays 1, 0-1. Null if unknown.')
const shownTake = z
  .number()
  .gt(1)
  .nullable()
  .describe('Decimal odds that a bettor could take: 1 / (ask + fee). Null if unknown.')
const shownOdds = decimalOdds.describe('Decimal odds. For an order book, the fair mid price, which cannot be taken.')
const shown = {
  price: { decimalOdds: shownOdds, bid: shownBid, ask: shownAsk, takeDecimalOdds: shownTake },
  total: {
    ...{ line: leastLine, over: shownOdds, under: shownOdds },
    ...{ overBid: shownBid, overAsk: shownAsk, overTakeDecimalOdds: shownTake },
    ...{ underBid: shownBid, underAsk: shownAsk, underTakeDecimalOdds: shownTake },
  },
}
// An exported answer may be imported again; its prices after fees are then computed anew.
const statedContract = contractPrice.nullish()
const ignored = z.unknown().optional()
const stated = {
  price: { decimalOdds, bid: statedContract, ask: statedContract, takeDecimalOdds: ignored },
  total: {
    ...{ line: leastLine, over: decimalOdds, under: decimalOdds },
    ...{ overBid: statedContract, overAsk: statedContract, overTakeDecimalOdds: ignored },
    ...{ underBid: statedContract, underAsk: statedContract, underTakeDecimalOdds: ignored },
  },
}
const shownTeam = object({ id, name: z.string().describe('Current name.') }).describe('Id and name of the team.')

const answerHead = {
  ...matchAndTime(shownTeam, utc),
  isClosingLine: z.boolean().describe('True if the odds are the last ones before the start.'),
  source: source.exactOptional(),
  fee: fee
    .nullable()
    .describe(
      'Fee that the venue takes from a buyer for each contract at the ask p: rate * (p * (1 - p)) ^ exponent. Null if unknown.',
    ),
  price: z.enum(['take', 'mid']).describe('`take` if every selection has a price known to be available, else `mid`.'),
}

type ReadonlyDeep<T> = T extends object ? { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> } : T

/** The answer of `GET /v1/odds?markets=winner`. */
export type WinnerOddsAnswer = ReadonlyDeep<z.infer<typeof winnerOdds>>
const winnerOdds = object({
  ...answerHead,
  markets: object({
    seriesWinner: list(2, 2, { team: shownTeam, ...shown.price }).describe('Winner of the series.'),
  }).describe('Prices by market.'),
})
export const winnerOddsAnswerSchema = winnerOdds as unknown as z.ZodType<WinnerOddsAnswer>

/** The answer of `GET /v1/odds?markets=all`: at least one market or `mapWinners` is not null. */
export type AllOddsAnswer = ReadonlyDeep<z.infer<typeof allOdds>>
const allOdds = object({
  ...answerHead,
  markets: object(markets(shownTeam, shown, (prices) => prices.nullable())).describe(
    'Prices by market. A market is null if no prices are published.',
  ),
  mapWinners: mapWinners(shownTeam, shown).nullable().describe('Winner of each map. Null if no prices are published.'),
})
export const allOddsAnswerSchema = allOdds as unknown as z.ZodType<AllOddsAnswer>

/** The answer of `GET /v1/odds/history`. */
export type OddsHistoryAnswer = ReadonlyDeep<z.infer<typeof oddsHistoryAnswer>>
const oddsHistoryAnswer = object({
  market: z.enum(['seriesWinner']).describe('Market that the prices are for.'),
  count: integer(1, 50).describe('Number of series in this answer.'),
  series: list(1, 50, {
    match: answerHead.match,
    openUtc: utc.describe('Capture of the first price. Time in UTC, without a suffix.'),
    closeUtc: utc
      .describe('Capture of the last price before the start. Null without one. Time in UTC, without a suffix.')
      .nullable(),
    snapshots: list(1, 5000, {
      capturedAtUtc: answerHead.capturedAtUtc,
      source: answerHead.source,
      isClosingLine: answerHead.isClosingLine,
      prices: list(2, 2, { team: shownTeam, ...shown.price }).describe('Prices on both teams, team1 first.'),
    }).describe('First, closing and last price of each tenth of an hour of every source, oldest first.'),
  }).describe('Series with prices, the newest first.'),
  nextCursor: z.string().nullable().describe('`cursor` of the next page. Null on the last page.'),
})
export const oddsHistoryAnswerSchema = oddsHistoryAnswer as unknown as z.ZodType<OddsHistoryAnswer>

/** A team by id or by name; with an id, the name is ignored, even an invalid one. */
const statedTeam: z.ZodType<StatedTeam> = z.preprocess(
  (value) => (typeof value === 'string' ? { name: value } : value),
  object({ id: id.optional(), name: z.unknown().optional() }).transform((team, context): StatedTeam => {
    const { id, name } = team
    if (id !== undefined) return { id }
    const fault = typeof name === 'string' ? teamNameFault(name) : 'must be 1-80 characters'
    if (typeof name === 'string' && fault === null) return { name }
    if (name === undefined) context.addIssue('must have an id or a name')
    else context.addIssue({ code: 'custom', path: ['name'], message: fault ?? '' })
    return z.NEVER
  }),
)

/** A time that may end in `Z`, which is removed. */
const statedUtc = z.preprocess(
  (value) => (typeof value === 'string' && value.endsWith('Z') ? value.slice(0, -1) : value),
  utc,
)

/** Schema of one captured snapshot in an import or a feed. An absent or empty market is not published. */
export const oddsSnapshotSchema: z.ZodType<OddsSnapshot<StatedTeam>> = object({
  ...matchAndTime(statedTeam, statedUtc),
  isClosingLine: z.boolean({ error: 'must be true or false' }).default(false),
  source: source.optional(),
  fee: fee.nullish(),
  price: ignored,
  markets: object(markets(statedTeam, stated, (prices) => noneAsNull(prices).default(null))),
  mapWinners: noneAsNull(mapWinners(statedTeam, stated)).default(null),
}).transform(({ source, fee, price: _, mapWinners, markets, ...head }) => ({
  ...head,
  ...(source !== undefined && { source }),
  ...(fee !== undefined && fee !== null && { fee }),
  markets: withoutUnknown(markets) as OddsMarkets<StatedTeam>,
  ...(mapWinners !== null && { mapWinners: withoutUnknown(mapWinners) as readonly MapWinner<StatedTeam>[] }),
})) as unknown as z.ZodType<OddsSnapshot<StatedTeam>>

/** Removes unknown bids and asks, and prices after fees, which are computed from them. */
function withoutUnknown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUnknown)
  if (typeof value !== 'object' || value === null) return value
  const known = Object.entries(value).filter(
    ([key, inner]) => !/akeDecimalOdds$/.test(key) && !(/bid$|ask$/i.test(key) && (inner ?? null) === null),
  )
  return Object.fromEntries(known.map(([key, inner]) => [key, withoutUnknown(inner)]))
}

function noneAsNull<Prices>(prices: z.ZodType<Prices>) {
  return z.preprocess((value) => (Array.isArray(value) && value.length === 0 ? null : value), prices.nullable())
}

function mapWinners<Team, Price extends Shape>(team: z.ZodType<Team>, { price }: { readonly price: Price }) {
  return list(1, 5, { map, odds: list(2, 2, { team, ...price }).describe('Prices on both teams.') })
}

function matchAndTime<Team>(team: z.ZodType<Team>, utc: z.ZodType<string>) {
  return {
    match: object({
      esportsMatchId: text(120).describe('Id of the series in the schedule.'),
      league: text(120).describe('League, as the schedule names it.'),
      bestOf,
      scheduledUtc: utc.describe('Scheduled start of the series. Time in UTC, without a suffix.'),
      team1: team.describe('Team that is named first.'),
      team2: team.describe('Team that is named second.'),
    }).describe('Series that the odds are for.'),
    capturedAtUtc: utc.describe('Moment when the odds were captured. Time in UTC, without a suffix.'),
  }
}

function markets<Team, Price extends Shape, Total extends Shape>(
  team: z.ZodType<Team>,
  { price, total }: OfferFields<Price, Total>,
  market: <Prices>(prices: z.ZodType<Prices>) => z.ZodType<Prices | null>,
) {
  const handicap = { line: leastLine, odds: list(2, 2, { team, line, ...price }).describe('Prices on both teams.') }
  const score = form(/^\d-\d$/, 'must have the form <n>-<n>').describe('Final score in maps. `team` is the winner.')
  return {
    seriesWinner: market(list(2, 2, { team, ...price })).describe('Winner of the series.'),
    handicap: market(list(1, 100, handicap)).describe('Winner of the series after the line is added to the maps.'),
    totalMaps: market(list(1, 100, total)).describe('Number of maps in the series.'),
    correctScore: market(list(1, 100, { team, score, ...price })).describe('Final score of the series.'),
    mapTotals: market(list(1, 500, { map, stat, ...total })).describe('Total of a statistic in one map.'),
    matchTotals: market(list(1, 500, { stat, ...total })).describe('Total of a statistic over all maps.'),
    killHandicap: market(list(1, 500, { map, ...handicap })).describe(
      'Team with more kills in one map after the line is added.',
    ),
  }
}

function object<Fields extends Shape>(shape: Fields) {
  return z.strictObject(shape, { error: 'must be an object' })
}

function list<Fields extends Shape>(least: number, most: number, shape: Fields) {
  const error = least === most ? `must be a list of ${most}` : `must be a list of ${least}-${most}`
  return z.array(object(shape), { error }).min(least, { error }).max(most, { error })
}

function integer(least: number, most: number, error: string = `must be an integer from ${least} to ${most}`) {
  return z.int({ error }).min(least, { error }).max(most, { error })
}

function number(least: number, most: number) {
  const error = `must be a number from ${least} to ${most}`
  return z.number({ error }).gte(least, { error }).lte(most, { error })
}

function form(pattern: RegExp, error: string) {
  return z.string({ error }).regex(pattern, { error })
}

function text(maxLength: number) {
  const error = `must be 1-${maxLength} characters`
  return form(/^\P{Cc}+$/u, error)
    .min(1, { error })
    .max(maxLength, { error })
}
