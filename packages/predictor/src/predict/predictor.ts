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
import { answeredChance, type Blender, createBlender, type RawChances } from './blender.ts'
import { createExplainer, type ForecastSeries } from './explain/create-explainer.ts'
import type { MarketsAnswer } from './markets/markets-answer.ts'
import { toMarketsAnswer } from './markets/to-markets.ts'
import { blockVectors, createMembers, type Members, manyRawChances, rawChances } from './member.ts'
import { createMoments, type ForecastMoment } from './moments.ts'
import type { PredictOptions, Predictor } from './predictor-interface.ts'
import { createSeriesReader, type Series } from './series.ts'
import { createAnswerNames, toPrediction } from './to-prediction.ts'
import { forecastTournament, strengthSteps } from './tournament.ts'

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
  const reader = createSeriesReader(artifacts, names)
  const { forecastOne, forecastBlock } = createForecasts(members, blender, reader)
  const { resolve } = reader
  const momentOf = createMoments(artifacts)
  const tournamentParts = { state, names, momentOf, forecastBlock }

  function forecast(matchup: Matchup, options?: PredictOptions): Prediction {
    const moment = momentOf(options)
    return toAnswer(forecastOne(matchup, moment), moment)
  }

  function toAnswer(forecast: ForecastSeries, moment: ForecastMoment): Prediction {
    const { series, path } = forecast
    const answer = toPrediction(series, path, names, moment)
    if (!series.matchup.explain) return answer
    return { ...answer, explanation: explain({ ...forecast, odds: answer.odds }) }
  }

  function forecastMany(matchups: readonly Matchup[], options?: PredictOptions): Prediction[] {
    const moment = momentOf(options)
    const answers: Prediction[] = []
    for (let first = 0; first < matchups.length; first += blockVectors) {
      const block = forecastBlock(matchups.slice(first, first + blockVectors), moment)
      for (const series of block) answers.push(toAnswer(series, moment))
    }
    return answers
  }

  function forecastMarkets(
    matchup: MarketsMatchup,
    book: MarketBook | null = null,
    options?: PredictOptions,
  ): MarketsAnswer {
    const moment = momentOf(options)
    // Picks are those of the next map; they count for the series only if that is the first map.
    const hasBegun = matchup.standing.blue + matchup.standing.red > 0
    const { series, features, path } = forecastOne(hasBegun ? { ...matchup, draft: null } : matchup, moment)
    const { gameLogit, sd } = features
    const { draft } = reader.order(matchup)
    const shift = draft && gameOffset(state.championEffects, draft, gameLogit, matchup.bestOf)
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
    tournament: (format, options) => forecastTournament(tournamentParts, format, options),
    tournamentSteps: (plan, options) => strengthSteps(tournamentParts, plan, options),
  }
}

/** Forecasts with every intermediate value: of one series, or of a block stage by stage, since models score many vectors at once. */
function createForecasts(
  members: Members,
  blender: Blender,
  { order, featuresOf, contextOf }: ReturnType<typeof createSeriesReader>,
) {
  /** Vector that every forecast of a single series reuses. */
  const vector = new Float64Array(featureNames.length)

  function blended(series: Series, features: SeriesFeatures, raw: RawChances, moment: ForecastMoment): ForecastSeries {
    const context = contextOf(series, features, moment)
    return { series, features, context, path: blender.path(raw, context) }
  }

  return {
    forecastOne(matchup: Matchup, moment: ForecastMoment): ForecastSeries {
      const series = order(matchup)
      const features = featuresOf(series, vector)
      return blended(series, features, rawChances(members, matchup.model, features.vector), moment)
    },
    forecastBlock(matchups: readonly Matchup[], moment: ForecastMoment): readonly ForecastSeries[] {
      const block = matchups.map(order)
      const features = block.map((series) => featuresOf(series))
      const asked = block.map(({ matchup: { model } }, i) => ({ model, vector: features[i]!.vector }))
      const raw = manyRawChances(members, asked)
      return block.map((series, i) => blended(series, features[i]!, raw[i]!, moment))
    },
  }
}

/** @throws RiftlineError `invalid_argument` if `requests` is not an array; what `resolve` throws, with the place of the request */
function resolveMany(requests: readonly unknown[], resolve: (request: unknown) => Matchup): readonly Matchup[] {
  if (!Array.isArray(requests)) throw invalidArgument('requests', 'an array', requests)
  return Array.from(requests, (request: unknown, index) => atPlace(index, () => resolve(request)))
}
