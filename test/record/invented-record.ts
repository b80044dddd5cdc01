import { dayMs } from '@riftline/base'
import { seededRandom } from '@riftline/core'
import type { GradedSeries } from '@riftline/record'

export interface RecordInvention {
  readonly count: number
  readonly seed: number
  /** Day of the last series, UTC milliseconds; the series are spread over the days before it. */
  readonly untilMs?: number
  readonly days?: number
  readonly leagues?: readonly string[]
  /** Share of series with a price, and the noise of that price in log odds. */
  readonly priced?: number
  readonly marketNoise?: number
}

export const untilMs = Date.UTC(2026, 7, 3)

const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit))

/** Graded series of invented teams; every forecaster sees the true chance with a noise of its own. */
export function inventedRecord(invention: RecordInvention): readonly GradedSeries[] {
  const { count, seed, days = 200, leagues = ['LCK', 'LPL', 'LEC'], priced = 0.3, marketNoise = 0.1 } = invention
  const { uniform, below } = seededRandom(seed)
  const firstMs = (invention.untilMs ?? untilMs) - (days - 1) * dayMs
  const noisy = (logit: number, sd: number): number =>
    sigmoid(logit + sd * (uniform() + uniform() + uniform() - 1.5) * 2)
  return Array.from({ length: count }, (_, index): GradedSeries => {
    const truth = 4 * (uniform() - 0.5)
    const bestOf = ([1, 3, 5] as const)[below(3)]!
    const outcome = uniform() < sigmoid(truth) ? 1 : 0
    const [won, lost] = [(bestOf + 1) / 2, below((bestOf + 1) / 2)]
    const chances = () => ({ fasttree: noisy(truth, 0.4), lightgbm: noisy(truth, 0.4), pcasweep: noisy(truth, 0.4) })
    const returns = { fasttree: null, lightgbm: -1, pcasweep: 0.7 }
    const startMs = firstMs + Math.floor((index / count) * days) * dayMs + below(dayMs / 1000) * 1000
    const picks = [{ book: 'one', closing: 0.4, returned: -1, clv: 0.01, isTakeable: index % 2 === 0 }]
    return {
      ...{ seriesId: index + 1, startMs, league: leagues[below(leagues.length)]!, bestOf, outcome },
      ...{ team1Id: below(30), team2Id: 30 + below(30) },
      ...(outcome === 1 ? { wins1: won, wins2: lost } : { wins1: lost, wins2: won }),
      ...{ raw: chances(), draftOffset: index % 3 === 0 ? null : 0.1, calibrated: chances() },
      consensus: { raw: noisy(truth, 0.3), calibrated: noisy(truth, 0.3) },
      baselines: { elo: noisy(truth, 0.8), glicko2: noisy(truth, 0.7) },
      market:
        uniform() < priced ? { chance: noisy(truth, marketNoise), capturedMs: startMs - 60_000, returns, picks } : null,
    }
  })
}
