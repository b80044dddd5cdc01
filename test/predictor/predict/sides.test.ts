import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PredictionOdds, WinProbabilities } from '#predictor/types.ts'
import { amount } from '../../support/amount.ts'
import { bentCurve, tinyBlend, uncalibrated } from '../../support/tiny-artifacts.ts'
import { models, requests, swapped, tinyPredictor } from './answers.ts'

const calibrated = tinyBlend({
  calibration: {
    fasttree: { model: bentCurve(0.7, 0.64), curves: { bo5: bentCurve(0.6, 0.62, 'format') }, cells: {} },
    lightgbm: { model: bentCurve(0.8, 0.71), curves: { 'bo3/LCK': bentCurve(0.7, 0.75, 'league') }, cells: {} },
    pcasweep: uncalibrated(),
  },
})
const predictor = tinyPredictor(calibrated)

/** Expects the two doubles of one answer to be those of the other, to the bit. */
function expectMirrored(one: WinProbabilities, other: WinProbabilities): void {
  expect(other.blueWinProbability).toBe(one.redWinProbability)
  expect(other.redWinProbability).toBe(one.blueWinProbability)
  expect(other.calibratedBlueWinProbability).toBe(one.calibratedRedWinProbability)
  expect(other.calibratedRedWinProbability).toBe(one.calibratedBlueWinProbability)
  if (one.calibratedBlueWinProbability !== 0.5) expect(other.winner).not.toBe(one.winner)
}

function exchanged(odds: PredictionOdds | undefined): PredictionOdds | undefined {
  if (odds === undefined) return undefined
  const { blue, red, margin, blueEv, redEv, calibratedBlueEv, calibratedRedEv } = odds
  return {
    blue: red,
    red: blue,
    margin,
    marketBlueProbability: odds.marketRedProbability,
    marketRedProbability: odds.marketBlueProbability,
    blueEv: redEv,
    redEv: blueEv,
    calibratedBlueEv: calibratedRedEv,
    calibratedRedEv: calibratedBlueEv,
  }
}

describe('for any request and model', () => {
  it('swapping blue and red swaps the chances, raw and calibrated', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const one = predictor.predict(request)
        const other = predictor.predict(swapped(request))
        expectMirrored(one, other)
        for (const [index, member] of (one.models ?? []).entries()) expectMirrored(member, other.models![index]!)
        expect(other.odds).toEqual(exchanged(one.odds))
      }),
      { numRuns: amount(30, 300) },
    )
  })

  it('the two chances add up to exactly 1', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const answer = predictor.predict(request)
        for (const said of [answer, ...(answer.models ?? [])]) {
          expect(said.blueWinProbability + said.redWinProbability).toBe(1)
          expect(said.calibratedBlueWinProbability + said.calibratedRedWinProbability).toBe(1)
          expect(said.blueWinProbability).toBeGreaterThan(0)
          expect(said.blueWinProbability).toBeLessThan(1)
        }
      }),
      { numRuns: amount(30, 300) },
    )
  })
})

describe('between equals', () => {
  it('equal teams have chances of one half each, and blue is the winner', () => {
    for (const model of models) {
      for (const [blueTeamId, redTeamId] of [
        [6, 7],
        [7, 6],
      ] as const) {
        expect(predictor.predict({ blueTeamId, redTeamId, model })).toMatchObject({
          blueWinProbability: 0.5,
          redWinProbability: 0.5,
          calibratedBlueWinProbability: 0.5,
          calibratedRedWinProbability: 0.5,
          winner: 'blue',
        })
      }
    }
  })
})

it('the winner is the side with the higher calibrated chance, whatever the raw chance', () => {
  const answer = predictor.predict({ blueTeamId: 1, redTeamId: 2, oddsBlue: 9, oddsRed: 1.05 })
  expect(answer.calibratedBlueWinProbability).toBeLessThan(0.5)
  expect(answer.blueWinProbability).toBeGreaterThan(0.5)
  expect(answer.winner).toBe('red')
})

it('every answer and member names the side with the higher calibrated chance, and blue if they are equal', () => {
  fc.assert(
    fc.property(requests, (request) => {
      const answer = predictor.predict(request)
      for (const one of [answer, ...(answer.models ?? [])]) {
        const isRed = one.calibratedRedWinProbability > one.calibratedBlueWinProbability
        expect(one.winner).toBe(isRed ? 'red' : 'blue')
      }
    }),
  )
})
