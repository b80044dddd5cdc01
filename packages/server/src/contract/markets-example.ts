import type { TeamRef } from '@riftline/predictor'

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

type Offered = readonly [
  decimalOdds: number,
  probability: number | null,
  margin: number | null,
  takeDecimalOdds?: number,
]

/** @param offered decimal odds with the market's own chance and margin, and what can be taken; none by default */
function selection(probability: number, offered?: Offered): object {
  const [decimalOdds = 0, market, margin, taken] = offered ?? []
  const ev = rounded(probability * (taken ?? decimalOdds) - 1)
  const price = taken === undefined ? 'mid' : 'take'
  const book = offered && { decimalOdds, takeDecimalOdds: taken ?? null, price, probability: market, margin, ev }
  return { probability, fairOdds: rounded(1 / probability), book: book ?? null }
}

/** An answer beside the odds of the examples of `/v1/odds`. */
export function marketsExample(blue: TeamRef, red: TeamRef, about: object): object {
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
    markets: derivedMarkets(blue, red),
  }
}

/** Markets derived from a chance of 0.604118 in a best of 3, with a doubt of 0.55 in game logits. */
function derivedMarkets(blue: TeamRef, red: TeamRef): object {
  return {
    seriesWinner: [
      { team: blue, ...selection(0.604118, [1.626, 0.615003, 0.000006, 1.582829]) },
      { team: red, ...selection(0.395882, [2.5974, 0.384997, 0.000006, 2.488212]) },
    ],
    handicap: [
      {
        line: 1.5,
        odds: [
          { team: blue, line: -1.5, ...selection(0.345536, [2.7, 0.342719, 0.055302]) },
          { team: red, line: 1.5, ...selection(0.654464, [1.46, 0.657281, 0.055302]) },
        ],
      },
      {
        line: 1.5,
        odds: [
          { team: blue, line: 1.5, ...selection(0.802763) },
          { team: red, line: -1.5, ...selection(0.197237) },
        ],
      },
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
      {
        map: 1,
        played: 1,
        odds: [
          { team: blue, ...selection(0.574149, [1.71, 0.558753, 0.052085]) },
          { team: red, ...selection(0.425851, [2.14, 0.441247, 0.052085]) },
        ],
      },
      ...[
        { map: 2, played: 1, chance: 0.574149 },
        { map: 3, played: 0.457227, chance: 0.565544 },
      ].map(({ map, played, chance }) => ({
        map,
        played,
        odds: [
          { team: blue, ...selection(chance) },
          { team: red, ...selection(rounded(1 - chance)) },
        ],
      })),
    ],
  }
}
