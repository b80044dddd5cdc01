import { invalidArgument, requireOneOf, requireOptions, requireRecord } from '@riftline/base'
import type { CompileOptions } from '@riftline/core'
import type { PredictorArtifacts } from '../artifacts/parse-artifacts.ts'
import type { SeriesFeatures } from '../league/features/feature-vector.ts'
import { gameOffset } from '../league/picks/draft-offset.ts'
import type { MarketBook } from '../league/request/parse-market-book.ts'
import { parseMarketsRequest } from '../league/request/parse-predict-request.ts'
import { resolveMarkets } from '../league/request/resolve-matchup.ts'
import type { MarketsMatchup, Matchup, Prediction } from '../types.ts'
import { answeredChance, type RawChances } from './blender.ts'
import type { MarketsAnswer } from './markets/markets-answer.ts'
import { toMarketsAnswer } from './markets/to-markets.ts'
import { createMoments, type ForecastMoment } from './moments.ts'
import type { PredictOptions, Predictor } from './predictor-interface.ts'
import { createStages, predictMany, type Series } from './stages.ts'

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
  const consensus = options.consensus ?? blend.consensus
  requireOneOf('consensus', consensus, ['weighted', 'mean'])
  const stages = createStages(artifacts, options.engine ?? 'auto', consensus)
  const momentOf = createMoments(artifacts)

  function forecast(matchup: Matchup, options?: PredictOptions): Prediction {
    const moment = momentOf(options)
    const series = stages.order(matchup)
    const features = stages.features(series)
    const raw = stages.rawChances(series, features)
    return finish(series, features, raw, moment)
  }

  function finish(series: Series, features: SeriesFeatures, raw: RawChances, moment: ForecastMoment): Prediction {
    const context = stages.context(series, features, moment)
    const path = stages.blend(raw, context)
    const answer = stages.answer(series, path, moment)
    if (!series.matchup.explain) return answer
    return { ...answer, explanation: stages.explain({ series, features, context, path, odds: answer.odds }) }
  }

  function forecastMarkets(
    matchup: MarketsMatchup,
    book: MarketBook | null = null,
    options?: PredictOptions,
  ): MarketsAnswer {
    const moment = momentOf(options)
    const series = stages.order(matchup)
    const features = stages.features(series)
    const raw = stages.rawChances(series, features)
    const { draft } = series
    // Picks are those of the next map: only before the first map they count for the series too.
    const hasBegun = matchup.standing.blue + matchup.standing.red > 0
    const path = stages.blend(raw, stages.context(hasBegun ? { ...series, draft: null } : series, features, moment))
    const strength = {
      probability: answeredChance(path).calibrated,
      sd: features.sd,
      shift: draft === null ? 0 : gameOffset(state.championEffects, draft, features.gameLogit, matchup.bestOf),
    }
    return toMarketsAnswer(matchup, stages.answer(series, path, moment), strength, book, stages.names.currentId)
  }

  return {
    predict: (request, options) => forecast(stages.resolve(request), options),
    predictMany(requests, options) {
      if (!Array.isArray(requests)) throw invalidArgument('requests', 'an array', requests)
      const moment = momentOf(options)
      return predictMany(stages, requests, (series, features, raw) => finish(series, features, raw, moment))
    },
    explain: (request, options) => forecast({ ...stages.resolve(request), explain: true }, options).explanation!,
    resolve: stages.resolve,
    forecast,
    markets: (request, book, options) =>
      forecastMarkets(resolveMarkets(catalogue, parseMarketsRequest(request)), book, options),
    forecastMarkets,
  }
}
