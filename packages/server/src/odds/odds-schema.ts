import { parseUtc, type TeamRef, teamNameFault } from '@riftline/core'
import * as z from 'zod'
import type { MapWinner, OddsMarkets, OddsMatch, OddsSnapshot, StatedTeam } from './snapshot.ts'

/** The answer of `GET /v1/odds?markets=winner`. */
export interface WinnerOddsAnswer extends OddsAnswerHead {
  readonly markets: { readonly seriesWinner: NonNullable<OddsMarkets<TeamRef>['seriesWinner']> }
}

/** The answer of `GET /v1/odds?markets=all`: at least one market or `mapWinners` is not null. */
export interface AllOddsAnswer extends OddsAnswerHead {
  readonly markets: OddsMarkets<TeamRef>
  readonly mapWinners: readonly MapWinner<TeamRef>[] | null
}

interface OddsAnswerHead {
  readonly match: OddsMatch<TeamRef>
  readonly capturedAtUtc: string
  readonly isClosingLine: boolean
  readonly source?: string
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
const source = form(
  /^[a-z0-9][a-z0-9._-]{0,39}$/,
  'must be 1-40 of a-z, 0-9, ".", "_" and "-", a letter or digit first',
).describe('Who captured it; absent where that is not known.')
const stat = text(40).describe('Open list: kills, towers, dragons, barons, inhibitors today.')
const overUnder = { line: total, over: decimalOdds, under: decimalOdds }
const shownTeam = object({ id, name: z.string() })

const answerHead = { ...matchAndTime(shownTeam, utc), isClosingLine: z.boolean(), source: source.exactOptional() }

export const winnerOddsAnswerSchema: z.ZodType<WinnerOddsAnswer> = object({
  ...answerHead,
  markets: object({ seriesWinner: list(2, 2, { team: shownTeam, decimalOdds }) }),
})

export const allOddsAnswerSchema: z.ZodType<AllOddsAnswer> = object({
  ...answerHead,
  markets: object(markets(shownTeam, (prices) => prices.nullable())),
  mapWinners: mapWinners(shownTeam).nullable(),
})

/** By id, else by name: a name beside the id is ignored, whatever it is. */
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

/** A time that may end in `Z`, which goes. */
const statedUtc = z.preprocess(
  (value) => (typeof value === 'string' && value.endsWith('Z') ? value.slice(0, -1) : value),
  utc,
)

/** One captured snapshot, as `riftline odds import` and the feed read it. A market left out or empty is not published. */
export const oddsSnapshotSchema: z.ZodType<OddsSnapshot<StatedTeam>> = object({
  ...matchAndTime(statedTeam, statedUtc),
  isClosingLine: z.boolean({ error: 'must be true or false' }).default(false),
  source: source.optional(),
  markets: object(markets(statedTeam, (prices) => noneAsNull(prices).default(null))),
  mapWinners: noneAsNull(mapWinners(statedTeam)).default(null),
}).transform(({ source, mapWinners, markets, ...head }) => ({
  ...head,
  ...(source !== undefined && { source }),
  markets,
  ...(mapWinners !== null && { mapWinners }),
}))

function noneAsNull<Prices>(prices: z.ZodType<Prices>) {
  return z.preprocess((value) => (Array.isArray(value) && value.length === 0 ? null : value), prices.nullable())
}

function mapWinners<Team>(team: z.ZodType<Team>) {
  return list(1, 5, { map, odds: list(2, 2, { team, decimalOdds }) })
}

function matchAndTime<Team>(team: z.ZodType<Team>, utc: z.ZodType<string>) {
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
