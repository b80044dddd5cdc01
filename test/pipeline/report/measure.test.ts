import { expectedCalibrationError, seededRandom } from '@riftline/core'
import { simulatePerfect } from '@riftline/record'
import { describe, expect, it } from 'vitest'
import { gainOver } from '#pipeline/evaluate/scores.ts'
import { inventedForecasts } from './invented-forecasts.ts'

describe('simulatePerfect', () => {
  const { uniform } = seededRandom(11)
  const folded: readonly number[] = Object.freeze(Array.from({ length: 137 }, () => 0.5 + uniform() / 2))

  it("a perfect forecaster's mean calibration error equals the metric's on the same drawn results", () => {
    const sorted = [...folded].sort((a, b) => a - b)
    const { uniform: draw } = seededRandom(7)
    const results = Array.from({ length: 1000 }, () => new Array<number>(sorted.length).fill(0))
    for (let bin = 0; bin < 10; bin++) {
      for (const result of results) {
        sorted.forEach((p, rank) => {
          if (Math.floor((rank * 10) / sorted.length) === bin) result[rank] = draw() < p ? 1 : 0
        })
      }
    }
    const errors = results.map((t) => expectedCalibrationError(sorted, t, { bins: 10, strategy: 'quantile' }))
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
    // The sums run in another order, so the last digits may differ.
    expect(simulatePerfect(folded).ece.mean).toBeCloseTo(mean, 12)
  })

  it("a perfect forecaster's error falls with the number of forecasts", () => {
    const twice = simulatePerfect([...folded, ...folded, ...folded, ...folded]).ece
    const once = simulatePerfect(folded).ece
    expect(once.high).toBeGreaterThan(once.mean)
    expect(twice.high).toBeLessThan(once.mean)
  })

  it('a perfect forecaster has no error on certain and even forecasts, and needs no full bins', () => {
    expect(simulatePerfect([0.5, 1, 1]).ece).toEqual({ mean: 0, high: 0 })
    expect(simulatePerfect([0.5, 1, 1]).bins).toEqual([
      { low: 0.5, high: 0.5 },
      { low: 1, high: 1 },
    ])
  })

  it("a perfect forecaster's bins of uncertain favourites have a range of luck", () => {
    const { bins } = simulatePerfect(folded)
    expect(bins).toHaveLength(10)
    for (const { low, high } of bins) expect(high).toBeGreaterThan(low)
  })
})

describe('gainOver', () => {
  const graded = inventedForecasts({ count: 120, seed: 9 })

  it('a gain changes its sign when the two forecasters swap places', () => {
    const forth = gainOver(
      graded,
      ({ baselines }) => baselines.glicko2,
      ({ baselines }) => baselines.elo,
    )
    const back = gainOver(
      graded,
      ({ baselines }) => baselines.elo,
      ({ baselines }) => baselines.glicko2,
    )
    expect(back.mean).toBe(-forth.mean)
    expect(forth.n).toBe(120)
  })

  it('a gain has no interval on fewer than ten days', () => {
    const sameDay = graded.map((forecast) => ({ ...forecast, startMs: 0 }))
    const gain = gainOver(
      sameDay,
      ({ baselines }) => baselines.glicko2,
      ({ baselines }) => baselines.elo,
    )
    expect(gain.interval).toBeNull()
  })
})
