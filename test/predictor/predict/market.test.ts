import { anchor, arePlausible, devig } from '@riftline/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anchorOf, tinyBlend } from '../../support/tiny-artifacts.ts'
import { models, tinyPredictor } from './answers.ts'

const predictor = tinyPredictor()
const match = Object.freeze({ blueTeamId: 1, redTeamId: 2, model: 'consensus' } as const)

const noMarket = { margin: null, marketBlueProbability: null, marketRedProbability: null }

describe('without a price', () => {
  it('without a price the answer has no odds', () => {
    expect(predictor.predict(match)).not.toHaveProperty('odds')
  })
})

describe('with one price', () => {
  it.each([
    ['blue', { oddsBlue: 1.8 }],
    ['red', { oddsRed: 2.4 }],
  ] as const)('an answer with only the price of %s has null odds for the other side', (side, prices) => {
    const answer = predictor.predict({ ...match, ...prices })
    const { blueWinProbability, redWinProbability, calibratedBlueWinProbability, calibratedRedWinProbability } = answer
    expect(answer.odds).toEqual(
      side === 'blue'
        ? {
            blue: 1.8,
            red: null,
            ...noMarket,
            blueEv: blueWinProbability * 1.8 - 1,
            redEv: null,
            calibratedBlueEv: calibratedBlueWinProbability * 1.8 - 1,
            calibratedRedEv: null,
          }
        : {
            blue: null,
            red: 2.4,
            ...noMarket,
            blueEv: null,
            redEv: redWinProbability * 2.4 - 1,
            calibratedBlueEv: null,
            calibratedRedEv: calibratedRedWinProbability * 2.4 - 1,
          },
    )
  })

  it('with one price no chance is anchored', () => {
    for (const model of models) {
      const bare = predictor.predict({ ...match, model })
      for (const prices of [{ oddsBlue: 1.8 }, { oddsRed: 2.4 }]) {
        const { odds: _, ...answer } = predictor.predict({ ...match, model, ...prices })
        expect(answer).toEqual(bare)
      }
    }
  })
})

describe('with both prices', () => {
  const price = fc.double({ min: 1.01, max: 30, noNaN: true })

  it('two prices move every calibrated chance toward the market but not past it, and no raw chance', () => {
    const bare = predictor.predict(match)
    fc.assert(
      fc.property(price, price, (oddsBlue, oddsRed) => {
        fc.pre(arePlausible([oddsBlue, oddsRed]))
        const answer = predictor.predict({ ...match, oddsBlue, oddsRed })
        const market = devig([oddsBlue, oddsRed]).probabilities[0]!
        expect(answer.blueWinProbability).toBe(bare.blueWinProbability)
        const pairs = answer.models!.map((said, i) => [said, bare.models![i]!] as const)
        for (const [said, alone] of pairs) {
          const calibrated = alone.calibratedBlueWinProbability
          expect(said.blueWinProbability).toBe(alone.blueWinProbability)
          expect(said.calibratedBlueWinProbability).toBe(anchor(calibrated, market, 0.25))
          expect(said.calibratedBlueWinProbability).toBeGreaterThanOrEqual(Math.min(calibrated, market))
          expect(said.calibratedBlueWinProbability).toBeLessThanOrEqual(Math.max(calibrated, market))
        }
      }),
    )
  })

  it('expected values are computed from the chances in the answer', () => {
    const { odds, ...answer } = predictor.predict({ ...match, oddsBlue: 1.62, oddsRed: 2.35 })
    expect(odds).toEqual({
      blue: 1.62,
      red: 2.35,
      margin: devig([1.62, 2.35]).margin,
      marketBlueProbability: devig([1.62, 2.35]).probabilities[0],
      marketRedProbability: 1 - devig([1.62, 2.35]).probabilities[0]!,
      blueEv: answer.blueWinProbability * 1.62 - 1,
      redEv: answer.redWinProbability * 2.35 - 1,
      calibratedBlueEv: answer.calibratedBlueWinProbability * 1.62 - 1,
      calibratedRedEv: answer.calibratedRedWinProbability * 2.35 - 1,
    })
  })

  it('the weight of the model comes from the artifacts: 0 is the market, 1 the model', () => {
    const prices = { oddsBlue: 2.6, oddsRed: 1.5 }
    const marketOnly = tinyPredictor(tinyBlend({ anchor: anchorOf(0) })).predict({ ...match, ...prices })
    const modelOnly = tinyPredictor(tinyBlend({ anchor: anchorOf(1) })).predict({ ...match, ...prices })
    expect(marketOnly.calibratedBlueWinProbability).toBe(devig([2.6, 1.5]).probabilities[0])
    expect(modelOnly.calibratedBlueWinProbability).toBe(predictor.predict(match).calibratedBlueWinProbability)
  })
})
