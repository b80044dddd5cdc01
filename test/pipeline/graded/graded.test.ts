import { dayMs } from '@riftline/base'
import { type Blend, createBlender } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { blendGraded, fitBlend, monthlyBlends } from '#pipeline/graded/fit-blend.ts'
import { blendSeries, walkForward } from '#pipeline/graded/grade-series.ts'
import { type GradedSeries, parseGraded, writeGraded } from '#pipeline/graded/graded-series.ts'
import { bookPicks, memberYields, pickReturns } from '#pipeline/graded/value-picks.ts'
import { runsAll } from '../../support/amount.ts'
import { toGradedRow } from '../../support/graded-row.ts'

const start = Date.UTC(2025, 0, 1)

/** Graded series in which favourites win as often as `slope` times the forecast log odds imply, in a fixed rhythm. */
function history(count: number, slope: number): GradedSeries[] {
  return Array.from({ length: count }, (_, index) => {
    const logit = 0.2 + ((index * 7) % 20) / 10
    const chance = 1 / (1 + Math.exp(-slope * logit))
    const outcome = (index * 0.6180339887) % 1 < chance ? 1 : 0
    const p = 1 / (1 + Math.exp(-logit))
    const raw = { fasttree: p, lightgbm: p, pcasweep: p }
    const picks = [
      {
        book: 'one',
        closing: index % 100 === 0 ? 0.4 : null,
        returned: null,
        clv: null,
        isTakeable: index % 100 === 0,
      },
    ]
    const market =
      index % 50 === 0 ? { chance: 0.5, returns: pickReturns(raw, [1.9, 1.9], outcome), consensus: 0.6, picks } : null
    const startMs = start + index * (dayMs / 4)
    const draftOffset = index % 2 === 0 ? 0.1 : null
    return { seriesId: index + 1, startMs, league: 'LCK', bestOf: 3, outcome, raw, draftOffset, market }
  })
}

function fitted(graded: readonly GradedSeries[], consensus: Blend['consensus'] = 'mean'): Blend {
  return fitBlend(graded, graded.at(-1)!.startMs + dayMs)(consensus)
}

describe('graded series', () => {
  it('graded series survive their file bit for bit', () => {
    const graded = history(40, 1)
    expect(parseGraded('graded.json', writeGraded(graded))).toEqual(graded)
  })

  it('parseGraded refuses a file of another format', () => {
    expect(() => parseGraded('graded.json', '{"format":"x","series":[]}')).toThrow(/graded\.json/)
  })
})

describe('fitBlend', () => {
  it('fitBlend leaves chances unchanged, bit for bit, until there is enough history', () => {
    const graded = history(60, 0.5)
    const blender = createBlender(fitted(graded))
    for (const series of graded) {
      const { fasttree } = blendGraded(blender, series)
      expect(fasttree.calibrated).toBe(fasttree.raw)
    }
  })

  it('fitBlend draws overconfident chances toward one half once there is enough history', () => {
    const graded = history(1500, 0.4)
    const { consensus } = blendGraded(createBlender(fitted(graded)), graded[19]!)
    expect(consensus.raw).toBeGreaterThan(0.8)
    expect(consensus.calibrated).toBeLessThan(consensus.raw - 0.005)
  })

  it.runIf(runsAll)('fitBlend learns nothing from series that had not ended', () => {
    const graded = history(800, 0.5)
    const asOfMs = graded[400]!.startMs
    const changed = graded.map((series) =>
      series.startMs + dayMs > asOfMs ? { ...series, outcome: 0 as const, league: 'LPL' } : series,
    )
    for (const kind of ['mean', 'weighted'] as const) {
      expect(fitBlend(changed, asOfMs)(kind)).toEqual(fitBlend(graded, asOfMs)(kind))
    }
  })

  it('fitBlend weights the market by the series with odds', () => {
    const graded = history(800, 1)
    const { anchor } = fitted(graded)
    expect(anchor.model.nEff).toBe(16)
    expect(anchor.model.w).toBeGreaterThan(0.25)
    expect(anchor.weights['bo3/LCK']!.w).toBeGreaterThan(anchor.model.w)
  })
})

describe('walkForward', () => {
  it.runIf(runsAll)('walkForward blends each month with the series graded before it', () => {
    const graded = history(800, 0.5)
    const rows = graded.map(toGradedRow)
    const months: string[] = []
    const blendersOf = monthlyBlends(graded, (month) => months.push(month))
    const { mean, weighted } = walkForward(rows, graded[500]!.startMs, blendersOf)
    expect(mean).toHaveLength(300)
    expect(weighted).toHaveLength(300)
    expect(months).toEqual([...new Set(months)].sort())
    const blendOf = fitBlend(graded, Date.parse(`${months[0]}-01T00:00:00Z`))
    const [first, second] = [blendOf('mean'), blendOf('weighted')]
    expect(mean[0]).toEqual(blendSeries(createBlender(first), rows[500]!))
    expect(weighted[0]).toEqual(blendSeries(createBlender(second), rows[500]!))
    expect(mean.filter(({ anchored }) => anchored !== null)).toHaveLength(6)
  })
})

describe('value picks', () => {
  const chances = { fasttree: 0.6, lightgbm: 0.5, pcasweep: 0.3 }

  it('a value pick backs the side with the larger expected value, or neither', () => {
    const won = expect.closeTo(0.9, 12)
    expect(pickReturns(chances, [1.9, 1.9], 1)).toEqual({ fasttree: won, lightgbm: null, pcasweep: -1 })
    expect(pickReturns(chances, [1.9, 1.9], 0)).toEqual({ fasttree: -1, lightgbm: null, pcasweep: won })
    expect(pickReturns({ ...chances, lightgbm: 0.5 }, [2.2, 2.4], 0).lightgbm).toBeCloseTo(1.4, 12)
  })

  it("the consensus picks at each book's first price, and the pick is compared with the book's closing line", () => {
    const books = [
      { book: 'first', first: { odds: [2, 2], isTakeable: true }, closing: [1.6, 2.4] },
      { book: 'second', first: { odds: [1.25, 5], isTakeable: false }, closing: null },
      { book: 'third', first: { odds: [1.5, 2.2], isTakeable: false }, closing: [1.5, 2.4] },
    ] as const
    expect(bookPicks(books, 0, 0.6)).toEqual([
      {
        book: 'first',
        closing: expect.closeTo(0.6041666667, 9),
        returned: -1,
        clv: expect.closeTo(0.2083333333, 9),
        isTakeable: true,
      },
      { book: 'second', closing: null, returned: 4, clv: null, isTakeable: false },
      { book: 'third', closing: expect.closeTo(0.625, 12), returned: null, clv: null, isTakeable: false },
    ])
    const [turned] = bookPicks([{ book: 'b', first: { odds: [2, 2], isTakeable: true }, closing: [2.4, 1.6] }], 1, 0.4)
    expect(turned).toMatchObject({ returned: -1, clv: expect.closeTo(0.2083333333, 9) })
  })

  it('value picks are summarised by member; a single pick has no interval and no verdict', () => {
    const returns = [
      { fasttree: 0.9, lightgbm: null, pcasweep: -1 },
      { fasttree: -1, lightgbm: null, pcasweep: null },
    ]
    const { fasttree, ...others } = memberYields(returns)
    expect(fasttree).toEqual({ n: 2, yield: expect.closeTo(-0.05, 12), sd: expect.closeTo(1.9 / Math.SQRT2, 12) })
    expect(others).toEqual({})
  })
})
