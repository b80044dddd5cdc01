import { dayMs } from '@riftline/core'
import { expect, test } from 'vitest'
import { chooseConsensus } from '#pipeline/graded/choose-consensus.ts'
import type { BlendedSeries } from '#pipeline/graded/walk-forward.ts'
import { toGradedRow } from '../../support/graded-row.ts'

const start = Date.UTC(2024, 0, 1)

/** Series won seven times in ten, forecast with one chance throughout. */
function forecasts(chance: number, count = 400): BlendedSeries[] {
  return Array.from({ length: count }, (_, index) => ({
    ...toGradedRow({
      seriesId: index + 1,
      startMs: start + index * dayMs,
      league: 'LCK',
      bestOf: 3,
      outcome: index % 10 < 7 ? 1 : 0,
      raw: { match: { fasttree: chance, lightgbm: chance, pcasweep: chance }, draft: null },
      market: null,
    }),
    match: { consensus: { raw: chance, calibrated: chance } },
    draft: null,
    anchored: null,
  }))
}

const later = start + 1000 * dayMs

test('the weighted consensus is taken where it is clearly better', () => {
  const { consensus, trials } = chooseConsensus({ mean: forecasts(0.45), weighted: forecasts(0.7) }, later)
  expect(consensus).toBe('weighted')
  expect(trials.weighted).toBeLessThan(trials.mean)
})

test('the plain mean stands where the weighted consensus is equal or its advantage may be chance', () => {
  expect(chooseConsensus({ mean: forecasts(0.7), weighted: forecasts(0.7) }, later).consensus).toBe('mean')
  expect(chooseConsensus({ mean: forecasts(0.69), weighted: forecasts(0.7) }, later).consensus).toBe('mean')
  expect(chooseConsensus({ mean: forecasts(0.7), weighted: forecasts(0.45) }, later).consensus).toBe('mean')
})

test('series of the test windows do not affect the choice of consensus', () => {
  const half = start + 200 * dayMs
  const mean = [...forecasts(0.7).slice(0, 200), ...forecasts(0.01).slice(200)]
  expect(chooseConsensus({ mean, weighted: forecasts(0.69) }, half).consensus).toBe('mean')
})
