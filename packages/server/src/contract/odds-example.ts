import { takeOdds } from '@riftline/core'
import type { TeamRef } from '@riftline/predictor'

const fee = { name: 'polymarket', rate: 0.05, exponent: 1 }

/** @param contract what is bid and asked for one that pays 1; none where nobody says */
const price = (decimalOdds: number, bid: number | null = null, ask: number | null = null): object => {
  const taken = takeOdds(ask, fee)
  return { decimalOdds, bid, ask, takeDecimalOdds: taken === null ? null : Math.round(taken * 1e6) / 1e6 }
}
const total = (line: number, over: number, under: number): object => ({
  ...{ line, over, under, overBid: null, overAsk: null, overTakeDecimalOdds: null },
  ...{ underBid: null, underAsk: null, underTakeDecimalOdds: null },
})

/** Answers of `/v1/odds` in both scopes. */
export function oddsExamples(northern: TeamRef, harbor: TeamRef): Readonly<Record<'winnerOdds' | 'allOdds', object>> {
  const match = {
    esportsMatchId: 'nl-2026-s-w7-03',
    league: 'NL',
    bestOf: 3,
    scheduledUtc: '2026-07-24T15:00:00',
    team1: northern,
    team2: harbor,
  }
  const seriesWinner = [
    { team: northern, ...price(1.626, 0.61, 0.62) },
    { team: harbor, ...price(2.5974, 0.38, 0.39) },
  ]
  const handicap = (line: number, northernOdds: number, harborOdds: number): object => ({
    line,
    odds: [
      { team: northern, line: -line, ...price(northernOdds) },
      { team: harbor, line, ...price(harborOdds) },
    ],
  })
  const captured = { match, capturedAtUtc: '2026-07-24T09:41:07', isClosingLine: false, source: 'polymarket', fee }
  return {
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
      mapWinners: [
        {
          map: 1,
          odds: [
            { team: northern, ...price(1.71) },
            { team: harbor, ...price(2.14) },
          ],
        },
      ],
    },
  }
}
