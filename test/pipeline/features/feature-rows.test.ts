import { dayMs } from '@riftline/base'
import { draftOffset, seriesFeatures } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { createBaselines, learnBaselines } from '#pipeline/baselines/baselines.ts'
import { featureRow, type Knowledge } from '#pipeline/features/feature-rows.ts'
import { marketPrice } from '#pipeline/features/market-prices.ts'
import { groupBy } from '#pipeline/group-by.ts'
import type { HistorySeries, SeriesOdds } from '#pipeline/history/types.ts'
import {
  firstDay,
  five,
  type GameSketch,
  momentMs,
  playedSeries,
  type SeriesSketch,
} from '../../support/played-league.ts'
import { heroes, historySeries } from '../../support/played-league-history.ts'
import { expectNear } from '../../support/played-league-rounding.ts'
import { stateAfter } from '../../support/played-league-state.ts'

const game: GameSketch = {
  winner: 2,
  blue: 2,
  team1: { lineup: five(11), champions: five(1) },
  team2: { lineup: five(21), champions: five(6) },
}
const past: SeriesSketch = { id: 1, day: firstDay - 9, games: [game, game] }
const sketch: SeriesSketch = { id: 5, games: [game, { ...game, winner: 1 }, game] }

function known(prices: readonly SeriesOdds[] = []): Knowledge {
  const baselines = createBaselines()
  learnBaselines(baselines, playedSeries(past))
  return {
    ...{ forecast: stateAfter([past]), baselines, champions: heroes },
    ...{ prices: groupBy(prices, ({ seriesId }) => seriesId), marketOdds: new Map() },
  }
}

const price: SeriesOdds = {
  seriesId: 5,
  book: 'Invented Book',
  capturedMs: momentMs(firstDay, -2),
  startMs: momentMs(firstDay),
  team1Id: 1,
  team2Id: 2,
  decimalOdds1: 3,
  decimalOdds2: 1.5,
}

describe('featureRow', () => {
  it('a feature row holds the knowledge before the first game, seen from team 1', () => {
    const row = featureRow(known(), historySeries(sketch))!
    const request = { team1Id: 1, team2Id: 2, bestOf: 3, league: 'LCK', timeMs: momentMs(firstDay) } as const
    expect(row).toMatchObject({ seriesId: 5, startMs: momentMs(firstDay), league: 'LCK', bestOf: 3, outcome: 0 })
    expect(row.vector).toEqual(seriesFeatures(known().forecast, request).vector)
    expect(row.baselines.constant).toBe(0.5)
    expect(row.baselines.elo).toBeLessThan(0.5)
    expect(row.price).toBeNull()
    expect(row.quotes).toEqual([])
  })

  it('a feature row has the draft of the first game, ordered by team and not by side', () => {
    const request = { team1Id: 1, team2Id: 2, bestOf: 3, league: 'LCK', timeMs: momentMs(firstDay) } as const
    const draft = { team1: five(1), team2: five(6) }
    const other: GameSketch = { ...game, team1: { champions: five(50) } }
    const row = featureRow(known(), historySeries({ ...sketch, games: [game, other, other] }))!
    const { forecast } = known()
    const { gameLogit } = seriesFeatures(forecast, request)
    expect(row.draftOffset).toBe(draftOffset(forecast.championEffects, draft, gameLogit, 3))
    expect(row.draftOffset).not.toBe(0)
  })

  it('a feature row has no draft unless all ten picks of the first game are known', () => {
    const unknown: GameSketch = { ...game, team2: { lineup: five(21) } }
    expect(featureRow(known(), historySeries({ ...sketch, games: [unknown, game] }))!.draftOffset).toBeNull()
    const series = historySeries(sketch)
    expect(featureRow(known(), { ...series, games: series.games.slice(1) })!.draftOffset).toBeNull()
  })

  it('a feature row with results withheld for some days has the features of the day the known results end', () => {
    const row = featureRow(known(), historySeries(sketch), 5)!
    const timeMs = momentMs(firstDay) - 5 * dayMs
    const request = { team1Id: 1, team2Id: 2, bestOf: 3, league: 'LCK', timeMs } as const
    expect(row).toMatchObject({ startMs: momentMs(firstDay) })
    expect(row.vector).toEqual(seriesFeatures(known().forecast, request).vector)
  })

  it('a feature row states the winner of the series', () => {
    const won = { ...sketch, games: [{ ...game, winner: 1 } as const, { ...game, winner: 1 } as const] }
    expect(featureRow(known(), historySeries(won))!.outcome).toBe(1)
  })

  it('featureRow returns null for a series that is not graded', () => {
    const series = historySeries(sketch)
    const ungraded: HistorySeries[] = [
      { ...series, bestOf: 2 },
      { ...series, complete: false },
      { ...series, winnerTeamId: null },
    ]
    for (const other of ungraded) expect(featureRow(known(), other)).toBeNull()
  })

  it('a feature row ignores the results of its own series and leaves the knowledge unchanged', () => {
    const knowledge = known()
    const before = structuredClone(knowledge.forecast)
    const one = featureRow(knowledge, historySeries(sketch))!
    const won: GameSketch = { ...game, winner: 1, minutes: 19 }
    const other = featureRow(knowledge, historySeries({ ...sketch, games: [won, won] }))!
    expect([one.maps, other.maps]).toEqual([
      [0, 1, 0],
      [1, 1],
    ])
    expect(other).toEqual({ ...one, outcome: 1, maps: other.maps, wins1: 2, wins2: 0 })
    expect(knowledge.forecast).toEqual(before)
  })
})

