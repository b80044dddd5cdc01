import { invalidArgument, requireOneOf, requireOptions, requireRecord } from '@riftline/base'
import type { CompileOptions } from '@riftline/core'
import type { PredictorArtifacts } from '../artifacts/parse-artifacts.ts'
import { featureNames } from '../league/features/feature-schema.ts'
import type { SeriesFeatures } from '../league/features/feature-vector.ts'
import { gameOffset } from '../league/picks/draft-offset.ts'
import type { MarketBook } from '../league/request/parse-market-book.ts'
import { atPlace, parseMarketsRequest } from '../league/request/parse-predict-request.ts'
import { resolveMarkets } from '../league/request/resolve-matchup.ts'
import type { MarketsMatchup, Matchup, Prediction } from '../types.ts'
import { answeredChance, createBlender, type RawChances } from './blender.ts'
import { createExplainer } from './explain/create-explainer.ts'
import type { MarketsAnswer } from './markets/markets-answer.ts'
import { toMarketsAnswer } from './markets/to-markets.ts'
import { blockVectors, createMembers, manyRawChances, rawChances } from './member.ts'
import { createMoments, type ForecastMoment } from './moments.ts'
import type { PredictOptions, Predictor } from './predictor-interface.ts'
import { createSeriesReader, type Series } from './series.ts'
import { createAnswerNames, toPrediction } from './to-prediction.ts'

/** Settings of a predictor; only `consensus` changes answers. */
export interface PredictorOptions {
  /** Evaluator of the trees; all engines give the same bits. Default `auto`. */
  readonly engine?: NonNullable<CompileOptions['engine']>
  /** Default: the consensus of the artifacts. */
  readonly consensus?: 'weighted' | 'mean'
}

/**
 * Prepares artifacts for forecasts. One prediction runs through: features of the two teams, raw chance of each model over
 * both orientations, calibration, draft, age of the data, anchor to the market, consensus, expected value.
 *
 * @throws ArtifactError `artifact_mismatch` if a model needs features that this version lacks
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
  const members = createMembers(artifacts, options.engine)
  const blender = createBlender({ ...blend, consensus })
  const explain = createExplainer(artifacts, members, blender)
  const names = createAnswerNames(artifacts)
  const { resolve, order, featuresOf, contextOf } = createSeriesReader(artifacts, names)
  const momentOf = createMoments(artifacts)
  /** Vector that every forecast of a single series reuses. */
  const vector = new Float64Array(featureNames.length)

  function forecast(matchup: Matchup, options?: PredictOptions): Prediction {
    const moment = momentOf(options)
    const series = order(matchup)
    const features = featuresOf(series, vector)
    return finish(series, features, rawChances(members, matchup.model, features.vector), moment)
  }

  function finish(series: Series, features: SeriesFeatures, raw: RawChances, moment: ForecastMoment): Prediction {
    const context = contextOf(series, features, moment)
    const path = blender.path(raw, context)
    const answer = toPrediction(series, path, names, moment)
    if (!series.matchup.explain) return answer
    return { ...answer, explanation: explain({ series, features, context, path, odds: answer.odds }) }
  }

  /** Answers in blocks, and within a block stage by stage, since models score many vectors at once. */
  function forecastMany(matchups: readonly Matchup[], options?: PredictOptions): Prediction[] {
    const moment = momentOf(options)
    const answers: Prediction[] = []
    for (let first = 0; first < matchups.length; first += blockVectors) {
      const block = matchups.slice(first, first + blockVectors).map(order)
      const features = block.map((series) => featuresOf(series))
      const asked = block.map(({ matchup: { model } }, i) => ({ model, vector: features[i]!.vector }))
      const raw = manyRawChances(members, asked)
      for (const [i, series] of block.entries()) answers.push(finish(series, features[i]!, raw[i]!, moment))
    }
    return answers
  }

  function forecastMarkets(
    matchup: MarketsMatchup,
    book: MarketBook | null = null,
    options?: PredictOptions,
  ): MarketsAnswer {
    const moment = momentOf(options)
    const series = order(matchup)
    const features = featuresOf(series, vector)
    const raw = rawChances(members, matchup.model, features.vector)
    // Picks are those of the next map; they count for the series only if that is the first map.
    const hasBegun = matchup.standing.blue + matchup.standing.red > 0
    const context = contextOf(hasBegun ? { ...series, draft: null } : series, features, moment)
    const path = blender.path(raw, context)
    const { gameLogit, sd } = features
    const shift = series.draft && gameOffset(state.championEffects, series.draft, gameLogit, matchup.bestOf)
    const strength = { probability: answeredChance(path).calibrated, sd, shift: shift ?? 0 }
    return toMarketsAnswer(matchup, toPrediction(series, path, names, moment), strength, book, names.currentId)
  }

  return {
    predict: (request, options) => forecast(resolve(request), options),
    predictMany: (requests, options) => forecastMany(resolveMany(requests, resolve), options),
    forecastMany,
    explain: (request, options) => forecast({ ...resolve(request), explain: true }, options).explanation!,
    resolve,
    forecast,
    markets: (request, book, options) =>
      forecastMarkets(resolveMarkets(catalogue, parseMarketsRequest(request)), book, options),
    forecastMarkets,
  }
}

/** @throws RiftlineError `invalid_argument` if `requests` is not an array; what `resolve` throws, with the place of the request */
function resolveMany(requests: readonly unknown[], resolve: (request: unknown) => Matchup): readonly Matchup[] {
  if (!Array.isArray(requests)) throw invalidArgument('requests', 'an array', requests)
  return Array.from(requests, (request: unknown, index) => atPlace(index, () => resolve(request)))
}
