import { describe, expect, it } from 'vitest'
import { quoteLosses, scoreBooks } from '#pipeline/evaluate/book-scores.ts'
import type { GradedForecast } from '#pipeline/evaluate/graded-forecast.ts'
import type { MarketQuote } from '#pipeline/features/market-prices.ts'
import { inventedForecasts } from '../report/invented-forecasts.ts'

const [sketch] = inventedForecasts({ count: 1, seed: 1 })
// A team that wins 60 % of maps wins a best of 3 with 0.36 · (1 + 2 · 0.4).
const p = 0.648

function series(maps: GradedForecast['maps'], quotes: GradedForecast['quotes'], more: Partial<GradedForecast> = {}) {
  const match = { ...sketch!.match, consensus: { raw: 0.5, calibrated: p } }
  return { ...sketch!, bestOf: 3, sd: 0, match, maps, quotes, ...more } as const
}

function quote(market: MarketQuote['market'], line: number, chance = 0.5, more: Partial<MarketQuote> = {}) {
  return { book: 'One', market, line, chance, seriesChance: null, ...more }
}

const loss = (chance: number): number => -Math.log(chance)
const near = (value: number) => expect.closeTo(value, 9)

/** Mean of a function over a normal strength with mean 0 and deviation `sd`. */
function meanOf(sd: number, valueAt: (g: number) => number): number {
  const nodes = Array.from({ length: 4001 }, (_, i) => (i - 2000) / 250)
  const weights = nodes.map((z) => Math.exp((-z * z) / 2))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return nodes.reduce((sum, z, i) => sum + weights[i]! * valueAt(1 / (1 + Math.exp(-sd * z))), 0) / total
}

describe('losses beside the prices of books', () => {
  it("losses on maps, handicaps and totals are log losses of the book's chance and of the forecast's", () => {
    const losses = quoteLosses(
      series(
        [1, 0, 1],
        [
          ...[quote('mapWinner', 1, 0.7), quote('mapWinner', 2, 0.7), quote('mapWinner', 3, 0.7)],
          ...[quote('handicap', -1.5, 0.3), quote('handicap', 1.5, 0.8), quote('totalMaps', 2.5, 0.45)],
        ],
      ),
    )
    const { seriesId, startMs } = sketch!
    const of = (market: string, ofBook: number, forecast: number): unknown => ({
      ...{ seriesId, startMs, book: 'One', market, ofBook: near(loss(ofBook)) },
      ofRival: { forecast: near(loss(forecast)), shape: null, independent: null },
    })
    expect(losses).toEqual([
      of('map1', 0.7, 0.6),
      of('map2', 0.3, 0.4),
      of('map3', 0.7, 0.6),
      of('handicap', 0.7, 1 - 0.36),
      of('handicap', 0.8, 1 - 0.16),
      of('totalMaps', 0.45, 2 * 0.6 * 0.4),
    ])
  })

  it('losses on a best of 1 are those of its only map', () => {
    const [map] = quoteLosses(series([0], [quote('mapWinner', 1, 0.7), quote('handicap', 1.5)], { bestOf: 1 }))
    expect([map!.ofBook, map!.ofRival.forecast]).toEqual([near(loss(0.3)), near(loss(1 - p))])
    expect(quoteLosses(series([0], [quote('handicap', 1.5)], { bestOf: 1 }))).toEqual([])
  })

  it("losses with a book's series price include our map shape and independent maps at that price", () => {
    const quotes = [
      quote('totalMaps', 2.5, 0.45, { seriesChance: 0.5 }),
      quote('mapWinner', 2, 0.45, { seriesChance: p }),
    ]
    const [total] = quoteLosses(series([1, 1], quotes, { sd: 1.5 }))
    const over = meanOf(1.5, (g) => 2 * g * (1 - g))
    expect(total!.ofBook).toEqual(near(loss(0.55)))
    expect(total!.ofRival).toMatchObject({ shape: near(loss(1 - over)), independent: near(loss(0.5)) })
    const [, map] = quoteLosses(series([1, 1], quotes))
    expect(map!.ofRival).toEqual({ forecast: near(loss(0.6)), shape: near(loss(0.6)), independent: near(loss(0.6)) })
  })

  it("the loss on a later map ignores the result of the first map, as the book's price did", () => {
    const map = [quote('mapWinner', 2)]
    const lossAfter = (first: 0 | 1): unknown => quoteLosses(series([first, 1, 1], map, { sd: 2 }))[0]!.ofRival.forecast
    expect(lossAfter(0)).toBe(lossAfter(1))
  })

  it('a market without a played map, or with an impossible line, has no losses', () => {
    const quotes = [quote('mapWinner', 3), quote('handicap', -1), quote('handicap', 2.5), quote('totalMaps', 4.5)]
    expect(quoteLosses(series([1, 1], quotes))).toEqual([])
    expect(quoteLosses(series(null, [quote('mapWinner', 1)]))).toEqual([])
    expect(quoteLosses(series([1, 1], []))).toEqual([])
  })
})