describe('marketPrice', () => {
  it('a market price has the odds of both teams and the chance of team 1 without the margin', () => {
    const own = featureRow(known([price]), historySeries(sketch))!.price!
    expect(own.offer).toEqual({ odds: [3, 1.5], isTakeable: false })
    expectNear(own.chance, 1 / 3)
  })

  it('a feature row has the quotes of books on other markets', () => {
    const { decimalOdds1, decimalOdds2, seriesId, book, capturedMs } = price
    const odds = { seriesId, book, capturedMs, market: 'totalMaps', line: 2.5, decimalOdds1, decimalOdds2 } as const
    const marketOdds = groupBy([odds, { ...odds, seriesId: 6 }], ({ seriesId }) => seriesId)
    const { quotes } = featureRow({ ...known([price]), marketOdds }, historySeries(sketch))!
    const chance = expect.closeTo(1 / 3, 12)
    expect(quotes).toEqual([{ book, market: 'totalMaps', line: 2.5, chance, seriesChance: chance }])
  })

  it('the market price is the last one before the start', () => {
    const earlier = { ...price, capturedMs: momentMs(firstDay, -20), decimalOdds1: 2, decimalOdds2: 2 }
    for (const prices of [
      [price, earlier],
      [earlier, price],
    ]) {
      expect(marketPrice(historySeries(sketch), prices)!.offer.odds).toEqual([3, 1.5])
    }
  })

  it('a market price is swapped when its row lists the teams the other way round', () => {
    const swapped = { ...price, team1Id: 2, team2Id: 1, decimalOdds1: 1.5, decimalOdds2: 3 }
    const series = historySeries(sketch)
    expect(marketPrice(series, [swapped])).toEqual(marketPrice(series, [price]))
  })

  it('a captured price offers the takeable odds, and its chance is that of the mid prices', () => {
    const captured = { ...price, takeOdds1: 2.8, takeOdds2: 1.4 }
    const series = historySeries(sketch)
    const { offer, chance, books } = marketPrice(series, [captured])!
    expect(offer).toEqual({ odds: [2.8, 1.4], isTakeable: true })
    expectNear(chance, 1 / 3)
    expect(books).toEqual([{ book: 'Invented Book', first: offer, closing: null }])
    const turned = { team1Id: 2, team2Id: 1, decimalOdds1: 1.5, decimalOdds2: 3, takeOdds1: 1.4, takeOdds2: 2.8 }
    expect(marketPrice(series, [{ ...price, ...turned }])).toEqual(marketPrice(series, [captured]))
  })

  it('the closing line of a captured book is its mid prices, even if the first price was takeable', () => {
    const at = (before: number, mid: number, take: number): SeriesOdds => ({
      ...{ ...price, capturedMs: momentMs(firstDay, -before), decimalOdds1: mid, decimalOdds2: mid },
      ...{ takeOdds1: take, takeOdds2: take },
    })
    const [book] = marketPrice(historySeries(sketch), [at(5, 2.1, 1.9), at(1, 2, 1.8)])!.books
    expect(book).toMatchObject({ first: { odds: [1.9, 1.9], isTakeable: true }, closing: [2, 2] })
  })

  it('a price with only one takeable side is a mid price', () => {
    const half = { ...price, takeOdds1: 2.8, takeOdds2: null }
    expect(marketPrice(historySeries(sketch), [half])!.offer.isTakeable).toBe(false)
  })

  it('a price captured after the start does not hide earlier ones', () => {
    const late = { ...price, capturedMs: momentMs(firstDay), decimalOdds1: 9, decimalOdds2: 1.01 }
    expect(marketPrice(historySeries(sketch), [price, late])!.offer.odds).toEqual([3, 1.5])
  })

  it('the books of a market price are ordered by first capture, each with its first price and closing line', () => {
    const hours = (book: string, before: number, decimalOdds1: number, isClosing?: boolean): SeriesOdds => ({
      ...{ ...price, book, decimalOdds1, decimalOdds2: 2, capturedMs: momentMs(firstDay, -before) },
      ...(isClosing === undefined ? {} : { isClosing }),
    })
    const prices = [
      ...[hours('late', 1, 1.1), hours('several', 9, 1.3), hours('several', 5, 1.4), hours('flagged', 7, 1.5, true)],
      ...[hours('flagged', 8, 1.6), hours('flagged', 6, 1.7), hours('once', 4, 1.8, true)],
    ]
    expect(marketPrice(historySeries(sketch), prices)!.books).toEqual([
      { book: 'several', first: { odds: [1.3, 2], isTakeable: false }, closing: [1.4, 2] },
      { book: 'flagged', first: { odds: [1.6, 2], isTakeable: false }, closing: [1.5, 2] },
      { book: 'once', first: { odds: [1.8, 2], isTakeable: false }, closing: [1.8, 2] },
      { book: 'late', first: { odds: [1.1, 2], isTakeable: false }, closing: null },
    ])
  })

  it('marketPrice returns null without odds, for other teams, and for prices captured after the start', () => {
    const series = historySeries(sketch)
    expect(marketPrice(series, undefined)).toBeNull()
    expect(marketPrice(series, [{ ...price, team2Id: 9 }])).toBeNull()
    expect(marketPrice(series, [{ ...price, capturedMs: momentMs(firstDay) }])).toBeNull()
  })
})
