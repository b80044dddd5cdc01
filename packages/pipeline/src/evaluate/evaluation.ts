import { toUtc } from '@riftline/base'
import type { BestOf, ModelName, SeriesForecast } from '@riftline/predictor'
import { type BaselineName, baselineNames } from '../baselines/baselines.ts'
import { type BookScores, scoreBooks } from './book-scores.ts'
import type { GradedForecast } from './graded-forecast.ts'
import { climbLadder, type Ladder } from './ladder.ts'
import { type MarketScores, scoreMarkets } from './market-scores.ts'
import { measurePicks, type PickRecords } from './pick-records.ts'
import { type Scores, score } from './scores.ts'

/** Scores of each model, before and after calibration. */
export type ModelScores = Readonly<Record<ModelName, { readonly raw: Scores; readonly calibrated: Scores }>>

/** Models beside baselines, on the same series. */
export interface ScoreTable {
  readonly models: ModelScores
  readonly baselines: Readonly<Record<BaselineName, Scores>>
}

/** Scores of graded forecasts: all of them, by format, and where drafts or prices are known. */
export interface Evaluation extends ScoreTable {
  /** Starts of the first and last graded series, UTC. */
  readonly from: string
  readonly to: string
  /** Number of graded series. */
  readonly series: number
  readonly byBestOf: Readonly<Partial<Record<BestOf, ScoreTable>>>
  /** Series with a known first draft: the models that read it, and the consensus that does not. */
  readonly draft: { readonly series: number; readonly models: ModelScores; readonly matchConsensus: Scores } | null
  /** Series with prices: the market, the consensus, and the consensus drawn towards the market; null without one. */
  readonly market: {
    readonly series: number
    readonly market: Scores
    readonly consensus: Scores
    readonly anchored: Scores
  } | null
  /** Earnings of the consensus's value picks; null where no series has odds. */
  readonly valuePicks: PickRecords | null
  /** Scores, totals, handicaps and maps of best of 3 and 5; null where no series has all its maps. */
  readonly markets: MarketScores | null
  /** These markets beside books' prices, with maps one by one; null where no series has such prices. */
  readonly books: BookScores | null
  readonly ladder: Ladder
}

/** Grades forecasts overall, by best-of, on those with a draft and on those with odds. Needs at least one. */
export function evaluateForecasts(graded: readonly GradedForecast[]): Evaluation {
  const drafted = graded.filter((forecast) => forecast.draft !== null)
  const priced = graded.filter((forecast) => forecast.market !== null)
  const formats = ([1, 3, 5] as const).flatMap((bestOf) => {
    const own = graded.filter((forecast) => forecast.bestOf === bestOf)
    return own.length === 0 ? [] : [[bestOf, scoreTable(own)] as const]
  })
  return {
    from: toUtc(graded[0]!.startMs),
    to: toUtc(graded.at(-1)!.startMs),
    series: graded.length,
    ...scoreTable(graded),
    byBestOf: Object.fromEntries(formats),
    draft:
      drafted.length === 0
        ? null
        : {
            series: drafted.length,
            models: modelScores(drafted, (forecast) => forecast.draft!),
            matchConsensus: score(drafted, (forecast) => forecast.match.consensus!.calibrated),
          },
    market:
      priced.length === 0
        ? null
        : {
            series: priced.length,
            market: score(priced, (forecast) => forecast.market!.chance),
            consensus: score(priced, (forecast) => forecast.match.consensus!.calibrated),
            anchored: score(priced, (forecast) => forecast.market!.anchored),
          },
    valuePicks: measurePicks(graded),
    markets: scoreMarkets(graded),
    books: scoreBooks(graded),
    ladder: climbLadder(graded),
  }
}

function scoreTable(graded: readonly GradedForecast[]): ScoreTable {
  const baselines = baselineNames.map((name) => [name, score(graded, (forecast) => forecast.baselines[name])] as const)
  return {
    models: modelScores(graded, (forecast) => forecast.match),
    baselines: Object.fromEntries(baselines) as Record<BaselineName, Scores>,
  }
}

function modelScores(
  graded: readonly GradedForecast[],
  forecastOf: (forecast: GradedForecast) => SeriesForecast,
): ModelScores {
  const scoresOf = (name: ModelName): ModelScores[ModelName] => ({
    raw: score(graded, (forecast) => forecastOf(forecast)[name]!.raw),
    calibrated: score(graded, (forecast) => forecastOf(forecast)[name]!.calibrated),
  })
  return {
    fasttree: scoresOf('fasttree'),
    lightgbm: scoresOf('lightgbm'),
    pcasweep: scoresOf('pcasweep'),
    consensus: scoresOf('consensus'),
  }
}
