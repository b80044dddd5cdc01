import { dayMs } from '@riftline/base'
import { type ForecastState, writeSnapshot } from '@riftline/predictor'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseBaselines, writeBaselines } from '#pipeline/baselines/baselines.ts'
import type { HistorySeries } from '#pipeline/history/types.ts'
import { parseSnapshot } from '#predictor/artifacts/snapshot.ts'
import { amount } from '../../support/amount.ts'
import { leagueHistory } from '../../support/played-league-arbitrary.ts'
import { historySeries } from '../../support/played-league-history.ts'
import { forecastsOf, type Knowledge, nothingKnown } from './forecasts.ts'

/** Indexes of series before which nothing was played for two days, longer than an undecided series waits. */
function quietMoments(history: readonly HistorySeries[]): number[] {
  let lastMs = Number.NEGATIVE_INFINITY
  return history.flatMap((series, index) => {
    const quiet = index > 0 && series.startMs > lastMs + 2 * dayMs
    lastMs = Math.max(lastMs, ...series.games.map((game) => game.startMs))
    return quiet ? [index] : []
  })
}

/** Writes the knowledge to files and parses it again. */
function readBack({ forecast, baselines }: Knowledge): Knowledge {
  return {
    forecast: parseSnapshot('state.json', writeSnapshot(forecast)),
    baselines: parseBaselines('baselines.json', writeBaselines(baselines)),
  }
}

it('a history learned in two parts, with the state stored in between, gives the same forecast bits as in one pass', () => {
  const runs = amount(12, 300)
  let cuts = 0
  fc.assert(
    fc.property(leagueHistory, fc.nat(), (sketches, which) => {
      const history = sketches.map(historySeries)
      const moments = quietMoments(history)
      fc.pre(moments.length > 0)
      const cut = moments[which % moments.length]!
      const whole = nothingKnown()
      const expected = forecastsOf(history, whole)

      const first = nothingKnown()
      forecastsOf(history.slice(0, cut), first)
      const second = readBack(first)
      const forecasts = forecastsOf(history, second, first.forecast.asOfMs)

      const rest = history.slice(cut).map(({ id }) => id)
      expect([...forecasts.keys()].sort((a, b) => a - b)).toEqual(rest.sort((a, b) => a - b))
      for (const [id, bits] of forecasts) expect(bits, `series ${id}`).toBe(expected.get(id))
      expect(writeSnapshot(second.forecast)).toBe(writeSnapshot(whole.forecast))
      expect(writeBaselines(second.baselines)).toBe(writeBaselines(whole.baselines))
      cuts += 1
    }),
    { numRuns: runs },
  )
  expect(cuts).toBe(runs)
})

it('a history that is already known teaches nothing', () => {
  fc.assert(
    fc.property(leagueHistory, (sketches) => {
      const history = sketches.map(historySeries)
      const known = nothingKnown()
      forecastsOf(history, known)
      const before: ForecastState = structuredClone(known.forecast)
      expect(forecastsOf(history, known, known.forecast.asOfMs).size).toBe(0)
      expect(known.forecast).toEqual(before)
    }),
    { numRuns: amount(5, 50) },
  )
})
