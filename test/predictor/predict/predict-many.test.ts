import { isDeepStrictEqual } from 'node:util'
import { RiftlineError } from '@riftline/base'
import type { Prediction, Predictor } from '@riftline/predictor'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PredictRequest } from '#predictor/types.ts'
import { amount } from '../../support/amount.ts'
import { same } from '../../support/plain-expect.ts'
import { bentCurve, gradedTable, tinyBlend, uncalibrated } from '../../support/tiny-artifacts.ts'
import { requests, swapped, tinyPredictor } from './answers.ts'

const graded = gradedTable([
  { league: 'LCK', chances: [0.7, 0.6, 0.5], y: 1, count: 60 },
  { league: 'LEC', chances: [0.4, 0.6, 0.7], y: 0, count: 60 },
])
const blend = tinyBlend({
  graded,
  calibration: {
    fasttree: { model: bentCurve(0.7, 0.64), curves: { bo5: bentCurve(0.6, 0.62, 'format') }, cells: {} },
    lightgbm: { model: bentCurve(0.8, 0.71), curves: { 'bo3/LCK': bentCurve(0.7, 0.75, 'league') }, cells: {} },
    pcasweep: uncalibrated(),
  },
})
const predictor = tinyPredictor(blend)
const predictors: readonly Predictor[] = [
  predictor,
  tinyPredictor(blend, { engine: 'js' }),
  tinyPredictor(blend, { consensus: 'mean' }),
]

const names = ['Amber Foxes', 'bold badgers', 'Ember-Eels', ' Fjord Finches ']

/** The same match under a name, if the request has none. */
function named(request: PredictRequest, name: string): PredictRequest {
  const { blueTeamId: _, ...rest } = request
  return { ...rest, blueTeam: name }
}

const anyRequest = fc
  .tuple(requests, fc.option(fc.constantFrom(...names), { freq: 4 }), fc.option(fc.boolean(), { freq: 20 }))
  .map(([request, name, explain]): PredictRequest => {
    const asked = name === null ? request : named(request, name)
    return explain === null ? asked : { ...asked, explain }
  })
  .filter((request) => isAnswered(predictor, request))

function isAnswered({ resolve }: Predictor, request: PredictRequest): boolean {
  try {
    resolve(request)
    return true
  } catch {
    return false
  }
}

const options = fc.record({ at: fc.integer({ min: Date.UTC(2030, 0), max: Date.UTC(2032, 0) }) }, { requiredKeys: [] })

/** Expects the same keys in the same order and the same bits of every number. */
function expectSame(many: readonly Prediction[], oneByOne: readonly Prediction[]): void {
  // isDeepStrictEqual is fast; `toEqual` takes long for each answer and only shows the difference.
  const isSame = isDeepStrictEqual(many, oneByOne)
  if (!isSame) expect(many).toEqual(oneByOne)
  expect(isSame).toBe(true)
  expect(many.map(keysOf).join('\n')).toBe(oneByOne.map(keysOf).join('\n'))
}

function keysOf(answer: Prediction): string {
  return [answer, ...(answer.models ?? [])].map((part) => Object.keys(part).join()).join(' ')
}