describe('scores beside the prices of books', () => {
  it('scores are means by book and market, with a positive gain where the book did worse', () => {
    const scores = scoreBooks([
      series([1, 1], [quote('handicap', -1.5, 0.2), quote('handicap', 1.5, 0.9, { seriesChance: p })], { seriesId: 1 }),
      series([0, 0], [quote('handicap', -1.5, 0.2), quote('mapWinner', 1, 0.7, { book: 'Another' })], { seriesId: 2 }),
    ])!
    expect(Object.keys(scores)).toEqual(['Another', 'One'])
    expect(Object.keys(scores.Another!)).toEqual(['map1'])
    const { forecast, shape, independent } = scores.One!.handicap!
    const [ours, book] = [
      [0.36, 0.84, 0.64],
      [0.2, 0.9, 0.8],
    ].map((chances) => chances.reduce((sum, chance) => sum + loss(chance), 0) / 3)
    expect(forecast).toEqual({
      ...{ n: 3, series: 2, logLoss: near(ours!), bookLogLoss: near(book!) },
      overBook: { n: 3, mean: near(book! - ours!), interval: null },
    })
    expect(shape).toMatchObject({ n: 1, series: 1, logLoss: near(loss(0.84)), bookLogLoss: near(loss(0.9)) })
    expect(independent).toEqual(shape)
    expect(scores.Another!.map1!.shape).toBeNull()
  })

  it('intervals of the scores resample days, once there are enough of them', () => {
    const days = Array.from({ length: 12 }, (_, day) =>
      series(day % 2 === 0 ? [1, 1] : [1, 0, 1], [quote('totalMaps', 2.5)], { startMs: Date.UTC(2031, 0, 1 + day) }),
    )
    const { interval, mean } = scoreBooks(days)!.One!.totalMaps!.forecast!.overBook
    expect(mean).toBeCloseTo((Math.log(0.48 / 0.5) + Math.log(0.52 / 0.5)) / 2, 9)
    expect([interval!.low < mean, interval!.high > mean]).toEqual([true, true])
  })

  it.each(['__proto__', 'constructor', 'toString'])('a book called %s is scored as any other book', (book) => {
    const scores = scoreBooks([series([1, 1], [quote('handicap', -1.5), quote('handicap', 1.5, 0.5, { book })])])!
    expect(Object.keys(scores).sort()).toEqual(['One', book].sort())
    expect(Object.entries(scores).map(([, { handicap }]) => handicap!.forecast!.n)).toEqual([1, 1])
  })

  it('scores are null when there are no prices', () => {
    expect(scoreBooks([series([1, 1], [])])).toBeNull()
    expect(scoreBooks([series([1, 1], [quote('mapWinner', 3)])])).toBeNull()
  })
})
