import type { Explanation, ExplanationStage, Prediction } from '@riftline/predictor'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dataAgeDays } from '#predictor/predict/moments.ts'
import { amount } from '../../../support/amount.ts'
import { swapped } from '../answers.ts'
import { type Asked, artifacts, asked, predictor } from './real-requests.ts'
import { faultsOf } from './sums.ts'

const numRuns = amount(15, 10_000)
const explained = ({ request, options }: Asked): readonly [Explanation, Prediction] => [
  predictor.explain(request, options),
  predictor.predict(request, options),
]

describe('the explanation of any request', () => {
  it('an explanation adds up from even teams to the answer, and every stage is the sum of its parts', () => {
    fc.assert(
      fc.property(asked, (one) => {
        const [explanation, answer] = explained(one)
        expect(faultsOf(explanation, answer)).toEqual([])
      }),
      { numRuns },
    )
  })

  it('an explanation changes every sign when the teams swap places, to the bit', () => {
    fc.assert(
      fc.property(asked, ({ request, options }) => {
        const one = predictor.explain(request, options)
        const other = predictor.explain(swapped(request), options)
        expect(other.weights).toEqual(one.weights)
        expect(turned(other.logit)).toBe(one.logit)
        expect(turned(other.points)).toBe(one.points)
        expect(other.stages.map(turnedStage)).toEqual(
          one.stages.map(({ stage, logit, points, parts }) => ({
            stage,
            logit,
            points,
            parts: parts.map((part) => [part.logit, part.points]),
          })),
        )
      }),
      { numRuns: amount(10, 2000) },
    )
  })

  it('an explanation is the only addition of explain to an answer, and survives JSON unchanged', () => {
    fc.assert(
      fc.property(asked, ({ request, options }) => {
        const { explanation, ...answer } = predictor.predict({ ...request, explain: true }, options)
        const plain = predictor.predict(request, options)
        expect(JSON.stringify(answer)).toBe(JSON.stringify(plain))
        expect(predictor.predict({ ...request, explain: false }, options)).toEqual(plain)
        expect(explanation).toEqual(predictor.explain(request, options))
        expect(JSON.parse(JSON.stringify(explanation))).toEqual(explanation)
      }),
      { numRuns: amount(10, 2000) },
    )
  })

  it('an explanation adds up when members are more certain than a logit can express, as between very unequal leagues', () => {
    const pairs = [
      [3, 590],
      [590, 3],
    ] as const
    for (const [blueTeamId, redTeamId] of pairs) {
      for (const model of ['consensus', 'fasttree', 'lightgbm', 'pcasweep'] as const) {
        const request = { blueTeamId, redTeamId, model, bestOf: 5, tournament: 'VCS' } as const
        expect(faultsOf(predictor.explain(request), predictor.predict(request))).toEqual([])
      }
    }
  })

  it('after the models an explanation has the raw chance of the answer, without a draft and at the data date', () => {
    fc.assert(
      fc.property(asked, ({ request: { bluePicks: _, redPicks: __, ...request } }) => {
        const passed = predictor.explain(request).stages.find(({ stage }) => stage === 'models')
        expect(passed?.probability).toBe(predictor.predict(request).blueWinProbability)
      }),
      { numRuns: amount(5, 50) },
    )
  })

  it('an explanation has the stages of its request, in order', () => {
    fc.assert(
      fc.property(asked, ({ request, options }) => {
        const stages = predictor.explain(request, options).stages.map(({ stage }) => stage)
        const isPriced = request.oddsBlue !== undefined && request.oddsRed !== undefined
        const isOld = dataAgeDays(artifacts.state.completeMs, options.at) > 0
        expect(stages).toEqual([
          ...['rating', 'scale', 'doubt', 'bestOf', 'leagueSlope', 'models', 'calibration'],
          ...(request.bluePicks === undefined ? [] : ['draft']),
          ...(isOld ? ['age'] : []),
          ...(isPriced ? ['market'] : []),
        ])
      }),
      { numRuns: amount(5, 50) },
    )
  })
})

const turned = (value: number): number => 0 - value

/** Mirrors the parts: champions swap places too, because red's five follow blue's. */
function turnedStage({ stage, logit, points, parts }: ExplanationStage): object {
  const inOrder = stage === 'draft' ? [...parts.slice(5), ...parts.slice(0, 5)] : parts
  return {
    stage,
    logit: turned(logit),
    points: turned(points),
    parts: inOrder.map((part) => [turned(part.logit), turned(part.points)]),
  }
}

describe('the check of the sums', () => {
  const request = { blueTeam: 'T1', redTeam: 'Gen.G', model: 'consensus', oddsBlue: 3.4, oddsRed: 1.4 } as const
  const [explanation, answer] = explained({ request, options: {} })
  const changed = (stage: string, change: (stage: ExplanationStage) => object): Explanation => ({
    ...explanation,
    stages: explanation.stages.map((own) => (own.stage === stage ? { ...own, ...change(own) } : own)),
  })

  it.each<[string, Explanation]>([
    ['a stage', changed('scale', ({ logit }) => ({ logit: logit + 1e-8 }))],
    ['points', changed('market', ({ points }) => ({ points: points + 1e-8 }))],
    ['a part', changed('rating', ({ parts }) => ({ parts: parts.filter(({ part }) => part !== 'team') }))],
    ['parts of models', changed('models', ({ parts }) => ({ parts: parts.slice(0, -7) }))],
    ['a chance on the way', changed('doubt', ({ probability }) => ({ probability: probability + 1e-8 }))],
    ['the whole', { ...explanation, logit: -explanation.logit }],
    ['the value', { ...explanation, value: { blue: explanation.value!.red, red: explanation.value!.blue } }],
  ])('the check of an explanation’s sums detects an error in %s', (_what, wrong) => {
    expect(faultsOf(explanation, answer)).toEqual([])
    expect(faultsOf(wrong, answer)).not.toEqual([])
  })
})
