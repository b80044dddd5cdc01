import { dayMs } from '@riftline/base'
import { anchor, seededRandom } from '@riftline/core'
import type { BestOf, ConsensusForecast } from '@riftline/predictor'
import type { GradedForecast } from '#pipeline/evaluate/graded-forecast.ts'
import type { MarketPrice } from '#pipeline/features/market-prices.ts'
import type { AgedForecasts, ReportedWindow, ReportInput } from '#pipeline/report/measure.ts'
import { type BackTest, points, type TeamForecast } from '#pipeline/tournaments/back-test.ts'
import { historySeries } from '../../support/played-league-history.ts'
import { uncalibrated } from '../../support/tiny-artifacts.ts'

export interface Invention {
  readonly count: number
  readonly seed: number
  readonly fromMs?: number
  /** Number of days that the series are spread over. */
  readonly days?: number
  /** Shares of series with a known draft, and with odds. */
  readonly drafted?: number
  readonly priced?: number
  readonly leagues?: number
}

const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit))

/** Series between invented teams; the models see the true chance with noise, Elo with more noise. */
export function inventedForecasts({
  count,
  seed,
  fromMs = Date.UTC(2025, 0, 1),
  days = 180,
  drafted = 0.7,
  priced = 0.05,
  leagues = 14,
}: Invention): readonly GradedForecast[] {
  const { uniform } = seededRandom(seed)
  const noise = (sd: number): number => sd * (uniform() + uniform() + uniform() + uniform() - 2) * Math.sqrt(3)
  const pair = (logit: number): { raw: number; calibrated: number } => ({
    raw: sigmoid(1.1 * logit),
    calibrated: sigmoid(logit),
  })
  const forecastOf = (logit: number, sd: number): ConsensusForecast => {
    const logits = [noise(sd), noise(sd), noise(sd)].map((error) => logit + error)
    const [first, second, third] = logits as [number, number, number]
    return {
      fasttree: { ...pair(first), weight: 1 / 3 },
      lightgbm: { ...pair(second), weight: 1 / 3 },
      pcasweep: { ...pair(third), weight: 1 / 3 },
      consensus: pair((first + second + third) / 3),
    }
  }
  return Array.from({ length: count }, (_, index) => {
    const truth = noise(1.2)
    const match = forecastOf(truth, 0.25)
    const market = sigmoid(truth + noise(0.2))
    return Object.freeze({
      seriesId: index + 1,
      startMs: fromMs + Math.floor((index / count) * days) * dayMs,
      league: `L${Math.floor(uniform() ** 2 * leagues)}`,
      bestOf: ([1, 3, 5] as const)[Math.floor(uniform() * 3)] as BestOf,
      outcome: uniform() < sigmoid(truth) ? 1 : 0,
      sd: 0.6,
      maps: null,
      quotes: [],
      match,
      draft: uniform() < drafted ? forecastOf(truth, 0.1) : null,
      baselines: { constant: 0.5, elo: sigmoid(truth + noise(0.9)), glicko2: sigmoid(truth + noise(0.8)) },
      market:
        uniform() < priced
          ? { ...pricedAt(market), anchored: anchor(match.consensus.calibrated, market, 0.4), books: [], picks: [] }
          : null,
    })
  })
}

/** Forecasts on old data: twice too bold when frozen, correct when faded. */
function inventedAge(days: number, seed: number): AgedForecasts {
  const forecasts = inventedForecasts({ count: 300, seed }).map(
    ({ seriesId, startMs, league, bestOf, outcome, match }) => {
      const { calibrated } = match.consensus
      const raw = { fasttree: calibrated, lightgbm: calibrated, pcasweep: calibrated }
      const series = { seriesId, startMs, league, bestOf, outcome, raw, draftOffset: null, market: null }
      return { series, frozen: sigmoid(2 * Math.log(calibrated / (1 - calibrated))), faded: calibrated }
    },
  )
  return { days, forecasts }
}

/** A price with a margin of 5 %, at least 1.01. */
function pricedAt(chance: number): Pick<MarketPrice, 'chance' | 'offer' | 'capturedMs'> {
  const priceOf = (own: number): number => Math.max(1.01, 1 / (1.05 * own))
  return { chance, offer: { odds: [priceOf(chance), priceOf(1 - chance)], isTakeable: true }, capturedMs: 0 }
}

