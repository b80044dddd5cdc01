import { dayMs } from '@riftline/base'
import { expect, it } from 'vitest'
import { type BlendedRow, compareConsensus } from '#pipeline/graded/grade-series.ts'
import { toGradedRow } from '../../support/graded-row.ts'

const start = Date.UTC(2024, 0, 1)

/** Series that the favourite wins seven times in ten, all forecast with the same chance. */
function forecasts(chance: number, count = 400): BlendedRow[] {
  const own = { raw: chance, calibrated: chance }
  const member = { ...own, weight: 1 / 3 }
  return Array.from({ length: count }, (_, index) => ({
    ...toGradedRow({
      seriesId: index + 1,
      startMs: start + index * dayMs,
      league: 'LCK',
      bestOf: 3,
      outcome: index % 10 < 7 ? 1 : 0,
      raw: { fasttree: chance, lightgbm: chance, pcasweep: chance },
      draftOffset: null,
      market: null,
    }),
    match: { fasttree: member, lightgbm: member, pcasweep: member, consensus: own },
    draft: null,
    anchored: null,
    picks: [],
  }))
}

const later = start + 1000 * dayMs

it('the difference is below 0 with confidence when the weighted consensus is clearly better', () => {
  const { losses, difference } = compareConsensus({ mean: forecasts(0.45), weighted: forecasts(0.7) }, later)
  expect(losses.weighted).toBeLessThan(losses.mean)
  expect(difference.high).toBeLessThan(0)
})

it('the difference between equal forecasts is 0', () => {
  const { difference } = compareConsensus({ mean: forecasts(0.7), weighted: forecasts(0.7) }, later)
  expect(difference).toMatchObject({ mean: 0, low: 0, high: 0 })
})

it('series of the test windows do not affect the comparison', () => {
  const half = start + 200 * dayMs
  const mean = [...forecasts(0.7).slice(0, 200), ...forecasts(0.01).slice(200)]
  expect(compareConsensus({ mean, weighted: forecasts(0.7) }, half).difference.mean).toBe(0)
})
