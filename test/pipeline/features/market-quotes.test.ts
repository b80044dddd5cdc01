import { describe, expect, it } from 'vitest'
import { marketQuotes } from '#pipeline/features/market-prices.ts'
import type { MarketOdds, SeriesOdds } from '#pipeline/history/types.ts'

const startMs = Date.UTC(2031, 0, 10, 15)
const hour = 3_600_000
const series = { id: 5, startMs, team1Id: 1, team2Id: 2 }

function odds(decimalOdds1: number, decimalOdds2: number, more: Partial<MarketOdds> = {}): MarketOdds {
  const place = { seriesId: 5, book: 'One', market: 'totalMaps', line: 2.5, capturedMs: startMs - hour } as const
  return { ...place, decimalOdds1, decimalOdds2, ...more }
}

function winner(book: string, decimalOdds1: number, hoursBefore: number): SeriesOdds {
  const capturedMs = startMs - hoursBefore * hour
  return { seriesId: 5, book, capturedMs, startMs, team1Id: 2, team2Id: 1, decimalOdds1, decimalOdds2: 2 }
}

describe('marketQuotes', () => {
  it('a quote is the last price of a book on a market before the start, without the margin', () => {
    const quotes = marketQuotes(series, [
      odds(2, 2, { capturedMs: startMs - 3 * hour }),
      odds(1.6, 2.5),
      odds(3, 1.3, { capturedMs: startMs - 2 * hour }),
      odds(9, 1.01, { capturedMs: startMs }),
    ])
    // Implied probabilities are 0.625 and 0.4; each bears half of the margin of 0.025.
    const chance = expect.closeTo(0.6125, 12)
    expect(quotes).toEqual([{ book: 'One', market: 'totalMaps', line: 2.5, chance, seriesChance: null }])
  })

  it('marketQuotes separates books, markets and lines', () => {
    const others: Partial<MarketOdds>[] = [
      {},
      { book: 'Two' },
      { line: 3.5 },
      { market: 'mapWinner', line: 1 },
      { market: 'handicap', line: 1 },
    ]
    const quotes = marketQuotes(
      series,
      others.map((more) => odds(2, 2, more)),
    )
    expect(quotes.map(({ book, market, line }) => [book, market, line])).toEqual([
      ['One', 'totalMaps', 2.5],
      ['Two', 'totalMaps', 2.5],
      ['One', 'totalMaps', 3.5],
      ['One', 'mapWinner', 1],
      ['One', 'handicap', 1],
    ])
  })

  it("a quote includes the same book's last series chance of team 1, whichever team that row lists first", () => {
    const prices = [winner('One', 2, 9), winner('One', 3, 2), winner('Two', 2, 1), winner('One', 4, 0)]
    const [quote] = marketQuotes(series, [odds(2, 2)], prices)
    // Odds are 2 for team 1 and 3 for team 2: a half and a third, and a twelfth more for each.
    expect(quote!.seriesChance).toBeCloseTo(1 / 2 + 1 / 12, 12)
  })

  it('a series without prices has no quotes', () => {
    expect(marketQuotes(series)).toEqual([])
    expect(marketQuotes(series, [], [winner('One', 2, 1)])).toEqual([])
  })
})
