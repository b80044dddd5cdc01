import { invalidArgument } from '@riftline/base'
import { highestOdds, requirePlausible } from '@riftline/core'
import * as z from 'zod'

const number = z.number('a finite number')
const priceError = 'a finite number above 1'
const price = z.number(priceError).gt(1, priceError).lte(highestOdds, `a number of at most ${highestOdds}`)
/** Price that a person could take after the venue's fee, which an ask near 0 makes very high; null or absent if unknown. */
const taken = z.number(priceError).gt(1, priceError).nullish()
const text = z.string('a text')
const team = object({ id: z.int('an id') })
const teamOdds = {
  team,
  /** Decimal odds; for an order book, its mid price. */
  decimalOdds: price,
  takeDecimalOdds: taken,
}

const book = object({
  match: object({ esportsMatchId: text, bestOf: z.int('a whole number'), team1: team, team2: team }),
  capturedAtUtc: text,
  isClosingLine: z.boolean('true or false'),
  /** Prices by market; null or absent if not published. */
  markets: object({
    seriesWinner: list(teamOdds),
    handicap: list({ odds: z.array(object({ ...teamOdds, line: number }), 'a list').readonly() }),
    totalMaps: list({
      line: number,
      over: price,
      under: price,
      overTakeDecimalOdds: taken,
      underTakeDecimalOdds: taken,
    }),
    /** The team is the winner of the series; the score may list either team's maps first. */
    correctScore: list({ ...teamOdds, score: z.string('a score as 2-1').regex(/^\d-\d$/, 'a score as 2-1') }),
  }),
  mapWinners: list({ map: number, odds: z.array(object(teamOdds), 'a list').readonly() }),
})

function object<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.object(shape, 'an object')
}

function list<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.array(object(shape), 'a list or null').readonly().nullish()
}

/** Prices on the markets of a series: the part of the answer of `GET /v1/odds?markets=all` with which derived markets are compared. */
export type MarketBook = z.infer<typeof book>

/**
 * Checks a book from any source and drops unknown fields.
 *
 * @throws RiftlineError `invalid_argument` for the first invalid field; `odds_implausible` for two prices of one market whose inverses sum
 *   to less than 0.9
 */
export function parseMarketBook(value: unknown): MarketBook {
  const result = book.safeParse(value)
  if (result.success) {
    requirePlausibleBook(result.data)
    return result.data
  }
  const { path = [], message = 'a book' } = result.error.issues[0] ?? {}
  const got = path.reduce((at: unknown, key) => (at as Record<PropertyKey, unknown>)[key], value)
  const place = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  throw invalidArgument(`book${place}`, message, got)
}

function requirePlausibleBook({ markets, mapWinners }: MarketBook): void {
  const two = (place: string, odds: MarketBook['markets']['seriesWinner']): void => {
    if (odds?.length === 2) requirePlausible(`book.${place}`, [odds[0]!.decimalOdds, odds[1]!.decimalOdds])
  }
  two('markets.seriesWinner', markets.seriesWinner)
  for (const [at, { odds }] of (markets.handicap ?? []).entries()) two(`markets.handicap[${at}]`, odds)
  for (const [at, { over, under }] of (markets.totalMaps ?? []).entries()) {
    requirePlausible(`book.markets.totalMaps[${at}]`, [over, under])
  }
  for (const [at, { odds }] of (mapWinners ?? []).entries()) two(`mapWinners[${at}]`, odds)
}
