import { pool, prepareConsensus, prepareWeights } from '@riftline/core'
import { baseModels, createBlender, createPredictor, parseArtifacts } from '@riftline/predictor'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Prediction } from '#predictor/types.ts'
import { amount } from '../../support/amount.ts'
import { near } from '../../support/plain-expect.ts'
import {
  bentCurve,
  gradedTable,
  tinyArtifacts,
  tinyBlend,
  tinyDraft,
  uncalibrated,
} from '../../support/tiny-artifacts.ts'
import { requests, tinyPredictor } from './answers.ts'

// FastTree was right in the LCK and LightGBM wrong; elsewhere they were equal. Picks of pcasweep were profitable.
const experience = gradedTable([
  { league: 'LCK', chances: [0.8, 0.3, 0.55], y: 1, count: 80 },
  { league: 'LEC', chances: [0.6, 0.6, 0.6], y: 1, count: 50 },
])
const roi = { pcasweep: { n: 200, yield: 0.2, sd: 1 } }
const learned = tinyBlend({ graded: experience, roi })
const options = { nCap: 300, rho: 0.1 }

/** Linear pool of the members' chances. */
function mean(chances: readonly number[], weights: readonly number[]): number {
  return pool(chances, weights, { pool: 'linear' })
}

const match = Object.freeze({ blueTeamId: 1, redTeamId: 2, model: 'consensus' })

function rawOf({ models }: Prediction): number[] {
  return models!.map(({ blueWinProbability }) => blueWinProbability)
}

describe('the consensus', () => {
  it('the consensus is within the range of its members, raw, calibrated and anchored', () => {
    const predictor = tinyPredictor(learned)
    fc.assert(
      fc.property(requests, (request) => {
        const answer = predictor.predict({ ...request, model: 'consensus' })
        for (const key of ['blueWinProbability', 'calibratedBlueWinProbability'] as const) {
          const members = answer.models!.map((member) => member[key])
          expect(answer[key]).toBeGreaterThanOrEqual(Math.min(...members))
          expect(answer[key]).toBeLessThanOrEqual(Math.max(...members))
        }
      }),
      { numRuns: amount(30, 300) },
    )
  })

  it('the consensus weights members by graded series, their league, their disagreement and their value picks', () => {
    const answer = tinyPredictor(learned).predict({ ...match, tournament: 'LCK' })
    const calibrated = answer.models!.map((member) => member.calibratedBlueWinProbability)
    const members = baseModels.map((id, i) => ({ id, p: calibrated[i]! }))
    const weigh = prepareConsensus(experience, baseModels, options)
    const { weights, tilt, reason } = weigh({ members, league: 'LCK', roi })
    expect(reason).toBeUndefined()
    expect(tilt!.pcasweep).toBeGreaterThan(1)
    expect(weights.fasttree).toBeGreaterThan(weights.lightgbm!)
    const own = answer.models!.map((member) => member.weight)
    const tabulated = prepareWeights(experience, baseModels, options)(calibrated, { league: 'LCK', roi })
    expect(own).toEqual(Array.from(tabulated.weights))
    own.forEach((weight, i) => {
      near(weight, weights[baseModels[i]!]!, 1e-4)
    })
    expect(answer.blueWinProbability).toBe(mean(rawOf(answer), own))
    expect(answer.calibratedBlueWinProbability).toBe(mean(calibrated, own))
  })

  it('the consensus is the weighted sum of its members, with and without odds and draft, at any moment', () => {
    const predictor = tinyPredictor(learned)
    fc.assert(
      fc.property(requests, fc.integer({ min: 0, max: 4e12 }), (request, at) => {
        const answer = predictor.predict({ ...request, model: 'consensus' }, { at })
        const sides = ['blueWinProbability', 'redWinProbability'] as const
        const calibrated = ['calibratedBlueWinProbability', 'calibratedRedWinProbability'] as const
        for (const key of [...sides, ...calibrated]) {
          const sum = answer.models!.reduce((total, member) => total + member.weight * member[key], 0)
          expect(Math.abs(sum - answer[key])).toBeLessThan(1e-12)
        }
        const total = answer.models!.reduce((sum, { weight }) => sum + weight, 0)
        expect(Math.abs(total - 1)).toBeLessThan(1e-12)
      }),
    )
  })

  it('the consensus uses the record of the league if there is one, with a draft too', () => {
    const predictor = tinyPredictor(learned)
    const weigh = prepareWeights(experience, baseModels, options)
    const [lck, lec] = (['LCK', 'LEC'] as const).map((league) => {
      const answer = predictor.predict({ ...match, tournament: league })
      const calibrated = answer.models!.map((member) => member.calibratedBlueWinProbability)
      const weights = Array.from(weigh(calibrated, { league, roi }).weights)
      expect(answer.blueWinProbability).toBe(mean(rawOf(answer), weights))
      return weights
    })
    expect(lck![0]).not.toBe(lec![0])
    const draft = predictor.predict({ ...match, tournament: 'LCK', ...tinyDraft })
    expect(draft.models!.map(({ weight }) => weight)).toEqual(lck)
  })

  it('the consensus weights members equally when few series are graded, also in a league named `constructor`', () => {
    const raw = { fasttree: 0.6, lightgbm: 0.7, pcasweep: 0.8 }
    const { consensus } = createBlender(tinyBlend()).consensus(raw, { bestOf: 3, league: 'constructor' })
    expect(consensus.raw).toBe(mean([0.6, 0.7, 0.8], [1 / 3, 1 / 3, 1 / 3]))
  })

  it('the consensus is the plain mean of the chances when the artifacts or the caller select it', () => {
    const plain = { ...learned, consensus: 'mean' } as const
    const byArtifacts = tinyPredictor(plain).predict(match)
    const byCaller = tinyPredictor(learned, { consensus: 'mean' }).predict(match)
    // The artifacts differ, and so do their ids.
    expect({ ...byCaller, artifacts: '' }).toEqual({ ...byArtifacts, artifacts: '' })
    expect(byCaller.blueWinProbability).toBe(mean(rawOf(byCaller), [1 / 3, 1 / 3, 1 / 3]))
    const back = tinyPredictor(plain, { consensus: 'weighted' }).predict(match)
    expect({ ...back, artifacts: '' }).toEqual({ ...tinyPredictor(learned).predict(match), artifacts: '' })
    expect(back.blueWinProbability).not.toBe(byCaller.blueWinProbability)
  })

  it('a consensus of an unknown kind is refused', () => {
    const artifacts = parseArtifacts(tinyArtifacts())
    const options = { consensus: 'median' as 'mean' }
    expect(() => createPredictor(artifacts, options)).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
  })
})

