import { openLocalApi, parseConfig } from '@riftline/server'
import { expect, it } from 'vitest'
import { silentLog } from '#base/node/clock.ts'
import { openOddsStore } from '#odds/book/odds-store.ts'
import { marketPrice } from '#pipeline/features/market-prices.ts'
import { bookPicks } from '#pipeline/graded/value-picks.ts'
import type { Price } from '../support/sources/offered-series.ts'
import { geng, startCapturing, t1 } from './capturing.ts'

// The rules of the venues, written here a second time, in whole numbers: prices in hundredths of a cent.
// Polymarket (docs.polymarket.com/trading/fees): a taker pays C x rate x p x (1 - p) for C shares, to 5 decimals; 0.05 for sports.
// Kalshi (fee schedule; docs.kalshi.com/getting_started/fee_rounding): 0.07 x C x P x (1 - P), rounded up to $0.0001.

const tenThousandths = (price: number): bigint => BigInt(Math.round(price * 10_000))
const up = (value: bigint, by: bigint): bigint => (value + by - 1n) / by

/** Decimal odds of a million shares, bought at the ask. */
function polymarketOdds(ask: number): number {
  const p = tenThousandths(ask)
  const shares = 1_000_000n
  // In 0.00001 dollars: shares x 0.05 x p/10^4 x (10^4 - p)/10^4 x 10^5.
  const fee = (shares * 5n * p * (10_000n - p) * 100_000n) / (100n * 100_000_000n)
  const cost = shares * p * 10n + fee
  return Number(shares * 100_000n) / Number(cost)
}

/** Decimal odds of one contract, bought at the ask, before the whole order is rounded up to a cent. */
function kalshiOdds(ask: number): number {
  const p = tenThousandths(ask)
  const fee = up(7n * p * (10_000n - p), 1_000_000n)
  return 10_000 / Number(p + fee)
}

