import { seededRandom } from '@riftline/core'
import { describe, expect, it } from 'vitest'
import type { GradedForecast } from '#pipeline/evaluate/graded-forecast.ts'
import { mapShares, marketLosses, scoreMarkets } from '#pipeline/evaluate/market-scores.ts'
import { runsAll } from '../../support/amount.ts'
import { inventedForecasts } from '../report/invented-forecasts.ts'

const [sketch] = inventedForecasts({ count: 1, seed: 1 })

/** A series that the consensus gives `p`, with the maps as they were won. */
function series(p: number, maps: GradedForecast['maps'], more: Partial<GradedForecast> = {}): GradedForecast {
  const consensus = { raw: p, calibrated: p }
  return { ...sketch!, bestOf: 3, sd: 0, maps, match: { ...sketch!.match, consensus }, ...more }
}

const loss = (chance: number): number => -Math.log(chance)
const near = (value: number) => expect.closeTo(value, 10)

describe('losses of the markets of a series', () => {
  it('the market losses of two even teams are those of coins', () => {
    const { correctScore, totalMaps, handicap, laterMaps, afterFirstMap } = marketLosses(
      series(0.5, [1, 0, 1]),
      new Map(),
    )!
    expect(correctScore).toEqual([expect.objectContaining({ ours: near(loss(0.25)), simpler: near(loss(0.25)) })])
    expect(totalMaps[0]!.ours).toEqual(near(loss(0.5)))
    // Minus one and a half did not come in, plus one and a half did.
    expect(handicap[0]!.ours).toEqual(near(loss(0.75)))
    expect(laterMaps.map(({ ours }) => ours)).toEqual([near(loss(0.5)), near(loss(0.5))])
    expect(afterFirstMap[0]!.ours).toEqual(near(loss(0.75)))
  })

  it('the market losses of a doubtful strength learn from the maps, and what is simpler does not', () => {
    const { laterMaps, afterFirstMap } = marketLosses(series(0.5, [0, 0], { sd: 2 }), new Map())!
    expect(laterMaps[0]!.ours).toBeLessThan(laterMaps[0]!.simpler - 0.2)
    expect(laterMaps[0]!.simpler).toEqual(near(loss(0.5)))
    expect(afterFirstMap[0]!.ours).toBeLessThan(afterFirstMap[0]!.simpler)
  })

  it('the market losses without learning count every way that is left, in a best of 5 too', () => {
    const { afterFirstMap } = marketLosses(series(0.5, [1, 1, 1], { bestOf: 5 }), new Map())!
    expect(afterFirstMap[0]!.simpler).toEqual(near(loss(11 / 16)))
    expect(afterFirstMap[0]!.ours).toEqual(near(loss(11 / 16)))
  })

  it('the market losses are held against how often the format takes so many maps', () => {
    const earlier = [series(0.5, [1, 1]), series(0.5, [0, 0]), series(0.5, [0, 0]), series(0.5, [1, 0, 1])]
    const { correctScore, totalMaps, handicap } = marketLosses(series(0.5, [1, 0, 1]), mapShares(earlier))!
    expect(totalMaps[0]!.base).toEqual(near(loss(0.25)))
    expect(correctScore[0]!.base).toEqual(near(loss(0.125)))
    expect(handicap[0]!.base).toBeNull()
  })

  it('there are no market losses where a map is missing, nor of a best of 1', () => {
    expect(marketLosses(series(0.5, null), new Map())).toBeUndefined()
    expect(marketLosses(series(0.5, [1], { bestOf: 1 }), new Map())).toBeUndefined()
    expect(scoreMarkets([series(0.5, null)])).toBeNull()
  })

  it.runIf(runsAll)(
    'the market losses of maps drawn as the markets say gain on what is simpler, with an interval above 0',
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
