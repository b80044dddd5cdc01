import { dayMs } from '@riftline/base'
import { seriesMarkets } from '@riftline/core'
import { parseArtifacts, seriesFeatures } from '@riftline/predictor'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { features } from '#predictor/league/features/feature-schema.ts'
import { ratingParameters } from '#predictor/league/rating/parameters.ts'
import type { MarketsRequest } from '#predictor/types.ts'
import { amount } from '../../support/amount.ts'
import { tinyArtifacts, tinyDraft } from '../../support/tiny-artifacts.ts'
import { models, tinyPredictor } from './answers.ts'
import {
  finalScores,
  hasBegun,
  marketRequests,
  mirrorOf,
  pairsOf,
  scoreChance,
  swappedMarkets,
} from './market-answers.ts'

const predictor = tinyPredictor()
const match = Object.freeze({ blueTeamId: 1, redTeamId: 2 })
const near = (actual: number, expected: number): void =>
  expect(Math.abs(actual - expected), `${actual} for ${expected}`).toBeLessThanOrEqual(1e-12)
const forAny = (property: (request: MarketsRequest) => void): void =>
  fc.assert(
    fc.property(marketRequests, (request) => {
      property(request)
    }),
    { numRuns: amount(15, 1000) },
  )

describe('derived markets', () => {
  it('markets state the chance that predict answers, and after the first map the one without picks', () => {
    const at = Date.UTC(2031, 5, 1)
    forAny((request) => {
      const { standing: _, bluePicks, redPicks, ...plain } = request
      const known = hasBegun(request) || bluePicks === undefined ? plain : { ...plain, bluePicks, redPicks }
      for (const options of [{}, { at }]) {
        const answer = predictor.markets(request, null, options)
        const { calibratedBlueWinProbability, calibratedRedWinProbability, league } = predictor.predict(known, options)
        expect(answer).toMatchObject({ calibratedBlueWinProbability, calibratedRedWinProbability, league })
        if (!hasBegun(request)) near(answer.markets.seriesWinner[0].probability, calibratedBlueWinProbability)
      }
    })
  })

  it('markets are, to the bit, the mirror image of those of the swapped request', () => {
    forAny((request) => {
      expect(predictor.markets(swappedMarkets(request))).toEqual(mirrorOf(predictor.markets(request)))
    })
  })

  it('the chances of both selections are exact complements, with fair odds of 1 / chance', () => {
    forAny((request) => {
      for (const [first, second] of pairsOf(predictor.markets(request).markets)) {
        expect([1 - first.probability, 1 - second.probability]).toEqual([second.probability, first.probability])
        for (const { probability, fairOdds, book } of [first, second])
          expect([fairOdds, book]).toEqual([probability === 0 ? null : 1 / probability, null])
      }
    })
  })

  it('markets give exactly 0 to results that are no longer possible', () => {
    forAny((request) => {
      const answer = predictor.markets(request)
      const selections = [...pairsOf(answer.markets).flat(), ...answer.markets.correctScore]
      const impossible = selections.filter(({ probability }) => probability < 1e-12)
      expect(impossible.map(({ probability, fairOdds }) => [probability, fairOdds])).toEqual(
        impossible.map(() => [0, null]),
      )
      const { blue: won, red: lost } = answer.standing
      const scores = finalScores(answer).filter(({ blue, red }) => blue < won || red < lost)
      expect(scores.map(({ probability }) => probability)).toEqual(scores.map(() => 0))
    })
  })

  it('markets are sums of the scores, which add up to 1', () => {
    forAny((request) => {
      const answer = predictor.markets(request)
      const { seriesWinner, handicap, totalMaps } = answer.markets
      near(
        scoreChance(answer, () => true),
        1,
      )
      near(
        seriesWinner[0].probability,
        scoreChance(answer, (blue, red) => blue > red),
      )
      for (const { odds } of handicap)
        near(
          odds[0].probability,
          scoreChance(answer, (blue, red) => blue - red + odds[0].line > 0),
        )
      for (const { line, over } of totalMaps)
        near(
          over.probability,
          scoreChance(answer, (blue, red) => blue + red > line),
        )
    })
  })

  it("the expected number of blue's maps is the same by maps as by scores", () => {
    forAny((request) => {
      const answer = predictor.markets(request)
      const byMap = answer.markets.mapWinner.reduce(
        (sum, { played, odds }) => sum + played * odds[0].probability,
        request.standing?.blue ?? 0,
      )
      near(
        byMap,
        finalScores(answer).reduce((sum, { blue, probability }) => sum + blue * probability, 0),
      )
    })
  })

  it('the scores at 1-0 and at 0-1, weighted by the chances of map 1, are those at 0-0', () => {
    forAny(({ standing: _, bluePicks: __, redPicks: ___, ...request }) => {
      const before = predictor.markets(request).markets
      const [blue, red] = [
        { blue: 1, red: 0 },
        { blue: 0, red: 1 },
      ].map((standing) => predictor.markets({ ...request, standing }).markets)
      const [won, lost] = before.mapWinner[0]!.odds
      for (const [i, { probability }] of before.correctScore.entries()) {
        const later =
          won.probability * blue!.correctScore[i]!.probability + lost.probability * red!.correctScore[i]!.probability
        near(later, probability)
      }
    })
  })

  it('markets between equal teams are even at a level standing', () => {
    for (const model of models) {
      for (const standing of [undefined, { blue: 1, red: 1 }]) {
        const { markets } = predictor.markets({ blueTeamId: 6, redTeamId: 7, model, standing })
        for (const { odds } of markets.mapWinner) expect(odds[0].probability).toBeCloseTo(0.5, 12)
        expect(markets.seriesWinner[0].probability).toBeCloseTo(0.5, 12)
      }
    }
  })

  it('markets of a best of 1 are those of its only map; a decided series is certain and has no map left', () => {
    const { markets } = predictor.markets({ ...match, bestOf: 1 })
    expect([markets.handicap, markets.totalMaps, markets.mapWinner.length]).toEqual([[], [], 1])
    expect(markets.mapWinner[0]!.odds[0].probability).toBeCloseTo(markets.seriesWinner[0].probability, 12)
    const decided = predictor.markets({ ...match, bestOf: 5, standing: { blue: 1, red: 3 } }).markets
    expect(decided.mapWinner).toEqual([])
    expect(decided.seriesWinner).toMatchObject([
      { probability: 0, fairOdds: null },
      { probability: 1, fairOdds: 1 },
    ])
    expect(decided.correctScore.map(({ probability }) => probability)).toEqual([0, 0, 0, 0, 1, 0])
  })

  it("markets use the rating's uncertainty at the data date, 0.79 times the root of its variance", () => {
    const { state } = parseArtifacts(tinyArtifacts())
    for (const bestOf of [1, 3, 5] as const) {
      const request = { team1Id: 1, team2Id: 2, bestOf, league: null, timeMs: state.asOfMs }
      const { vector, sd } = seriesFeatures(state, request)
      const variance = vector[features.findIndex(({ name }) => name === 'variance')]!
      expect(sd).toBeCloseTo(ratingParameters.forecast.varianceScale * Math.sqrt(variance), 14)
      const standing = { blue: bestOf === 1 ? 0 : 1, red: 0 }
      const at = state.asOfMs + 200 * dayMs
      const { calibratedBlueWinProbability: probability, markets } = predictor.markets(
        { ...match, bestOf, standing },
        null,
        { at },
      )
      const own = seriesMarkets({ probability, sd, bestOf, standing })
      expect(markets.seriesWinner[0].probability).toBeCloseTo(own.seriesWinner.blue, 14)
    }
  })

  it('markets with a draft change the next map, and before the first map also the series', () => {
    for (const bestOf of [3, 5] as const) {
      const plain = predictor.markets({ ...match, bestOf })
      const drafted = predictor.markets({ ...match, bestOf, ...tinyDraft })
      const chances = ({ markets }: typeof plain) => markets.mapWinner.map(({ odds }) => odds[0].probability)
      const [before, after] = [chances(plain), chances(drafted)]
      expect(drafted.calibratedBlueWinProbability).not.toBe(plain.calibratedBlueWinProbability)
      expect(Math.abs(after[0]! - before[0]!)).toBeGreaterThan(5 * Math.abs(after[1]! - before[1]!))
      const standing = { blue: 0, red: 1 }
      const behind = predictor.markets({ ...match, bestOf, standing })
      const behindDrafted = predictor.markets({ ...match, bestOf, standing, ...tinyDraft })
      expect(behindDrafted.calibratedBlueWinProbability).toBe(plain.calibratedBlueWinProbability)
      expect(chances(behindDrafted)[0]).not.toBe(chances(behind)[0])
      expect(chances(behindDrafted).at(-1)).toBeCloseTo(chances(behind).at(-1)!, 1)
    }
  })
})
