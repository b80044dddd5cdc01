import { bettingTable, closingLineValue } from '@riftline/core'
import { type MarketBook, parsePredictRequest } from '@riftline/predictor'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tinyPredictor } from '../../predictor/predict/answers.ts'
import { amount } from '../../support/amount.ts'

const predictor = tinyPredictor()
const match = { blueTeamId: 1, redTeamId: 2 } as const

/** Code and message of a refusal; null if the call succeeds. */
function refusal(work: () => unknown): { readonly code: string; readonly message: string } | null {
  try {
    work()
    return null
  } catch (error) {
    const { code, message } = error as { readonly code: string; readonly message: string }
    return { code, message }
  }
}

const bookOf = (markets: MarketBook['markets'], mapWinners: MarketBook['mapWinners'] = null): MarketBook => ({
  ...{ match: { esportsMatchId: 'x', bestOf: 3, team1: { id: 1 }, team2: { id: 2 } }, markets, mapWinners },
  ...{ capturedAtUtc: '2030-12-23T09:00:00', isClosingLine: false },
})
const sides = ([first, second]: readonly [number, number]) => [
  { team: { id: 1 }, decimalOdds: first },
  { team: { id: 2 }, decimalOdds: second },
]

/** Every function through which two prices of one market enter core. */
const ways: readonly (readonly [string, (odds: readonly [number, number]) => unknown])[] = [
  ['predict', ([oddsBlue, oddsRed]) => predictor.predict({ ...match, oddsBlue, oddsRed })],
  ['predictMany', ([oddsBlue, oddsRed]) => predictor.predictMany([{ ...match, oddsBlue, oddsRed }])],
  ['explain', ([oddsBlue, oddsRed]) => predictor.explain({ ...match, oddsBlue, oddsRed })],
  ['resolve', ([oddsBlue, oddsRed]) => predictor.resolve({ ...match, oddsBlue, oddsRed })],
  ['markets', ([oddsBlue, oddsRed]) => predictor.markets({ ...match, oddsBlue, oddsRed })],
  ['parsePredictRequest', ([oddsBlue, oddsRed]) => parsePredictRequest({ ...match, oddsBlue, oddsRed }, 'match')],
  ['a book of the winner', (odds) => predictor.markets(match, bookOf({ seriesWinner: sides(odds) }))],
  ['a book of a map', (odds) => predictor.markets(match, bookOf({}, [{ map: 1, odds: sides(odds) }]))],
  [
    'a book of a total',
    ([over, under]) => predictor.markets(match, bookOf({ totalMaps: [{ line: 2.5, over, under }] })),
  ],
  [
    'a book of a handicap',
    (odds) => {
      const lines = sides(odds).map((side, i) => ({ ...side, line: i === 0 ? -1.5 : 1.5 }))
      return predictor.markets(match, bookOf({ handicap: [{ odds: lines }] }))
    },
  ],
  ['bettingTable', (decimalOdds) => bettingTable([{ probability: 0.5, decimalOdds, outcome: 1, cluster: 1 }])],
  [
    'a closing line of bettingTable',
    (closing) => bettingTable([{ probability: 0.5, decimalOdds: [2, 2], closing, outcome: 1, cluster: 1 }]),
  ],
  ['closingLineValue', (closing) => closingLineValue(2, closing)],
]

describe.each(ways)('prices given to %s', (_way, give) => {
  it('prices that cannot belong to one market are refused, with their sum and the likely mistake', () => {
    for (const odds of [
      [110, 130],
      [3, 3],
      [2.5, 2.3],
    ] as const) {
      const { code, message } = refusal(() => give(odds))!
      expect(code).toMatch(/^odds_implausible$/)
      const sum = Math.floor(1e4 * (1 / odds[0] + 1 / odds[1])) / 1e4
      expect(message).toContain(`got ${odds[0]}, ${odds[1]} with ${sum}`)
      expect(message).toContain('American odds')
    }
  })

  it('prices are refused exactly when their inverses sum to less than 0.9', () => {
    const price = fc.double({ min: 1.01, max: 12, noNaN: true })
    fc.assert(
      fc.property(price, price, (first, second) => {
        const isRefused = refusal(() => give([first, second]))?.code === 'odds_implausible'
        expect(isRefused).toBe(1 / first + 1 / second < 0.9)
      }),
      { numRuns: amount(40, 1000) },
    )
    expect(refusal(() => give([1.62, 2.35]))).toBeNull()
    expect(refusal(() => give([2.1, 2.05]))).toBeNull()
  })
})

it('a forecast with both prices shows the market’s margin and probability', () => {
  const { odds } = predictor.predict({ ...match, oddsBlue: 1.62, oddsRed: 2.35 })
  expect(odds!.margin).toBeCloseTo(0.042816, 6)
  expect([odds!.marketBlueProbability, odds!.marketRedProbability]).toEqual([
    expect.closeTo(0.595876, 6),
    expect.closeTo(0.404124, 6),
  ])
})
