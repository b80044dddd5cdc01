import { baseModels, blendChances, createPredictor, parseArtifacts, pool } from '@riftline/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Prediction } from '../../../packages/core/src/types.ts'
import {
  bentCurve,
  tinyArtifacts,
  tinyBlend,
  tinyDraft,
  tinySchemaBlend,
  uncalibrated,
} from '../../support/tiny-artifacts.ts'
import { requests, tinyPredictor } from './answers.ts'

const match = Object.freeze({ blueTeamId: 1, redTeamId: 2, model: 'consensus' })

function rawOf({ models }: Prediction): number[] {
  return models!.map(({ blueWinProbability }) => blueWinProbability)
}

describe('the consensus', () => {
  it('lies within the range of its members, raw, calibrated and anchored', () => {
    const predictor = tinyPredictor()
    fc.assert(
      fc.property(requests, (request) => {
        const answer = predictor.predict({ ...request, model: 'consensus' })
        for (const key of ['blueWinProbability', 'calibratedBlueWinProbability'] as const) {
          const members = answer.models!.map((member) => member[key])
          expect(answer[key]).toBeGreaterThanOrEqual(Math.min(...members))
          expect(answer[key]).toBeLessThanOrEqual(Math.max(...members))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('is the pool of its members by the weights of the artifacts', () => {
    const answer = tinyPredictor().predict(match)
    expect(answer.blueWinProbability).toBe(pool(rawOf(answer), [0.5, 0.3, 0.2]))
  })

  it('takes the weights of the league where there are some', () => {
    const weights = { all: [0.5, 0.3, 0.2], leagues: { LCK: [0, 0, 1] } }
    const schemas = { match: tinySchemaBlend({ weights }), draft: tinySchemaBlend() }
    const predictor = tinyPredictor(tinyBlend({ schemas }))
    const inLck = predictor.predict({ ...match, tournament: 'LCK' })
    expect(inLck.blueWinProbability).toBe(rawOf(inLck)[2])
    const inLec = predictor.predict({ ...match, tournament: 'LEC' })
    expect(inLec.blueWinProbability).toBe(pool(rawOf(inLec), [0.5, 0.3, 0.2]))
    const draft = predictor.predict({ ...match, tournament: 'LCK', ...tinyDraft })
    expect(draft.blueWinProbability).toBe(pool(rawOf(draft), [0.5, 0.3, 0.2]))
  })

  it('takes no word of the object prototype for a league', () => {
    const context = { schema: 'match', bestOf: 3, league: 'constructor' } as const
    const raw = [0.6, 0.7, 0.8].map((chance, i) => [baseModels[i]!, chance] as const)
    const { consensus } = blendChances(tinyBlend(), raw, context)
    expect(consensus!.raw).toBe(pool([0.6, 0.7, 0.8], [0.5, 0.3, 0.2]))
  })

  it('is the plain mean of the logits when the artifacts or the caller say so', () => {
    const byArtifacts = tinyPredictor(tinyBlend({ consensus: 'mean' })).predict(match)
    const byCaller = tinyPredictor(tinyBlend(), { consensus: 'mean' }).predict(match)
    expect(byCaller).toEqual(byArtifacts)
    expect(byCaller.blueWinProbability).toBe(pool(rawOf(byCaller), [1 / 3, 1 / 3, 1 / 3]))
    const back = tinyPredictor(tinyBlend({ consensus: 'mean' }), { consensus: 'weighted' }).predict(match)
    expect(back).toEqual(tinyPredictor().predict(match))
  })

  it('of an unknown kind is refused', () => {
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
  const schemas = { match: tinySchemaBlend({ calibration }), draft: tinySchemaBlend() }
  const predictor = tinyPredictor(tinyBlend({ schemas }))
  const fasttree = (change: object) => {
    const answer = predictor.predict({ ...match, model: 'fasttree', ...change })
    const share = (answer.calibratedBlueWinProbability - 0.5) / (answer.blueWinProbability - 0.5)
    return Math.round(share * 1e9) / 1e9
  }

  it('goes by the finest curve there is: league in its format, format, model', () => {
    expect(fasttree({ bestOf: 5, tournament: 'LCK' })).toBe(0.75)
    expect(fasttree({ bestOf: 5, tournament: 'LEC' })).toBe(0.5)
    expect(fasttree({ bestOf: 3, tournament: 'LCK' })).toBe(0.25)
  })

  it('comes before the consensus, which pools calibrated chances', () => {
    const answer = predictor.predict(match)
    const calibrated = answer.models!.map((member) => member.calibratedBlueWinProbability)
    expect(answer.calibratedBlueWinProbability).toBe(pool(calibrated, [0.5, 0.3, 0.2]))
    expect(answer.calibratedBlueWinProbability).not.toBe(answer.blueWinProbability)
  })

  it('is its own for every model and for drafts', () => {
    const { calibratedBlueWinProbability, blueWinProbability } = predictor.predict({ ...match, model: 'lightgbm' })
    expect(calibratedBlueWinProbability).toBe(blueWinProbability)
    expect(fasttree(tinyDraft)).toBe(1)
  })
})
