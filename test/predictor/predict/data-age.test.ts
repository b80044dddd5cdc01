import { parseArtifacts } from '@riftline/predictor'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayMs } from '#base/time.ts'
import { dataAgeDays, fading } from '#predictor/predict/moments.ts'
import { tinyArtifacts, tinyBlend } from '../../support/tiny-artifacts.ts'
import { requests, tinyPredictor } from './answers.ts'

const predictor = tinyPredictor(tinyBlend())
const { completeMs } = parseArtifacts(tinyArtifacts()).state
const match = { blueTeamId: 1, redTeamId: 2, model: 'fasttree', bestOf: 3 } as const

function logit(p: number): number {
  return Math.log(p / (1 - p))
}

describe('a forecast for a moment after the data end', () => {
  it('a forecast fades after the data end as 1 / sqrt(1 + d / 70 days)', () => {
    expect([0, 1, 30, 90, 270].map((days) => fading(days).toFixed(2))).toEqual(['1.00', '0.99', '0.84', '0.66', '0.45'])
    expect(fading(210)).toBe(0.5)
  })

  it('the age of data counts days from the end of the complete history and is 0 before it', () => {
    expect(dataAgeDays(completeMs, completeMs + 3 * dayMs)).toBe(3)
    expect(dataAgeDays(completeMs, completeMs - 3 * dayMs)).toBe(0)
    expect(dataAgeDays(completeMs, undefined)).toBe(0)
  })

  it('a forecast for a moment before the data end equals that for the data date, to the bit', () => {
    fc.assert(
      fc.property(requests, fc.integer({ min: -4e12, max: 0 }), (request, before) => {
        const now = predictor.predict(request)
        expect(predictor.predict(request, { at: completeMs + before })).toEqual(now)
      }),
    )
  })

  it('a forecast 210 days after the data end keeps the favourite and half of the log odds', () => {
    const now = predictor.predict(match)
    const last = predictor.predict(match, { at: Number.MAX_SAFE_INTEGER })
    const later = predictor.predict(match, { at: completeMs + 210 * dayMs })
    for (const key of ['blueWinProbability', 'calibratedBlueWinProbability'] as const) {
      expect(logit(later[key])).toBeCloseTo(logit(now[key]) / 2, 10)
      expect(Math.abs(last[key] - 0.5)).toBeLessThan(0.01)
    }
    expect(later.winner).toBe(now.winner)
  })

  it('after the data end the market gains the weight that the model loses', () => {
    const odds = { oddsBlue: 1.5, oddsRed: 2.6 }
    const market = logit(predictor.predict({ ...match, ...odds }, { at: 8e15 }).calibratedBlueWinProbability)
    const own = logit(predictor.predict(match).calibratedBlueWinProbability)
    const later = predictor.predict({ ...match, ...odds }, { at: completeMs + 210 * dayMs })
    expect(market).toBeCloseTo(logit(2.6 / (1.5 + 2.6)), 1)
    // A quarter of the weight at the data date is an eighth now, applied to log odds half as large.
    const fair = logit(predictor.predict({ ...match, ...odds }).calibratedBlueWinProbability)
    const anchorOfMarket = (fair - 0.25 * own) / 0.75
    expect(logit(later.calibratedBlueWinProbability)).toBeCloseTo((own / 2) * 0.125 + anchorOfMarket * 0.875, 8)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('a forecast for the moment %s is refused', (at) => {
    expect(() => predictor.predict(match, { at })).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
  })
})
