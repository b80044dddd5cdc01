import { dayMs } from '@riftline/base'
import { type Blend, createBlender } from '@riftline/predictor'
import type { RawSeries } from '@riftline/record'
import { describe, expect, it } from 'vitest'
import { blendGraded, fitBlend, monthlyBlends } from '#pipeline/graded/fit-blend.ts'
import { blendSeries, recordSeries, renameTeams, walkForward } from '#pipeline/graded/grade-series.ts'
import { bookPicks, memberYields, pickReturns, repriced } from '#pipeline/graded/value-picks.ts'
import { inventedRecord } from '../../record/invented-record.ts'
import { runsAll } from '../../support/amount.ts'
import { toGradedRow } from '../../support/graded-row.ts'

const start = Date.UTC(2025, 0, 1)

/** Graded series in which favourites win as often as `slope` times the forecast log odds imply, in a fixed rhythm. */
function history(count: number, slope: number): RawSeries[] {
  return Array.from({ length: count }, (_, index) => {
    const logit = 0.2 + ((index * 7) % 20) / 10
    const chance = 1 / (1 + Math.exp(-slope * logit))
    const outcome = (index * 0.6180339887) % 1 < chance ? 1 : 0
    const p = 1 / (1 + Math.exp(-logit))
    const raw = { fasttree: p, lightgbm: p, pcasweep: p }
    const market = index % 50 === 0 ? { chance: 0.5, returns: pickReturns(raw, [1.9, 1.9], outcome) } : null
    const startMs = start + index * (dayMs / 4)
    const draftOffset = index % 2 === 0 ? 0.1 : null
    return { seriesId: index + 1, startMs, league: 'LCK', bestOf: 3, outcome, raw, draftOffset, market }
  })
}

function fitted(graded: readonly RawSeries[], consensus: Blend['consensus'] = 'mean'): Blend {
  return fitBlend(graded, graded.at(-1)!.startMs + dayMs)(consensus)
}

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

describe('recordSeries', () => {
  it("a recorded series has the forecasts that its month's weighted blend makes, and the teams, score and baselines of its row", () => {
    const graded = history(400, 0.5)
    const rows = graded.map(toGradedRow)
    const blendersOf = monthlyBlends(graded)
    const recorded = recordSeries(rows, 'weighted', blendersOf)
    const { weighted } = walkForward(rows, 0, blendersOf)
    for (const [index, { match }] of weighted.entries()) {
      const { fasttree, lightgbm, pcasweep, consensus } = match
      expect(recorded[index]).toEqual({
        ...{ ...graded[index], market: null, consensus, baselines: { elo: 0.5, glicko2: 0.5 } },
        calibrated: { fasttree: fasttree.calibrated, lightgbm: lightgbm.calibrated, pcasweep: pcasweep.calibrated },
        ...{ team1Id: 1, team2Id: 2, wins1: 2 * graded[index]!.outcome, wins2: 2 - 2 * graded[index]!.outcome },
      })
    }
    expect(new Set(recorded.map(({ consensus }) => consensus.raw === consensus.calibrated))).toContain(false)
  })

  it('value picks of a recorded series are those of its recorded consensus, also where odds come later', () => {
    const [one] = inventedRecord({ count: 1, seed: 1, priced: 0 })
    const { seriesId, startMs, team1Id, team2Id, outcome } = one!
    const price = (capturedMs: number, decimalOdds1: number) => {
      return { ...{ seriesId, startMs, team1Id, team2Id, book: 'one' }, capturedMs, decimalOdds1, decimalOdds2: 1.8 }
    }
    const odds = [price(startMs - 2000, 2.2), price(startMs - 1000, 2.1), price(startMs + 1000, 9)]
    const [late] = repriced([one!], odds, [{ id: seriesId, startMs, team1Id, team2Id }])
    const { market, ...rest } = late!
    const { market: _, ...before } = one!
    expect(rest).toEqual(before)
    expect(market).toMatchObject({ capturedMs: startMs - 1000, returns: pickReturns(one!.raw, [2.1, 1.8], outcome) })
    const books = [{ book: 'one', first: { odds: [2.2, 1.8], isTakeable: false }, closing: [2.1, 1.8] }] as const
    expect(market!.picks).toEqual(bookPicks(books, outcome, one!.consensus.raw))
    expect(repriced([one!], [], [])).toEqual([one])
  })

  it('a team that was joined to another is renamed in the record', () => {
    const [one] = inventedRecord({ count: 1, seed: 2 })
    const joins = new Map([
      [one!.team1Id, 901],
      [5000, 902],
    ])
    expect(renameTeams([one!], joins)).toEqual([{ ...one, team1Id: 901 }])
    expect(renameTeams([one!], new Map([[one!.team2Id, 903]]))).toEqual([{ ...one, team2Id: 903 }])
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
