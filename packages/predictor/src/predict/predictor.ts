import { invalidArgument, requireOneOf, requireOptions, requireRecord } from '@riftline/base'
import type { CompileOptions } from '@riftline/core'
import type { PredictorArtifacts } from '../artifacts/parse-artifacts.ts'
import { features } from '../league/features/feature-schema.ts'
import { type SeriesFeatures, writeFeatures } from '../league/features/feature-vector.ts'
import { createKnownTeams } from '../league/features/known-teams.ts'
import { gameOffset } from '../league/picks/draft-offset.ts'
import type { MarketBook } from '../league/request/parse-market-book.ts'
import { parseMarketsRequest, parsePredictRequest, type RequestKind } from '../league/request/parse-predict-request.ts'
import { resolveIn, resolveMarkets } from '../league/request/resolve-matchup.ts'
import type { MarketsMatchup, Matchup, Prediction } from '../types.ts'
import { createAnswerNames } from './answer-names.ts'
import { answeredChance, createBlender, type RawChances } from './blender.ts'
import { createExplainer } from './explain/create-explainer.ts'
import type { MarketsAnswer } from './markets/markets-answer.ts'
import { toMarketsAnswer } from './markets/to-markets-answer.ts'
import { createMembers, rawChances } from './members.ts'
import { createMoments, type ForecastMoment } from './moments.ts'
import { predictMany } from './predict-many.ts'
import type { PredictOptions, Predictor } from './predictor-interface.ts'
import { contextOf, type Series, toSeries } from './series.ts'
import { toPrediction } from './to-prediction.ts'

/** Settings of a predictor. Only `consensus` changes its answers. */
export interface PredictorOptions {
  /** Evaluator of the trees; every engine gives the same bits. Default `auto`. */
  readonly engine?: NonNullable<CompileOptions['engine']>
  /** Default: the consensus of the artifacts. */
  readonly consensus?: 'weighted' | 'mean'
}

/**
 * Prepares artifacts to answer. One prediction reads as it flows: features of the two teams, raw chance of each model over
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
  requireOptions(options, ['engine', 'consensus'])
  const { catalogue, state, blend } = artifacts
  const members = createMembers(artifacts, options.engine ?? 'auto')
  const consensus = options.consensus ?? blend.consensus
  requireOneOf('consensus', consensus, ['weighted', 'mean'])
  const blender = createBlender({ ...blend, consensus })
  const explanationOf = createExplainer(artifacts, members, blender)
  const momentOf = createMoments(artifacts)
  const names = createAnswerNames(artifacts)
  const known = createKnownTeams()

  // One forecast, a line a stage.

  function resolve(request: unknown, kind?: RequestKind): Matchup {
    return resolveIn(names.index(), parsePredictRequest(request, kind))
  }

  function forecast(matchup: Matchup, options?: PredictOptions): Prediction {
    const moment = momentOf(options)
    const series = toSeries(matchup, names.leagueOf, state.asOfMs)
    const found = featuresOf(series)
    const raw = rawChances(members, matchup.model, found.vector)
    return answer(series, found, raw, moment)
  }

  function answer(series: Series, found: SeriesFeatures, raw: RawChances, moment: ForecastMoment): Prediction {
    const context = contextOf(series, found, state, moment.ageDays)
    const path = blender.path(raw, context)
    const prediction = toPrediction(series, path, names, moment)
    if (!series.matchup.explain) return prediction
    return { ...prediction, explanation: explanationOf({ series, found, context, path, odds: prediction.odds }) }
  }

  function featuresOf(series: Series): SeriesFeatures {
    const vector = new Float64Array(features.length)
    const { gameLogit, sd } = writeFeatures(state, series.request, known, vector)
    return { vector, gameLogit, sd }
  }

  function forecastMarkets(
    matchup: MarketsMatchup,
    book: MarketBook | null = null,
    options?: PredictOptions,
  ): MarketsAnswer {
    const moment = momentOf(options)
    const { standing, bestOf } = matchup
    const series = toSeries(matchup, names.leagueOf, state.asOfMs)
    const found = featuresOf(series)
    const raw = rawChances(members, matchup.model, found.vector)
    // Picks are those of the next map: only before the first map they count for the series too.
    const ofSeries = standing.blue + standing.red === 0 ? series : { ...series, draft: null }
    const path = blender.path(raw, contextOf(ofSeries, found, state, moment.ageDays))
    const { draft } = series
    const strength = {
      probability: answeredChance(path).calibrated,
      sd: found.sd,
      shift: draft === null ? 0 : gameOffset(state.championEffects, draft, found.gameLogit, bestOf),
    }
    return toMarketsAnswer(matchup, toPrediction(series, path, names, moment), strength, book, names.currentId)
  }

  return {
    predict: (request, options) => forecast(resolve(request), options),
    predictMany(requests, options) {
      if (!Array.isArray(requests)) throw invalidArgument('requests', 'an array', requests)
      const moment = momentOf(options)
      const stages = {
        members,
        read: (request: unknown) => toSeries(resolve(request), names.leagueOf, state.asOfMs),
        features: featuresOf,
        answer: (series: Series, found: SeriesFeatures, raw: RawChances) => answer(series, found, raw, moment),
      }
      return predictMany(stages, requests)
    },
    explain: (request, options) => forecast({ ...resolve(request), explain: true }, options).explanation!,
    resolve,
    forecast,
    markets: (request, book, options) =>
      forecastMarkets(resolveMarkets(catalogue, parseMarketsRequest(request)), book, options),
    forecastMarkets,
  }
}