/** Dollars that an account pays for an order of contracts: the fee up to $0.0001, then the balance down to whole cents. */
function kalshiCost(contracts: bigint, ask: number): number {
  const p = tenThousandths(ask)
  const fee = up(7n * contracts * p * (10_000n - p), 1_000_000n)
  return Number(up(contracts * p + fee, 100n)) / 100
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read by path.
type Json = any

const start = '2026-03-03T09:00:00'
const sports = { feesEnabled: true, feeSchedule: { rate: 0.05, exponent: 1, takerOnly: true, rebateRate: 0.15 } }

/** Books by selection as the venues had them: `T1` and `GEN` the series, `T1 1` map 1, `T1 -1.5` the handicap, `over 2.5` the total. */
type Books = Readonly<Record<string, Price>>

const onPolymarket: Books = {
  ...{
    T1: [0.41, 0.42],
    GEN: [0.58, 0.59],
    'T1 1': [0.43, 0.45],
    'GEN 1': [0.55, 0.57],
    'T1 2': [0.4, 0.5],
    'GEN 2': [0.5, 0.6],
  },
  ...{ 'T1 -1.5': [0.2, 0.23], 'GEN +1.5': [0.77, 0.8], 'GEN -1.5': [0.31, 0.35], 'T1 +1.5': [0.65, 0.69] },
  ...{ 'over 2.5': [0.47, 0.49], 'under 2.5': [0.51, 0.53] },
  // One side without an ask, and a spread of 0.11.
  ...{ 'T1 3': [0.44, null], 'GEN 3': [0.5, 0.56], 'over 3.5': [0.2, 0.31], 'under 3.5': [0.69, 0.8] },
}
const onKalshi: Books = {
  ...{ T1: [0.4, 0.43], GEN: [0.57, 0.6], 'T1 1': [0.4275, 0.4475], 'GEN 1': [0.5525, 0.5725] },
  ...{ 'over 2.5': [0.46, 0.5], 'T1 2': [0.38, null], 'GEN 2': [0.5, 0.6] },
}

const market = (type: string, question: string, names: readonly string[], tokens: readonly string[]) => ({
  ...{ sportsMarketType: type, question, gameStartTime: '2026-03-03 09:00:00+00', ...sports },
  ...{ outcomes: JSON.stringify(names), clobTokenIds: JSON.stringify(tokens) },
})
const polymarketMarkets = [
  market('moneyline', 'LoL: T1 vs Gen.G (BO3)', ['T1', 'Gen.G'], ['T1', 'GEN']),
  ...[1, 2, 3].map((map) =>
    market('child_moneyline', `LoL: T1 vs Gen.G - Game ${map} Winner`, ['Gen.G', 'T1'], [`GEN ${map}`, `T1 ${map}`]),
  ),
  market('map_handicap', 'Game Handicap: T1 (-1.5) vs Gen.G (+1.5)', ['T1', 'Gen.G'], ['T1 -1.5', 'GEN +1.5']),
  market('map_handicap', 'Game Handicap: Gen.G (-1.5) vs T1 (+1.5)', ['Gen.G', 'T1'], ['GEN -1.5', 'T1 +1.5']),
  market('totals', 'Games Total: O/U 2.5', ['Over', 'Under'], ['over 2.5', 'under 2.5']),
  market('totals', 'Games Total: O/U 3.5', ['Over', 'Under'], ['over 3.5', 'under 3.5']),
]

const yes = (title: string, [bid, ask]: Price) => ({
  ...{ title, rules_primary: '', yes_bid_dollars: bid?.toFixed(4) ?? null, yes_ask_dollars: ask?.toFixed(4) ?? null },
})
const kalshiId = '26MAR030400T1GEN'
const kalshiMap = (map: number) =>
  ['T1', 'Gen.G'].map((name) =>
    yes(`Will ${name} win map ${map} in the T1 vs. Gen.G match?`, onKalshi[`${name === 'T1' ? name : 'GEN'} ${map}`]!),
  )
const further = {
  [`KXLOLMAP-${kalshiId}-1`]: kalshiMap(1),
  [`KXLOLMAP-${kalshiId}-2`]: kalshiMap(2),
  [`KXLOLTOTALMAPS-${kalshiId}`]: [
    yes('Will over 2.5 maps be played in the T1 vs. Gen.G match?', onKalshi['over 2.5']!),
  ],
}

interface Venue {
  readonly source: 'polymarket' | 'kalshi'
  readonly books: Books
  readonly oddsOf: (ask: number) => number
  /** Selections of a market of which one book lacks a price. */
  readonly unpriced: readonly string[]
}

interface Selection {
  readonly name: string
  readonly probability?: number
  readonly book: Readonly<Record<string, unknown>> | null
}

const nameOf = ({ id }: { readonly id: number }): string => (id === t1.id ? 'T1' : 'GEN')
const signed = (line: number): string => (line > 0 ? `+${line}` : String(line))

/** Every selection of `/v1/markets` that a venue may price, by the names of its books. */
function selectionsOf({ markets }: Json): readonly Selection[] {
  return [
    ...markets.seriesWinner.map((one: Json) => ({ ...one, name: nameOf(one.team) })),
    ...markets.mapWinner.flatMap(({ map, odds }: Json) =>
      odds.map((one: Json) => ({ ...one, name: `${nameOf(one.team)} ${map}` })),
    ),
    ...markets.handicap.flatMap(({ odds }: Json) =>
      odds.map((one: Json) => ({ ...one, name: `${nameOf(one.team)} ${signed(one.line)}` })),
    ),
    ...markets.totalMaps.flatMap(({ line, over, under }: Json) => [
      { ...over, name: `over ${line}` },
      { ...under, name: `under ${line}` },
    ]),
  ]
}

const venues: readonly Venue[] = [
  { source: 'polymarket', books: onPolymarket, oddsOf: polymarketOdds, unpriced: ['T1 3', 'GEN 3'] },
  {
    source: 'kalshi',
    books: { ...onKalshi, 'under 2.5': [0.5, 0.54] } as Books,
    oddsOf: kalshiOdds,
    unpriced: ['T1 2', 'GEN 2'],
  },
]

it.each(venues)(
  'prices to take and expected values are those of the books and the rules of $source',
  async ({ source, books, oddsOf, unpriced }) => {
    const capturing = await startCapturing()
    await capturing.announce({ id: 'lck-1', scheduledUtc: start })
    const teams = ['T1', 'Gen.G'] as const
    if (source === 'polymarket') {
      const named = Object.fromEntries(Object.entries(onPolymarket))
      capturing.polymarket.series = [{ id: 'p1', teams, start, books: named, fields: { markets: polymarketMarkets } }]
    } else {
      capturing.kalshi.series = [{ id: kalshiId, teams, start, first: onKalshi.T1!, second: onKalshi.GEN!, further }]
    }
    const round = await capturing.round('--sources', source)
    expect(round).toMatchObject({ code: 0, stored: 1 })
    const why = round.sources[source]!.skipped.map((skip) => skip.why)
    expect(why).toContain('one_sided')
    if (source === 'polymarket') expect(why).toContain('wide_spread')

    const api = await openLocalApi(parseConfig(capturing.env))
    const ask = async (target: string, body?: object) => {
      const call = {
        method: body === undefined ? 'GET' : 'POST',
        target,
        ...(body && { body: JSON.stringify(body) }),
      } as const
      const answer = await api.ask(call)
      expect(answer.status, answer.body).toBe(200)
      return JSON.parse(answer.body)
    }
    // Prices with bid, ask and what can be taken.
    const shown = await ask('/v1/odds?team1=T1&team2=Gen.G&markets=all')
    expect(shown).toMatchObject({ source, price: 'take', fee: { name: source } })
    for (const { team, decimalOdds, bid, ask: asked, takeDecimalOdds } of shown.markets.seriesWinner) {
      const [bestBid, bestAsk] = books[nameOf(team)]!
      expect([bid, asked]).toEqual([bestBid, bestAsk])
      expect(decimalOdds).toBeCloseTo(2 / (bestBid! + bestAsk!), 4)
      expect(takeDecimalOdds).toBeCloseTo(oddsOf(bestAsk!), 9)
    }
    // Expected values of every selection.
    const body = { blueTeam: 'T1', redTeam: 'Gen.G', bestOf: 3 }
    const answer = await ask('/v1/markets', body)
    const selections = selectionsOf(answer)
    expect(selections).toHaveLength(14)
    let priced = 0
    for (const { name, probability, book } of selections) {
      const [bid, asked] = books[name] ?? [null, null]
      const isPriced = asked !== null && !unpriced.includes(name)
      expect([name, book !== null]).toEqual([name, isPriced])
      if (book === null || asked === null) continue
      priced += 1
      expect([name, book.price]).toEqual([name, 'take'])
      expect(book.takeDecimalOdds, name).toBeCloseTo(oddsOf(asked), 9)
      expect(book.ev, name).toBeCloseTo(probability! * oddsOf(asked) - 1, 9)
      // The market's chance is that of the mids, without a person's costs.
      expect(book.decimalOdds, name).toBeCloseTo(2 / (bid! + asked), 4)
      expect(book.probability as number, name).toBeCloseTo((bid! + asked) / 2, 1)
    }
    expect(priced).toBeGreaterThanOrEqual(6)
    // Prices of the caller are the caller's.
    const own = await ask('/v1/predict', { ...body, oddsBlue: 2.4, oddsRed: 1.6 })
    expect(own.odds.blueEv).toBeCloseTo(own.blueWinProbability * 2.4 - 1, 12)
    await api.close()

    // Value picks bet at the price to take, whatever side has value.
    const clock = { now: () => Date.parse(`${start}Z`), monotonicMs: () => 0 }
    const store = await openOddsStore({ dataFolder: capturing.data, clock, log: silentLog })
    const [captured] = await store.winnerPrices(0, Date.parse(`${start}Z`) + 1, clock.now())
    const [{ odds, takeOdds, capturedMs } = { odds: [0, 0], takeOdds: undefined, capturedMs: 0 }] = captured!.prices
    const series = { id: 1, startMs: Date.parse(`${start}Z`), team1Id: t1.id, team2Id: geng.id }
    const row = { seriesId: 1, book: source, capturedMs, startMs: series.startMs, team1Id: t1.id, team2Id: geng.id }
    const prices = [
      { ...row, decimalOdds1: odds[0]!, decimalOdds2: odds[1]!, takeOdds1: takeOdds![0], takeOdds2: takeOdds![1] },
    ]
    const { books: offers } = marketPrice(series, prices)!
    const [first, second] = [oddsOf(books.T1![1]!), oddsOf(books.GEN![1]!)]
    for (let chance = 0.3; chance < 0.55; chance += 0.01) {
      const [evFirst, evSecond] = [chance * first - 1, (1 - chance) * second - 1]
      for (const outcome of [0, 1] as const) {
        const [pick] = bookPicks(offers, outcome, chance)
        const side = Math.max(evFirst, evSecond) <= 0 ? null : evFirst >= evSecond ? 0 : 1
        const won = side === 0 ? outcome === 1 : outcome === 0
        const expected = side === null ? null : won ? [first, second][side]! - 1 : -1
        expect(pick!.isTakeable).toBe(true)
        if (expected === null) expect(pick!.returned).toBeNull()
        else expect(pick!.returned).toBeCloseTo(expected, 5)
      }
    }
  },
)

it('an order of a hundred contracts costs what the price to take says, to a hundredth of a cent a contract', () => {
  for (let cents = 1; cents < 100; cents += 1) {
    const price = cents / 100
    const each = kalshiCost(100n, price) / 100
    expect(Math.abs(each - 1 / kalshiOdds(price))).toBeLessThanOrEqual(0.0001 + 1e-12)
  }
})
