import { createPredictor, parseArtifacts, writeSnapshot } from '@riftline/predictor'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { amount } from '../../support/amount.ts'
import { deepFreeze } from '../../support/played-league.ts'
import { tinyArtifacts } from '../../support/tiny-artifacts.ts'
import { requests, tinyPredictor } from './answers.ts'

it('the same request gives the same answer, whatever was asked before', () => {
  const predictor = tinyPredictor()
  fc.assert(
    fc.property(requests, requests, (request, other) => {
      const answer = predictor.predict(deepFreeze(request))
      predictor.predict(other)
      expect(predictor.predict(request)).toEqual(answer)
      expect(tinyPredictorAgain.predict(request)).toEqual(answer)
    }),
    { numRuns: amount(20, 200) },
  )
})

it('a forecast made while another request is read changes neither answer', () => {
  const predictor = tinyPredictor()
  const ask = { blueTeamId: 1, redTeamId: 2, bestOf: 5, model: 'consensus' } as const
  const other = { blueTeamId: 4, redTeamId: 3, oddsBlue: 2, oddsRed: 1.9 }
  const [answer, otherAnswer] = [predictor.predict(ask), predictor.predict(other)]
  const meanwhile: unknown[] = []
  const busy = {
    ...ask,
    get bestOf() {
      meanwhile.push(predictor.predict(other), ...predictor.predictMany([other, other]))
      return ask.bestOf
    },
  }
  const busyOptions = {
    get at() {
      meanwhile.push(predictor.predict(other))
      return undefined
    },
  }
  expect(predictor.predict(busy)).toEqual(answer)
  expect(predictor.predict(ask, busyOptions as object)).toEqual(answer)
  expect(predictor.predictMany([ask, busy, ask])).toEqual([answer, answer, answer])
  expect(meanwhile).toEqual(meanwhile.map(() => otherAnswer))
  expect(meanwhile).toHaveLength(7)
})

const tinyPredictorAgain = tinyPredictor()

it('no prediction changes the state', () => {
  const artifacts = parseArtifacts(tinyArtifacts())
  const before = structuredClone(artifacts.state)
  const text = writeSnapshot(artifacts.state)
  const predictor = createPredictor(artifacts)
  fc.assert(fc.property(requests, (request) => void predictor.predict(request)))
  expect(artifacts.state).toEqual(before)
  expect(writeSnapshot(artifacts.state)).toBe(text)
})

it('without a moment a forecast is for the data date of the state, so passing time does not change it', () => {
  const artifacts = parseArtifacts(tinyArtifacts())
  const request = { blueTeamId: 1, redTeamId: 2, model: 'pcasweep' } as const
  const now = createPredictor(artifacts).predict(request).blueWinProbability
  const later = { ...artifacts.state, asOfMs: artifacts.state.asOfMs + 200 * 86_400_000 }
  expect(createPredictor({ ...artifacts, state: later }).predict(request).blueWinProbability).not.toBe(now)
})
