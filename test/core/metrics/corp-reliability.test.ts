import { expect, it } from 'vitest'
import { seededRandom } from '#core/math/seeded-random.ts'
import { corpReliability } from '#core/metrics/corp-reliability.ts'
import { runsAll } from '../../support/amount.ts'

const random = seededRandom(5)
const forecasts = Object.freeze(
  Array.from({ length: 300 }, () => Math.round(100 * (0.1 + 0.8 * random.uniform())) / 100),
)
const drawn = (chance: (p: number) => number, seed: number): number[] => {
  const { uniform } = seededRandom(seed)
  return forecasts.map((p) => (uniform() < chance(p) ? 1 : 0))
}
const shareInside = (outcomes: number[], level: number): number => {
  const { recalibrated, low, high } = corpReliability(forecasts, outcomes, { level, resamples: 400 })
  return recalibrated.filter((value, i) => value >= low[i]! && value <= high[i]!).length / recalibrated.length
}

it.runIf(runsAll)('a calibrated forecaster stays inside the reliability band as often as the level says', () => {
  for (const level of [0.5, 0.9]) {
    const shares = Array.from({ length: 60 }, (_, seed) =>
      shareInside(
        drawn((p) => p, 100 + seed),
        level,
      ),
    )
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
    expect(Math.abs(mean - level)).toBeLessThan(0.06)
  }
})

it('an over-confident forecaster leaves the reliability band', () => {
  const timid = (p: number): number => 0.5 + (p - 0.5) / 4
  const shares = Array.from({ length: 10 }, (_, seed) => shareInside(drawn(timid, 200 + seed), 0.9))
  for (const share of shares) expect(share).toBeLessThan(0.8)
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeLessThan(0.6)
})

it('the reliability band surrounds the diagonal, never falls, and depends on the seed alone', () => {
  const outcomes = drawn((p) => p, 1)
  const { x, low, high, ...rest } = corpReliability(forecasts, outcomes)
  x.forEach((value, i) => {
    expect(low[i]).toBeLessThanOrEqual(value)
    expect(high[i]).toBeGreaterThanOrEqual(value)
    if (i > 0) {
      expect(low[i]).toBeGreaterThanOrEqual(low[i - 1]!)
      expect(high[i]).toBeGreaterThanOrEqual(high[i - 1]!)
    }
  })
  expect(corpReliability(forecasts, outcomes)).toEqual({ x, low, high, ...rest })
  expect(corpReliability(forecasts, outcomes, { seed: 8 }).low).not.toEqual(low)
  expect(
    corpReliability(
      forecasts,
      forecasts.map(() => 1),
    ).low,
  ).toEqual(low)
})

it('the reliability band leaves certain forecasts no room for luck, and a folded half is half a win', () => {
  const certain = corpReliability([0, 1, 1], [0, 1, 0])
  expect([certain.low, certain.high]).toEqual([
    [0, 1],
    [0, 1],
  ])
  const folded = corpReliability([0.5, 0.5, 1], [0.5, 0.5, 1], { folded: true })
  expect([folded.low, folded.high]).toEqual([
    [0.5, 1],
    [0.5, 1],
  ])
})

it('forecasts that only the rounding of 1 - p keeps apart are one', () => {
  const { x, count } = corpReliability([0.3, 1 - 0.7, 0.1 + 0.2], [0, 1, 1])
  expect(x).toEqual([0.3])
  expect(count).toEqual([3])
})
