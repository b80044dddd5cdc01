import { takeOdds } from '@riftline/core'
import type { TeamRef } from '@riftline/predictor'

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

/** Example of a selection. @param offered decimal odds, market's own chance, margin, and the odds that can be taken; none by default */
function selection(probability: number, offered?: readonly [number, number | null, number | null, number?]): object {
  const [decimalOdds = 0, market, margin, taken] = offered ?? []
  const ev = rounded(probability * (taken ?? decimalOdds) - 1)
  const price = taken === undefined ? 'mid' : 'take'
  const book = offered && { decimalOdds, takeDecimalOdds: taken ?? null, price, probability: market, margin, ev }
  return { probability, fairOdds: rounded(1 / probability), book: book ?? null }
}

function pairOf(one: TeamRef, other: TeamRef) {
  return (first: object, second: object) => [
    { team: one, ...first },
    { team: other, ...second },
  ]
}

/** Example of `/v1/markets` with the odds of the `/v1/odds` examples: chance 0.604118, best of 3, standard deviation 0.55 of the game logit. */
export function marketsExample(blue: TeamRef, red: TeamRef, about: object): object {
  const both = pairOf(blue, red)
  const handicap = (line: number, first: object, second: object) => {
    return { line: Math.abs(line), odds: both({ line, ...first }, { line: -line, ...second }) }
  }
  const map = (map: number, played: number, first: object, second: object) => {
    return { map, played, odds: both(first, second) }
  }
  return {
    blueTeam: blue,
    redTeam: red,
    model: 'fasttree',
    bestOf: 3,
    ...about,
    standing: { blue: 0, red: 0 },
    calibratedBlueWinProbability: 0.604118,
    calibratedRedWinProbability: 0.395882,
    book: { esportsMatchId: 'nl-2026-s-w7-03', capturedAtUtc: '2026-07-24T09:41:07', isClosingLine: false },
    markets: {
      seriesWinner: both(
        selection(0.604118, [1.626, 0.615003, 0.000006, 1.582829]),
        selection(0.395882, [2.5974, 0.384997, 0.000006, 2.488212]),
      ),
      handicap: [
        handicap(-1.5, selection(0.345536, [2.7, 0.342719, 0.055302]), selection(0.654464, [1.46, 0.657281, 0.055302])),
        handicap(1.5, selection(0.802763), selection(0.197237)),
      ],
      totalMaps: [
        {
          line: 2.5,
          over: selection(0.457227, [1.95, 0.483186, 0.059269]),
          under: selection(0.542773, [1.83, 0.516814, 0.059269]),
        },
      ],
      correctScore: [
        { team: blue, score: '2-0', ...selection(0.345536, [2.7, null, null]) },
        { team: blue, score: '2-1', ...selection(0.258582, [3.6, null, null]) },
        { team: red, score: '2-1', ...selection(0.198645) },
        { team: red, score: '2-0', ...selection(0.197237) },
      ],
      mapWinner: [
        map(1, 1, selection(0.574149, [1.71, 0.558753, 0.052085]), selection(0.425851, [2.14, 0.441247, 0.052085])),
        map(2, 1, selection(0.574149), selection(0.425851)),
        map(3, 0.457227, selection(0.565544), selection(0.434456)),
      ],
    },
  }
}

const fee = { name: 'polymarket', rate: 0.05, exponent: 1 }

/** Example of a price. @param bid, ask prices of a contract that pays 1; null if unknown */
const price = (decimalOdds: number, bid: number | null = null, ask: number | null = null): object => {
  const taken = takeOdds(ask, fee)
  return { decimalOdds, bid, ask, takeDecimalOdds: taken === null ? null : Math.round(taken * 1e6) / 1e6 }
}
const total = (line: number, over: number, under: number): object => ({
  ...{ line, over, under, overBid: null, overAsk: null, overTakeDecimalOdds: null },
  ...{ underBid: null, underAsk: null, underTakeDecimalOdds: null },
})

/** Example answers of `/v1/odds` in both scopes, and of `/v1/odds/history`. */
export function oddsExamples(
  northern: TeamRef,
  harbor: TeamRef,
): Readonly<Record<'winnerOdds' | 'allOdds' | 'oddsHistory', object>> {
  const match = {
    esportsMatchId: 'nl-2026-s-w7-03',
    league: 'NL',
    bestOf: 3,
    scheduledUtc: '2026-07-24T15:00:00',
    team1: northern,
    team2: harbor,
  }
  const both = pairOf(northern, harbor)
  const seriesWinner = both(price(1.626, 0.61, 0.62), price(2.5974, 0.38, 0.39))
  const handicap = (line: number, first: number, second: number): object => {
    return { line, odds: both({ line: -line, ...price(first) }, { line, ...price(second) }) }
  }
  const captured = { match, capturedAtUtc: '2026-07-24T09:41:07', isClosingLine: false, source: 'polymarket', fee }
  const { capturedAtUtc, isClosingLine, source } = captured
  const snapshots = [{ capturedAtUtc, source, isClosingLine, prices: seriesWinner }]
  const series = [{ match, openUtc: capturedAtUtc, closeUtc: null, snapshots }]
  return {
    oddsHistory: { market: 'seriesWinner', count: 1, series, nextCursor: null },
    winnerOdds: { ...captured, price: 'take', markets: { seriesWinner } },
    allOdds: {
      ...captured,
      price: 'mid',
      markets: {
        seriesWinner,
        handicap: [handicap(1.5, 2.7, 1.46)],
        totalMaps: [total(2.5, 1.95, 1.83)],
        correctScore: [
          { team: northern, score: '2-0', ...price(2.7) },
          { team: northern, score: '2-1', ...price(3.6) },
        ],
        mapTotals: [{ map: 1, stat: 'kills', ...total(27.5, 1.87, 1.87) }],
        matchTotals: null,
        killHandicap: [{ map: 1, ...handicap(3.5, 1.9, 1.84) }],
      },
      mapWinners: [{ map: 1, odds: both(price(1.71), price(2.14)) }],
    },
  }
}
