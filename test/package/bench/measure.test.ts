import { describe, expect, it } from 'vitest'
import { compareScores } from '../../../bench/trees/measure/compare-scores.ts'
import { type Lane, runRounds } from '../../../bench/trees/measure/run-rounds.ts'
import { pairedRatio, relativeSpread } from '../../../bench/trees/measure/statistics.ts'

describe('statistics of rounds', () => {
  it('the noise of rounds is their median absolute deviation as a share of their median, in any order', () => {
    expect(relativeSpread([8, 10, 13])).toBe(0.2)
    expect(relativeSpread([10, 10, 1000])).toBe(0)
    expect(relativeSpread([10, 1, 3, 2])).toBe(0.4)
  })

  it('the ratio of two contestants is taken within each round, so that a slow spell of the machine cancels', () => {
    expect(pairedRatio([20, 400, 200], [10, 200, 100])).toBe(2)
    expect(pairedRatio([20, 400, 200], [10, 200])).toBe(2)
    expect(pairedRatio([20], [10, 200])).toBe(2)
    expect(pairedRatio([9, 2], [1, 1])).toBe(5.5)
  })
})

describe('comparing scores', () => {
  it('the comparison of scores counts rows with equal bits and finds the first that differs', () => {
    const agreement = compareScores(Float64Array.of(1, 2, 3, 4), Float64Array.of(1, 2, 3, 5), 2)
    expect(agreement).toMatchObject({ equalShare: 0.5, firstDifference: { row: 1, expected: 5, got: 4 } })
  })

  it('the comparison of scores distinguishes -0 from 0, and NaN equals NaN only', () => {
    expect(compareScores(Float64Array.of(-0), Float64Array.of(0), 1).equalShare).toBe(0)
    expect(compareScores(Float64Array.of(NaN), Float64Array.of(NaN), 1).equalShare).toBe(1)
    expect(compareScores(Float64Array.of(NaN), Float64Array.of(1), 1).equalShare).toBe(0)
  })

  it('the comparison of scores refuses two lists of different lengths', () => {
    expect(() => compareScores(new Float64Array(2), new Float64Array(3), 1)).toThrow('expected 3 scores, got 2')
  })
})

describe('rounds', () => {
  it('every lane runs once in a round, and each round begins with another lane', async () => {
    const order: string[] = []
    const lane = (name: string): Lane =>
      ({ mode: 'row', size: 1, child: { pass: async () => order.push(name) && [order.length] } }) as unknown as Lane
    const results = await runRounds([lane('a'), lane('b'), lane('c')], 3)
    expect(order.join('')).toBe('abcbcacab')
    expect(results[0]).toEqual([[1], [6], [8]])
  })
})
