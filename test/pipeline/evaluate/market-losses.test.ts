import { seededRandom } from '@riftline/core'
import { describe, expect, it } from 'vitest'
import type { GradedForecast } from '#pipeline/evaluate/graded-forecast.ts'
import { mapShares, marketLosses, scoreMarkets } from '#pipeline/evaluate/market-scores.ts'
import { runsAll } from '../../support/amount.ts'
import { inventedForecasts } from '../report/invented-forecasts.ts'

const [sketch] = inventedForecasts({ count: 1, seed: 1 })

/** A series with a consensus chance of `p` and the given winners of its maps. */
function series(p: number, maps: GradedForecast['maps'], more: Partial<GradedForecast> = {}): GradedForecast {
  const consensus = { raw: p, calibrated: p }
  return { ...sketch!, bestOf: 3, sd: 0, maps, match: { ...sketch!.match, consensus }, ...more }
}

const loss = (chance: number): number => -Math.log(chance)
const near = (value: number) => expect.closeTo(value, 10)

describe('losses of the markets of a series', () => {
  it('the market losses of two even teams are those of fair coins', () => {
    const { correctScore, totalMaps, handicap, laterMaps, afterFirstMap } = marketLosses(
      series(0.5, [1, 0, 1]),
      new Map(),
    )!
    expect(correctScore).toEqual([expect.objectContaining({ ours: near(loss(0.25)), simpler: near(loss(0.25)) })])
    expect(totalMaps[0]!.ours).toEqual(near(loss(0.5)))
    // The handicap of -1.5 was lost, the handicap of +1.5 was won.
    expect(handicap[0]!.ours).toEqual(near(loss(0.75)))
    expect(laterMaps.map(({ ours }) => ours)).toEqual([near(loss(0.5)), near(loss(0.5))])
    expect(afterFirstMap[0]!.ours).toEqual(near(loss(0.75)))
  })

  it('only the full model of an uncertain strength learns from earlier maps, the simpler ones do not', () => {
    const { laterMaps, afterFirstMap } = marketLosses(series(0.5, [0, 0], { sd: 2 }), new Map())!
    expect(laterMaps[0]!.ours).toBeLessThan(laterMaps[0]!.simpler - 0.2)
    expect(laterMaps[0]!.simpler).toEqual(near(loss(0.5)))
    expect(afterFirstMap[0]!.ours).toBeLessThan(afterFirstMap[0]!.simpler)
  })

  it('the market losses without learning count every remaining order of results, also in a best of 5', () => {
    const { afterFirstMap } = marketLosses(series(0.5, [1, 1, 1], { bestOf: 5 }), new Map())!
    expect(afterFirstMap[0]!.simpler).toEqual(near(loss(11 / 16)))
    expect(afterFirstMap[0]!.ours).toEqual(near(loss(11 / 16)))
  })

  it('the base rate of the market losses is how often the format takes that number of maps', () => {
    const earlier = [series(0.5, [1, 1]), series(0.5, [0, 0]), series(0.5, [0, 0]), series(0.5, [1, 0, 1])]
    const { correctScore, totalMaps, handicap } = marketLosses(series(0.5, [1, 0, 1]), mapShares(earlier))!
    expect(totalMaps[0]!.base).toEqual(near(loss(0.25)))
    expect(correctScore[0]!.base).toEqual(near(loss(0.125)))
    expect(handicap[0]!.base).toBeNull()
  })

  it('a series with a missing map, or a best of 1, has no market losses', () => {
    expect(marketLosses(series(0.5, null), new Map())).toBeUndefined()
    expect(marketLosses(series(0.5, [1], { bestOf: 1 }), new Map())).toBeUndefined()
    expect(scoreMarkets([series(0.5, null)])).toBeNull()
  })

  it.runIf(runsAll)(
    'on maps drawn from its own model, the full model gains on the simpler ones, with an interval above 0',
    () => {
      const { uniform } = seededRandom(5)
      const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit))
      const drawn = Array.from({ length: 3000 }, (_, index) => {
        const normal = Array.from({ length: 12 }, uniform).reduce((total, value) => total + value, -6)
        const g = sigmoid(1.5 * normal)
        const maps: (0 | 1)[] = []
        const won = (side: 0 | 1): number => maps.filter((map) => map === side).length
        while (won(0) < 3 && won(1) < 3) maps.push(uniform() < g ? 1 : 0)
        return series(0.5, maps, { sd: 1.5, bestOf: 5, startMs: Date.UTC(2030, 0, 1 + (index % 90)) })
      })
      const scores = scoreMarkets(drawn, mapShares(drawn.slice(0, 10)))!
      for (const [name, { overSimpler }] of Object.entries(scores)) {
        expect([name, overSimpler.interval!.low > 0]).toEqual([name, true])
      }
      expect(scores.laterMaps.n).toBeGreaterThan(2 * 3000)
    },
  )
})