describe('predictMany and predict', () => {
  it('predictMany gives the answers of predict for any requests together, on every engine and by the consensus', () => {
    fc.assert(
      fc.property(
        fc.array(anyRequest, { maxLength: 30 }),
        options,
        fc.constantFrom(...predictors),
        (asked, when, by) => {
          expectSame(
            by.predictMany(asked, when),
            asked.map((request) => by.predict(request, when)),
          )
        },
      ),
      { numRuns: amount(10, 2000) },
    )
  })

  it('predictMany gives the same answers in any order and any chunks', () => {
    fc.assert(
      fc.property(
        fc.array(anyRequest, { minLength: 1, maxLength: 40 }),
        fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 6 }),
        fc.nat(),
        (few, sizes, turn) => {
          const answers = new Map(few.map((request) => [request, predictor.predict(request)]))
          for (const [c, size] of sizes.entries()) {
            const asked = Array.from({ length: size }, (_, i) => few[(turn + i * (c + 1)) % few.length]!)
            expectSame(
              predictor.predictMany(asked),
              asked.map((request) => answers.get(request)!),
            )
          }
        },
      ),
      { numRuns: amount(2, 200) },
    )
  })

  it('swapping blue and red in all requests swaps their chances', () => {
    fc.assert(
      fc.property(fc.array(requests, { minLength: 1, maxLength: 20 }), (asked) => {
        const turned = predictor.predictMany(asked.map(swapped))
        for (const [i, one] of predictor.predictMany(asked).entries()) {
          same(turned[i]!.blueWinProbability, one.redWinProbability)
          same(turned[i]!.calibratedRedWinProbability, one.calibratedBlueWinProbability)
        }
      }),
      { numRuns: amount(10, 500) },
    )
  })

  it('no request gives an empty list', () => {
    expect(predictor.predictMany([])).toEqual([])
    expect(predictor.predictMany([], { at: Date.UTC(2031, 0) })).toEqual([])
  })

  it('each answer is a separate object', () => {
    const [one, other] = predictor.predictMany([match, match])
    expect(other).toEqual(one)
    expect(other).not.toBe(one)
    expect(other!.blueTeam).not.toBe(one!.blueTeam)
  })
})

const match = { blueTeamId: 1, redTeamId: 2 }

function refusal(run: () => unknown): RiftlineError {
  try {
    run()
  } catch (error) {
    if (error instanceof RiftlineError) return error
    throw error
  }
  throw new Error('accepted')
}

describe('one bad request refuses all of them with the code of predict', () => {
  it.each<[object | undefined, string]>([
    [{ ...match, bestOf: 2 }, 'requests[1].bestOf: must be 1, 3 or 5'],
    [{ ...match, redTeamId: 99 }, 'requests[1].redTeamId: no team 99'],
    [{ blueTeam: 'foxes', redTeamId: 2 }, 'requests[1].blueTeam: "foxes" fits 1 Amber Foxes'],
    [{ ...match, redTeamId: 1 }, 'requests[1].redTeamId: must differ from blueTeamId'],
    [undefined, 'requests[1]: must be an object'],
  ])('%j is refused: %s', (bad, message) => {
    const alone = refusal(() => predictor.predict(bad as never))
    const among = refusal(() => predictor.predictMany([match, bad as never, { nor: 'this' } as never]))
    expect(among.code).toBe(alone.code)
    expect(among.message).toContain(message)
    expect(among.candidates).toEqual(alone.candidates)
    expect(among.cause).toEqual(alone)
  })

  it('the index of the bad request counts over all blocks', () => {
    const asked: PredictRequest[] = Array.from({ length: 1000 }, () => match)
    asked[777] = {} as never
    expect(refusal(() => predictor.predictMany(asked)).message).toMatch(/^requests\[777\]\./)
  })

  it('an error that does not concern the request is passed on unchanged', () => {
    const fault = new TypeError('not readable')
    const unreadable = {
      get blueTeamId(): number {
        throw fault
      },
      redTeamId: 2,
    }
    expect(() => predictor.predictMany([match, unreadable])).toThrow(fault)
  })
})

describe('arguments of another type', () => {
  it.each([null, undefined, {}, 'requests', new Set([match])])('requests %s are refused', (asked) => {
    const { code, message } = refusal(() => predictor.predictMany(asked as never))
    expect(`${code}: ${message}`).toMatch(/^invalid_argument: requests: expected an array, got /)
  })

  it('a moment that is no number is refused, even without requests', () => {
    for (const asked of [[match], []]) {
      expect(refusal(() => predictor.predictMany(asked, { at: Number.NaN })).code).toBe('invalid_argument')
    }
  })
})
