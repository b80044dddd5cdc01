import { RiftlineError } from '@riftline/base'
import { devig } from '@riftline/core'
import type { MarketBook } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { tinyPredictor } from './answers.ts'
import { mirrorOf, swappedMarkets } from './market-answers.ts'

const predictor = tinyPredictor()
const match = Object.freeze({ blueTeamId: 1, redTeamId: 2, bestOf: 3 as const })
const [amber, basalt] = [{ id: 1 }, { id: 2 }]

/** Odds with team 2 listed before team 1, one of both handicaps and three of four scores. */
const book: MarketBook = {
  match: { esportsMatchId: 'lck-1', bestOf: 3, team1: basalt, team2: amber },
  capturedAtUtc: '2030-12-23T09:00:00',
  isClosingLine: false,
  markets: {
    seriesWinner: [
      { team: basalt, decimalOdds: 2.35 },
      { team: amber, decimalOdds: 1.62 },
    ],
    handicap: [
      {
        odds: [
          { team: basalt, line: 1.5, decimalOdds: 1.46 },
          { team: amber, line: -1.5, decimalOdds: 2.7 },
        ],
      },
    ],
    totalMaps: [
      { line: 3.5, over: 9, under: 1.05 },
      { line: 2.5, over: 1.95, under: 1.83 },
    ],
    correctScore: [
      { team: amber, score: '2-0', decimalOdds: 2.7 },
      { team: amber, score: '1-2', decimalOdds: 3.6 },
      { team: basalt, score: '2-1', decimalOdds: 4.1 },
    ],
  },
  mapWinners: [
    {
      map: 2,
      odds: [
        { team: basalt, decimalOdds: 2.14 },
        { team: amber, decimalOdds: 1.71 },
      ],
    },
  ],
}
const answer = predictor.markets(match, book)
const bare = predictor.markets(match)
const { markets } = answer

/** Expects the book beside two selections, with the chances and values computed from its prices. */
function expectPair(selections: readonly { probability: number; book: unknown }[], odds: readonly number[]): void {
  const { probabilities: fair, margin } = devig(odds)
  expect(selections.map((one) => one.book)).toEqual(
    odds.map((decimalOdds, i) => ({
      ...{ decimalOdds, takeDecimalOdds: null, price: 'mid', margin },
      probability: fair[i],
      ev: selections[i]!.probability * decimalOdds - 1,
    })),
  )
}

describe('a book beside derived markets', () => {
  it("a book's prices appear at their selections, with its chance by Shin and the expected value of our chance", () => {
    expect(answer.book).toEqual({
      esportsMatchId: 'lck-1',
      capturedAtUtc: '2030-12-23T09:00:00',
      isClosingLine: false,
    })
    expectPair(markets.seriesWinner, [1.62, 2.35])
    expectPair(markets.handicap[0]!.odds, [2.7, 1.46])
    expectPair([markets.totalMaps[0]!.over, markets.totalMaps[0]!.under], [1.95, 1.83])
    expectPair(markets.mapWinner[1]!.odds, [1.71, 2.14])
  })

  it('a book is null at a selection without a price', () => {
    for (const { odds } of [markets.handicap[1]!, markets.mapWinner[0]!, markets.mapWinner[2]!])
      expect(odds.map((one) => one.book)).toEqual([null, null])
  })

  it("a book's scores are read with the maps of blue first, and have chances once all are priced", () => {
    const { correctScore } = markets
    const priced = (decimalOdds: number, i: number) => ({
      ...{ decimalOdds, takeDecimalOdds: null, price: 'mid', margin: null },
      probability: null,
      ev: correctScore[i]!.probability * decimalOdds - 1,
    })
    expect(correctScore.map((one) => one.book)).toEqual([priced(2.7, 0), priced(3.6, 1), priced(4.1, 2), null])
    const all = [...book.markets.correctScore!, { team: basalt, score: '0-2', decimalOdds: 5.5 }]
    const whole = predictor.markets(match, { ...book, markets: { correctScore: all } }).markets.correctScore
    const fair = devig([2.7, 3.6, 4.1, 5.5]).probabilities
    for (const [i, one] of whole.entries()) expect(one.book!.probability).toBeCloseTo(fair[i]!, 12)
  })

  it('a score that the book prices twice is null', () => {
    const twice = [...book.markets.correctScore!, { team: amber, score: '0-2', decimalOdds: 6 }]
    const { correctScore } = predictor.markets(match, { ...book, markets: { correctScore: twice } }).markets
    expect(correctScore[0]!.book).toBe(null)
  })

  it('a book changes none of our chances', () => {
    const unpriced = JSON.parse(JSON.stringify(answer), (key, value) => (key === 'book' ? null : value))
    expect(unpriced).toEqual(bare)
  })

  it('a book is mirrored to the bit when the request is swapped', () => {
    const all = [...book.markets.correctScore!, { team: basalt, score: '0-2', decimalOdds: 5.5 }]
    const full = { ...book, markets: { ...book.markets, correctScore: all } }
    for (const one of [book, full])
      expect(predictor.markets(swappedMarkets(match), one)).toEqual(mirrorOf(predictor.markets(match, one)))
  })

  it('a book is ignored when it is of another best-of or from before the played maps', () => {
    expect(predictor.markets({ ...match, bestOf: 5 }, book)).toEqual(predictor.markets({ ...match, bestOf: 5 }))
    const later = { ...match, standing: { blue: 0, red: 1 } }
    expect(predictor.markets(later, book)).toEqual(predictor.markets(later))
    const level = { ...match, standing: { blue: 0, red: 0 } }
    expect(predictor.markets(level, book)).toEqual(answer)
  })

  it.each<[string, unknown, string]>([
    [
      'of other teams',
      { ...book, match: { ...book.match, team2: { id: 3 } } },
      'book.match: expected the teams 1 and 2, got "2 and 3"',
    ],
    ['that is a text', 'book', 'book: expected an object, got "book"'],
    ['without markets', { ...book, markets: null }, 'book.markets: expected an object, got null'],
    [
      'with a price of 1',
      { ...book, markets: { totalMaps: [{ line: 2.5, over: 1, under: 2 }] } },
      'book.markets.totalMaps[0].over: expected a finite number above 1, got 1',
    ],
    [
      'with a score that is none',
      { ...book, markets: { correctScore: [{ team: amber, score: '2:0', decimalOdds: 2 }] } },
      'book.markets.correctScore[0].score: expected a score as 2-1, got "2:0"',
    ],
  ])('a book %s is refused', (_name, damaged, message) => {
    const call = () => predictor.markets(match, damaged as MarketBook)
    expect(call).toThrow(RiftlineError)
    expect(call).toThrow(expect.objectContaining({ code: 'invalid_argument', message }))
  })
})
