import { toUtc } from '@riftline/base'
import { pool } from '@riftline/core'
import { type BestOf, baseModels, type ModelName, modelNames, type SeriesForecast } from '@riftline/predictor'
import type { Scores } from '@riftline/record'
import { type BaselineName, baselineNames } from '../baselines/baselines.ts'
import { groupBy, recordBy } from '../group-by.ts'
import { type BookScores, scoreBooks } from './book-scores.ts'
import { baselineChance, type ChanceOf, type GradedForecast, matchChance, servedConsensus } from './graded-forecast.ts'
import { type MarketScores, scoreMarkets } from './market-scores.ts'
import { measurePicks, type PickRecords } from './pick-records.ts'
import { type Gain, gainOver, score } from './scores.ts'

export type ModelScores = Readonly<Record<ModelName, { readonly raw: Scores; readonly calibrated: Scores }>>

/** Scores of models and baselines on the same series. */
export interface ScoreTable {
  readonly models: ModelScores
  readonly baselines: Readonly<Record<BaselineName, Scores>>
}

/** Scores of graded forecasts: overall, by format, and on the series with known drafts or prices. */
export interface Evaluation extends ScoreTable {
  /** Starts of the first and last graded series, UTC. */
  readonly from: string
  readonly to: string
  readonly series: number
  readonly byBestOf: Readonly<Partial<Record<BestOf, ScoreTable>>>
  /** Series with a known first draft: the models that use it, and the consensus, which does not. */
  readonly draft: Readonly<ReturnType<typeof draftScores>> | null
  /** Series with prices: the market, the consensus, and the consensus anchored to the market; null without prices. */
  readonly market: Readonly<ReturnType<typeof priceScores>> | null
  /** Earnings of the consensus's value picks; null if no series has odds. */
  readonly valuePicks: PickRecords | null
  /** Scores on the markets of best of 3 and 5 (score, total, handicap, maps); null if no series has all its maps. */
  readonly markets: MarketScores | null
  /** Scores on these markets beside books' prices, each map on its own; null if no series has such prices. */
  readonly books: BookScores | null
  readonly ladder: Ladder
}

/** Grades forecasts overall, by best-of, and on the series with a draft or odds. Needs at least one forecast. */
export function evaluateForecasts(graded: readonly GradedForecast[]): Evaluation {
  const drafted = graded.filter((forecast) => forecast.draft !== null)
  const priced = graded.filter((forecast) => forecast.market !== null)
  const formats = groupBy(graded, ({ bestOf }) => bestOf)
  return {
    from: toUtc(graded[0]!.startMs),
    to: toUtc(graded.at(-1)!.startMs),
    series: graded.length,
    ...scoreTable(graded),
    byBestOf: Object.fromEntries([...formats].map(([bestOf, own]) => [bestOf, scoreTable(own)])),
    draft: drafted.length === 0 ? null : draftScores(drafted),
    market: priced.length === 0 ? null : priceScores(priced),
    valuePicks: measurePicks(graded),
    markets: scoreMarkets(graded),
    books: scoreBooks(graded),
    ladder: climbLadder(graded),
  }
}

function draftScores(graded: readonly GradedForecast[]) {
  const models = modelScores(graded, ({ draft }) => draft!)
  return { series: graded.length, models, matchConsensus: score(graded, servedConsensus) }
}

function priceScores(graded: readonly GradedForecast[]) {
  return {
    series: graded.length,
    market: score(graded, ({ market }) => market!.chance),
    consensus: score(graded, servedConsensus),
    anchored: score(graded, ({ market }) => market!.anchored),
  }
}

function scoreTable(graded: readonly GradedForecast[]): ScoreTable {
  return {
    models: modelScores(graded, ({ match }) => match),
    baselines: recordBy(baselineNames, (name) => score(graded, baselineChance(name))),
  }
}

function modelScores(graded: readonly GradedForecast[], forecastOf: (forecast: GradedForecast) => SeriesForecast) {
  return recordBy(modelNames, (name) => ({
    raw: score(graded, (forecast) => forecastOf(forecast)[name]!.raw),
    calibrated: score(graded, (forecast) => forecastOf(forecast)[name]!.calibrated),
  }))
}

/** One step: a forecast, its scores, and its gain over the forecast that it is built on. */
export interface LadderStep {
  /** `<model> raw`, `<model> calibrated`, `plain mean`, `consensus`, `anchored` or `market`. */
  readonly step: string
  readonly scores: Scores
  /** The step that it is compared with; null for each model's first step and for the market. */
  readonly over: string | null
  readonly gain: Gain | null
}

/** The gain of each step from raw to served chances, on the same series. */
export interface Ladder {
  readonly all: readonly LadderStep[]
  /** The steps on series with odds; null if no series has any. */
  readonly priced: readonly LadderStep[] | null
}

/**
 * Compares raw → calibrated → consensus on every series, and raw → calibrated → consensus → anchored, beside the market,
 * on the series with odds. The consensus is compared with the plain mean of its members, and that mean with the best member,
 * which is known only afterwards.
 *
 * @param graded at least one
 */
export function climbLadder(graded: readonly GradedForecast[]): Ladder {
  return { all: steps(graded, []), priced: climbPriced(graded) }
}

export function climbPriced(graded: readonly GradedForecast[]): readonly LadderStep[] | null {
  const priced = graded.filter(({ market }) => market !== null)
  return priced.length === 0 ? null : steps(priced, marketRungs)
}

interface Rung {
  readonly step: string
  readonly chance: ChanceOf
  readonly over: string | null
}

const memberRungs: readonly Rung[] = baseModels.flatMap((model) => [
  { step: `${model} raw`, chance: matchChance(model, 'raw'), over: null },
  { step: `${model} calibrated`, chance: matchChance(model, 'calibrated'), over: `${model} raw` },
])

export const plainMean: ChanceOf = ({ match }) =>
  pool(
    baseModels.map((model) => match[model].calibrated),
    baseModels.map(() => 1),
    { pool: 'linear' },
  )

const marketRungs: readonly Rung[] = [
  { step: 'anchored', chance: ({ market }) => market!.anchored, over: 'consensus' },
  { step: 'market', chance: ({ market }) => market!.chance, over: null },
  { step: 'anchored', chance: ({ market }) => market!.anchored, over: 'market' },
]

function steps(graded: readonly GradedForecast[], further: readonly Rung[]): LadderStep[] {
  const losses = baseModels.map((model) => score(graded, matchChance(model, 'calibrated')).logLoss)
  const best = baseModels[losses.indexOf(Math.min(...losses))]!
  const rungs: readonly Rung[] = [
    ...memberRungs,
    { step: 'plain mean', chance: plainMean, over: `${best} calibrated` },
    { step: 'consensus', chance: servedConsensus, over: 'plain mean' },
    ...further,
  ]
  return rungs.map(({ step, chance, over }) => {
    const below = rungs.find((rung) => rung.step === over)
    const gain = below === undefined ? null : gainOver(graded, chance, below.chance)
    return { step, scores: score(graded, chance), over, gain }
  })
}
