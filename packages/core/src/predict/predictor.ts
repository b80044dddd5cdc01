import type { PredictorArtifacts } from '../artifacts/parse-artifacts.ts'
import { invalidArgument } from '../errors.ts'
import { featureNames } from '../league/features/feature-schema.ts'
import { gameOffset } from '../league/picks/draft-offset.ts'
import { type CatalogueIndex, createCatalogueIndex } from '../league/request/catalogue-index.ts'
import type { MarketBook } from '../league/request/parse-market-book.ts'
import { parseMarketsRequest, parsePredictRequest } from '../league/request/parse-predict-request.ts'
import { resolveIn, resolveMarkets } from '../league/request/resolve-matchup.ts'
import { requireOneOf, requireRecord } from '../math/check-arguments.ts'
import { toUtc } from '../time.ts'
import type { CompileOptions } from '../trees/compile.ts'
import type { MarketsMatchup, Matchup, Prediction, PredictionLeague } from '../types.ts'
import { createBlender, type SeriesContext, type SeriesForecast } from './blender.ts'
import { dataAgeDays } from './data-age.ts'
import { createExplainer } from './explain/create-explainer.ts'
import type { ForecastSeries } from './explain/forecast-series.ts'
import type { MarketsAnswer } from './markets/markets-answer.ts'
import { toMarketsAnswer } from './markets/to-markets-answer.ts'
import { createMembers, memberChance, memberChances } from './members.ts'
import { createSeriesReader, type OrderedSeries } from './ordered-series.ts'
import { predictMany } from './predict-many.ts'
import type { PredictOptions, Predictor } from './predictor-interface.ts'
import { toPrediction } from './to-prediction.ts'

/** How a predictor computes. Only `consensus` changes what it answers. */
export interface PredictorOptions {
  /** How trees are evaluated; every engine gives the same bits. Default `auto`. */
  readonly engine?: NonNullable<CompileOptions['engine']>
  /** Default: that of the artifacts. */
  readonly consensus?: 'weighted' | 'mean'
}

/**
 * Prepares artifacts to answer. One prediction reads as it flows: vector of the two teams, raw chance of each model over
 * both orientations, calibration, draft, age of the data, anchor to the market, consensus, expected value.
 *
 * @throws ArtifactError `artifact_mismatch` when a model asks for features that this version does not make
 * @throws RiftlineError `invalid_argument` for an unknown option value
 * @example
 * const predictor = createPredictor(await loadArtifacts('artifacts'))
 * const { blueWinProbability, redWinProbability } = predictor.predict({ blueTeam: 'T1', redTeam: 'Gen.G', bestOf: 5 })
 * blueWinProbability + redWinProbability // => 1
 */
export function createPredictor(artifacts: PredictorArtifacts, options: PredictorOptions = {}): Predictor {
  requireRecord('artifacts', artifacts)
  requireRecord('options', options)
  const { catalogue, state, blend } = artifacts
  const members = createMembers(artifacts, options.engine ?? 'auto')
  const consensus = options.consensus ?? blend.consensus
  requireOneOf('consensus', consensus, ['weighted', 'mean'])
  const blender = createBlender({ ...blend, consensus })

  const series = createSeriesReader(state)
  const explanationOf = createExplainer(artifacts, members, blender)
  const dataThroughUtc = toUtc(state.asOfMs)
  // Of the one series that is being forecast: an array for each takes longer to make than to fill.
  const vector = new Float64Array(featureNames.length)

  let index: CatalogueIndex | undefined
  // At the first request: a command that asks for one thing does not wait for it before.
  const named = (): CatalogueIndex => {
    index ??= createCatalogueIndex(catalogue)
    return index
  }

  const currentId = (id: number): number => named().teams.byId.get(id)?.id ?? id

  const resolve = (request: unknown, kind?: 'match' | 'draft'): Matchup =>
    resolveIn(named(), parsePredictRequest(request, kind))

  const predictSeries = ({ model }: Matchup, context: SeriesContext): SeriesForecast =>
    model === 'consensus'
      ? blender.consensus(memberChances(members, vector), context)
      : { [model]: blender.member(model, memberChance(members[model], vector), context) }

  const answer = (matchup: Matchup, { blueFirst, request }: OrderedSeries, chances: SeriesForecast): Prediction =>
    toPrediction(matchup, blueFirst, chances, {
      league: predictionLeague(named(), matchup.league, request.league),
      dataThroughUtc,
    })

  const explained = (prediction: Prediction, series: Omit<ForecastSeries, 'odds'>): Prediction => ({
    ...prediction,
    explanation: explanationOf({ ...series, odds: prediction.odds }),
  })

  const forecast = (matchup: Matchup, options?: PredictOptions): Prediction => {
    const ordered = series.read(matchup, vector, 0)
    const context = series.contextOf(matchup, ordered, momentOf(options))
    const prediction = answer(matchup, ordered, predictSeries(matchup, context))
    return matchup.explain ? explained(prediction, { ...ordered, vector, matchup, context }) : prediction
  }

  const forecastMarkets = (
    matchup: MarketsMatchup,
    book: MarketBook | null = null,
    options?: PredictOptions,
  ): MarketsAnswer => {
    const ordered = series.read(matchup, vector, 0)
    const { draft, gameLogit, sd } = ordered
    const begins = matchup.standing.blue + matchup.standing.red === 0
    // Picks are those of the next map: only before the first one the series' own chance knows them.
    const context = series.contextOf(matchup, begins ? ordered : { ...ordered, draft: null }, momentOf(options))
    const chances = predictSeries(matchup, context)
    const strength = {
      probability: chances[matchup.model]!.calibrated,
      sd,
      shift: draft === null ? 0 : gameOffset(state.championEffects, draft, gameLogit, matchup.bestOf),
    }
    return toMarketsAnswer(matchup, answer(matchup, ordered, chances), strength, book, currentId)
  }

  return {
    predict: (request, options) => forecast(resolve(request), options),
    predictMany(requests, options) {
      if (!Array.isArray(requests)) throw invalidArgument('requests', 'an array', requests)
      const at = momentOf(options)
      dataAgeDays(state.completeMs, at)
      return predictMany({ members, blender, series, resolve, answer, explained }, requests, at)
    },
    explain: (request, options) => forecast({ ...resolve(request), explain: true }, options).explanation!,
    resolve,
    forecast,
    markets: (request, book, options) =>
      forecastMarkets(resolveMarkets(catalogue, parseMarketsRequest(request)), book, options),
    forecastMarkets,
  }
}

function momentOf(options: PredictOptions = {}): number | undefined {
  requireRecord('options', options)
  return options.at
}

function predictionLeague(
  { leagues }: CatalogueIndex,
  label: string | null,
  code: string | null,
): PredictionLeague | null {
  if (code === null) return null
  return { code, name: leagues.byCode.get(code)?.name ?? code, source: label === null ? 'teams' : 'label' }
}