describe('calibration', () => {
  const hierarchy = {
    model: bentCurve(0.9, 0.6),
    curves: { bo5: bentCurve(0.9, 0.7, 'format'), 'bo5/LCK': bentCurve(0.9, 0.8, 'league') },
    cells: {},
  } as const
  const calibration = { fasttree: hierarchy, lightgbm: uncalibrated(), pcasweep: uncalibrated() }
  const predictor = tinyPredictor(tinyBlend({ calibration }))
  const fasttree = (change: object) => {
    const answer = predictor.predict({ ...match, model: 'fasttree', ...change })
    const share = (answer.calibratedBlueWinProbability - 0.5) / (answer.blueWinProbability - 0.5)
    return Math.round(share * 1e9) / 1e9
  }

  it('calibration uses the finest curve available: league and format, format, model', () => {
    expect(fasttree({ bestOf: 5, tournament: 'LCK' })).toBe(0.75)
    expect(fasttree({ bestOf: 5, tournament: 'LEC' })).toBe(0.5)
    expect(fasttree({ bestOf: 3, tournament: 'LCK' })).toBe(0.25)
  })

  it('calibration precedes the consensus, which pools calibrated chances', () => {
    const answer = predictor.predict(match)
    const calibrated = answer.models!.map((member) => member.calibratedBlueWinProbability)
    expect(answer.calibratedBlueWinProbability).toBe(mean(calibrated, [1 / 3, 1 / 3, 1 / 3]))
    expect(answer.calibratedBlueWinProbability).not.toBe(answer.blueWinProbability)
  })

  it('each model has its own calibration, applied before the draft', () => {
    const { calibratedBlueWinProbability, blueWinProbability } = predictor.predict({ ...match, model: 'lightgbm' })
    expect(calibratedBlueWinProbability).toBe(blueWinProbability)
    const before = predictor.predict({ ...match, model: 'fasttree' })
    const after = predictor.predict({ ...match, model: 'fasttree', ...tinyDraft })
    const logit = (p: number) => Math.log(p / (1 - p))
    const moves = (['blueWinProbability', 'calibratedBlueWinProbability'] as const).map(
      (key) => logit(after[key]) - logit(before[key]),
    )
    expect(moves[0]).toBeLessThan(0)
    expect(moves[1]).toBeCloseTo(moves[0]!, 10)
  })
})
