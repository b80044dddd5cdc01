import { parseUtc, type TeamRef } from '@riftline/core'
import * as z from 'zod'
import type { OddsMarkets, OddsMatch, OddsSnapshot, TeamId } from './snapshot.ts'

/** The answer of `GET /v1/odds?markets=winner`. */
export interface WinnerOddsAnswer extends OddsAnswerHead {
  readonly markets: { readonly seriesWinner: NonNullable<OddsMarkets<TeamRef>['seriesWinner']> }
}

/** The answer of `GET /v1/odds?markets=all`: at least one market is not null. */
export interface AllOddsAnswer extends OddsAnswerHead {
  readonly markets: OddsMarkets<TeamRef>
}

interface OddsAnswerHead {
  readonly match: OddsMatch<TeamRef>
  readonly capturedAtUtc: string
  readonly isClosingLine: boolean
}

const id = integer(1, Number.MAX_SAFE_INTEGER, 'must be a positive integer')
const map = integer(1, 5)
const bestOf = integer(1, 9)
// Odds beyond this are typing errors; lines reach the gold totals of a series.
const priceError = { error: 'must be a number above 1 and at most 10000' }
const decimalOdds = z.number(priceError).gt(1, priceError).lte(10_000, priceError)
const line = number(-10_000_000, 10_000_000)
const total = number(0, 10_000_000)
const utcError = 'must be a UTC time YYYY-MM-DDTHH:mm:ss'
const utc = form(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, utcError).refine((text) => parseUtc(text) !== null, utcError)
const stat = text(40).describe('Open list: kills, towers, dragons, barons, inhibitors today.')
const overUnder = { line: total, over: decimalOdds, under: decimalOdds }
const shownTeam = object({ id, name: z.string() })

const answerHead = { ...matchAndTime(shownTeam), isClosingLine: z.boolean() }

export const winnerOddsAnswerSchema: z.ZodType<WinnerOddsAnswer> = object({
  ...answerHead,
  markets: object({ seriesWinner: list(2, 2, { team: shownTeam, decimalOdds }) }),
})

export const allOddsAnswerSchema: z.ZodType<AllOddsAnswer> = object({
  ...answerHead,
  markets: object(markets(shownTeam, (prices) => prices.nullable())),
})

/** A name beside the id is ignored, whatever it is. */
const capturedTeam = object({ id, name: z.unknown().optional() }).transform((team): TeamId => ({ id: team.id }))

/** One captured snapshot, as `riftline odds import` and the feed read it. A market left out or empty is not published. */
export const oddsSnapshotSchema: z.ZodType<OddsSnapshot> = object({
  ...matchAndTime(capturedTeam),
  isClosingLine: z.boolean({ error: 'must be true or false' }).default(false),
  markets: object(
    markets(capturedTeam, (prices) =>
      z
        .preprocess((value) => (Array.isArray(value) && value.length === 0 ? null : value), prices.nullable())
        .default(null),
    ),
  ),
})

function matchAndTime<Team>(team: z.ZodType<Team>) {
  return {
    match: object({
      esportsMatchId: text(120),
      league: text(120),
      bestOf,
      scheduledUtc: utc,
      team1: team,
      team2: team,
    }),
    capturedAtUtc: utc,
  }
}

function markets<Team>(
  team: z.ZodType<Team>,
  market: <Price>(prices: z.ZodType<readonly Price[]>) => z.ZodType<readonly Price[] | null>,
) {
  const handicap = { line: total, odds: list(2, 2, { team, line, decimalOdds }) }
  const score = form(/^\d-\d$/, 'must have the form <n>-<n>')
  return {
    seriesWinner: market(list(2, 2, { team, decimalOdds })),
    handicap: market(list(1, 100, handicap)),
    totalMaps: market(list(1, 100, overUnder)),
    correctScore: market(list(1, 100, { team, score, decimalOdds })),
    mapTotals: market(list(1, 500, { map, stat, ...overUnder })),
    matchTotals: market(list(1, 500, { stat, ...overUnder })),
    killHandicap: market(list(1, 500, { map, ...handicap })),
  }
}

function object<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, { error: 'must be an object' })
}

function list<Shape extends z.core.$ZodLooseShape>(least: number, most: number, shape: Shape) {
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
