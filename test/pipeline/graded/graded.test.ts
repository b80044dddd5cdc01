import { dayMs } from '@riftline/core'
import { describe, expect, test } from 'vitest'
import { blendGraded } from '../../../packages/pipeline/src/graded/blend-graded.ts'
import { fitBlend } from '../../../packages/pipeline/src/graded/fit-blend.ts'
import { type GradedSeries, parseGraded, writeGraded } from '../../../packages/pipeline/src/graded/graded-series.ts'
import { walkForward } from '../../../packages/pipeline/src/graded/walk-forward.ts'

const start = Date.UTC(2025, 0, 1)

/** Favourites win as often as `slope` times the log odds of the forecasts say, in a fixed rhythm. */
function history(count: number, slope: number): GradedSeries[] {
  return Array.from({ length: count }, (_, index) => {
    const logit = 0.2 + ((index * 7) % 20) / 10
    const chance = 1 / (1 + Math.exp(-slope * logit))
    const outcome = (index * 0.6180339887) % 1 < chance ? 1 : 0
    const p = 1 / (1 + Math.exp(-logit))
    const match = { fasttree: p, lightgbm: p, pcasweep: p }
    const raw = { match, draft: index % 2 === 0 ? match : null }
    const market = index % 50 === 0 ? 0.5 : null
    return { seriesId: index + 1, startMs: start + index * (dayMs / 4), league: 'LCK', bestOf: 3, outcome, raw, market }
  })
}

describe('graded series', () => {
  test('survive their file to the bit', () => {
    const graded = history(40, 1)
    expect(parseGraded('graded.json', writeGraded(graded))).toEqual(graded)
  })

  test('a file of another format is refused', () => {
    expect(() => parseGraded('graded.json', '{"format":"x","series":[]}')).toThrow(/graded\.json/)
  })
})

describe('fitting the blend', () => {
  test('leaves chances as they are until there is enough history, bit for bit', () => {
    const graded = history(60, 0.5)
    const blend = fitBlend(graded, graded.at(-1)!.startMs + dayMs, 'mean')
    for (const series of graded) {
      const { fasttree } = blendGraded(blend, 'match', series)!
      expect(fasttree!.calibrated).toBe(fasttree!.raw)
    }
  })

  test('draws overconfident chances toward one half once there is', () => {
    const graded = history(1500, 0.4)
    const blend = fitBlend(graded, graded.at(-1)!.startMs + dayMs, 'mean')
    const { consensus } = blendGraded(blend, 'match', graded[19]!)!
    expect(consensus!.raw).toBeGreaterThan(0.8)
    expect(consensus!.calibrated).toBeLessThan(consensus!.raw - 0.05)
  })

  test('knows nothing of series that had not ended', () => {
    const graded = history(800, 0.5)
    const asOfMs = graded[400]!.startMs
    const changed = graded.map((series) =>
      series.startMs + dayMs > asOfMs ? { ...series, outcome: 0 as const, league: 'LPL' } : series,
    )
    expect(fitBlend(changed, asOfMs, 'mean')).toEqual(fitBlend(graded, asOfMs, 'mean'))
  })

  test('weighs the market by the series that had odds', () => {
    const graded = history(800, 1)
    const { anchorWeight } = fitBlend(graded, graded.at(-1)!.startMs + dayMs, 'mean')
    expect(anchorWeight).toBeGreaterThan(0.25)
    expect(anchorWeight).toBeLessThanOrEqual(1)
  })
})

describe('walking forward', () => {
  test('blends each month with what was graded before it', () => {
    const graded = history(800, 0.5)
    const months: string[] = []
    const { mean, weighted } = walkForward(graded, graded[500]!.startMs, (month) => months.push(month))
    expect(mean).toHaveLength(300)
    expect(weighted).toHaveLength(300)
    expect(months).toEqual([...new Set(months)].sort())
    const first = fitBlend(graded, Date.parse(`${months[0]}-01T00:00:00Z`), 'mean')
    expect(mean[0]!.match).toEqual(blendGraded(first, 'match', graded[500]!))
    expect(mean.filter(({ anchored }) => anchored !== null)).toHaveLength(6)
  })
})