/** Eight seasons of eight teams and a few brackets; joint draws see the true chance, the others are too bold. */
export function inventedBackTest(): BackTest {
  const { uniform } = seededRandom(17)
  const teamOf = (): TeamForecast => {
    const truth = 2 * uniform() - 1
    const outcome = uniform() < sigmoid(truth) ? 1 : 0
    return { chances: { joint: sigmoid(truth), independent: sigmoid(1.5 * truth), elo: sigmoid(2 * truth) }, outcome }
  }
  const teams = [1, 2, 3, 4, 5, 6, 7, 8]
  const series = [historySeries({ games: [{ winner: 1 }] })]
  const seasons = teams.flatMap((tournamentId) =>
    points.map((point) => ({
      season: { league: tournamentId < 4 ? 'LCK' : 'L0', tournamentId, teams, rounds: 1, bestOf: 1 as const, series },
      point,
      first: teams.map(teamOf),
      upper: teams.map(teamOf),
      pairs: [{ days: tournamentId, rated: 0.6, elo: 0.7, outcome: uniform() < 0.6 ? 1 : 0 }],
    })),
  )
  const chances = { joint: 0.25, independent: 0.25, elo: 0.125 }
  const winner = [1, 0, 0, 0].map((outcome) => ({ chances, outcome }))
  const brackets = ['WLDs', 'LCK', 'L0'].map((league, tournamentId) => ({
    name: `Cup | ${league}`,
    bracket: { league, tournamentId, teams: [1, 2, 3, 4], series: [], winnerTeamId: 1, firstId: 1, timeMs: 0 },
    winner,
  }))
  return {
    seasons,
    brackets,
    starts: seasons,
    refused: { seasons: { otherFormat: 3, incomplete: 2, otherLengths: 1 }, brackets: 4 },
  }
}

export function inventedWindow(name: string, purpose: ReportedWindow['purpose'], invention: Invention): ReportedWindow {
  return { name, purpose, from: '2025-01-01', to: '2025-06-30', graded: Object.freeze(inventedForecasts(invention)) }
}

/** One validation window and two test windows of `count`, three and two times as many series; intervals take longer with more days. */
export function inventedWindows(count: number, days: number): readonly ReportedWindow[] {
  const later = Date.UTC(2025, 6, 1)
  return [
    inventedWindow('2024-07..12', 'validation', { count, days, seed: 1, fromMs: Date.UTC(2024, 6, 1) }),
    inventedWindow('2025-01..06', 'test', { count: 3 * count, days, seed: 2 }),
    inventedWindow('2025-07..2026-02', 'test', { count: 2 * count, days, seed: 3, fromMs: later }),
  ]
}

export function inventedInput(changes: Partial<ReportInput> = {}): ReportInput {
  return Object.freeze<ReportInput>({
    asOf: '2031-02-28T20:00:00',
    leagues: [{ code: 'WLDs', name: 'Worlds' }],
    history: { games: 64_210, series: 31_002, graded: 29_870, from: '2014-01-14', to: '2031-02-28' },
    windows: inventedWindows(300, 180),
    ages: [inventedAge(30, 4), inventedAge(270, 5)],
    training: [
      {
        model: 'lightgbm',
        features: ['calibrated_logit', 'best_of'],
        rows: 18_400,
        settings: { learningRate: 0.03, linearTree: true, kind: 'a|b' },
        trainer: 'lightgbm',
        version: '4.6.0',
        bestIteration: 212,
        stopLogLoss: 0.58712,
      },
      {
        model: 'pcasweep',
        features: ['calibrated_logit', 'streak'],
        rows: 20_100,
        settings: { ks: [1, 2, 3], C: 1 },
        trainer: 'riftline',
        version: '0.1.0',
        bestIteration: null,
        stopLogLoss: null,
      },
    ],
    settings: {
      glicko2: { startDeviation: 0.7, startVolatility: 0.035, tau: 0.3, periodDays: 1 },
      consensus: {
        losses: { mean: 0.59024, weighted: 0.59011 },
        difference: { mean: -0.00013, low: -0.0005, high: 0.0002 },
      },
      anchor: { model: { w: 0.4, wRaw: 0.4, sd: 0.15, nEff: 60 }, weights: {} },
      calibration: { fasttree: uncalibrated(), lightgbm: uncalibrated(), pcasweep: uncalibrated() },
    },
    record: [],
    coverage: {
      teams: { counts: [40, 1200, 0], numbers: [{ name: 'kda', known: [10, 300, 0], bySeason: [4, 0, 0] }] },
      players: { counts: [0, 0, 0], numbers: [] },
    },
    tournaments: inventedBackTest(),
    notes: '- Rest days gave 0.0001.\n- Head-to-head gave nothing.',
    ...changes,
  })
}
