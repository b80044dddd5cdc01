import type { PredictorArtifacts } from '../artifacts/parse-artifacts.ts'
import { modelPath } from '../artifacts/paths.ts'
import type { Catalogue } from '../league/catalogue/catalogue.ts'
import {
  type FeatureRequest,
  type KnownTeams,
  leagueOf,
  type SeriesFeatures,
  seriesFeatures,
} from '../league/features/feature-vector.ts'
import { type Draft, draftOffset, gameOffset } from '../league/picks/draft-offset.ts'
import { createCatalogueIndex } from '../league/request/catalogue-index.ts'
import type { MarketBook } from '../league/request/parse-market-book.ts'
import { parseMarketsRequest, parsePredictRequest } from '../league/request/parse-predict-request.ts'
import { resolveMarkets, resolveMatchup } from '../league/request/resolve-matchup.ts'
import { devig } from '../market/devig.ts'
import { requireOneOf, requireRecord } from '../math/check-arguments.ts'
import { sigmoid } from '../math/sigmoid.ts'
import { toUtc } from '../time.ts'
import type { CompileOptions } from '../trees/compile.ts'
import {
  type BaseModel,
  baseModels,
  type MarketsMatchup,
  type Matchup,
  type Prediction,
  type PredictionLeague,
} from '../types.ts'
import { createBlender, type SeriesContext, type SeriesForecast } from './blender.ts'
import { dataAgeDays } from './data-age.ts'
import { createExplainer } from './explain/create-explainer.ts'
import type { MarketsAnswer } from './markets/markets-answer.ts'
import { toMarketsAnswer } from './markets/to-markets-answer.ts'
import { createMember, type Member } from './member.ts'
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

  const explanationOf = createExplainer(artifacts, members, blender)

  const dataThroughUtc = toUtc(state.asOfMs)
  const known: KnownTeams = new Map()

  const resolve = (request: unknown, kind?: 'match' | 'draft'): Matchup =>
    resolveMatchup(catalogue, parsePredictRequest(request, kind))

  const inOrder = (matchup: Matchup): OrderedSeries => {
    const { blue, red, bestOf } = matchup
    // One fixed order of the two teams for all that follows: swapping the request then swaps the answer to the bit.
    const blueFirst = blue.id < red.id
    const [team1Id, team2Id] = blueFirst ? [blue.id, red.id] : [red.id, blue.id]
    const league = leagueOf(state, { league: matchup.league, team1Id, team2Id })
    const request = { team1Id, team2Id, bestOf, league, timeMs: state.asOfMs }
    const features = seriesFeatures(state, request, known)
    return { blueFirst, request, features, draft: draftInOrder(matchup, blueFirst) }
  }

  const contextOf = (matchup: Matchup, series: OrderedSeries, options: PredictOptions): SeriesContext => {
    requireRecord('options', options)
    const { blueFirst, request, features, draft } = series
    const { bestOf, league } = request
    return {
      bestOf,
      league,
      draftOffset: draft === null ? 0 : draftOffset(state.championEffects, draft, features.gameLogit, bestOf),
      ageDays: dataAgeDays(state.completeMs, options.at),
      market: marketChance(matchup, blueFirst),
    }
  }

  const predictSeries = ({ model }: Matchup, { features }: OrderedSeries, context: SeriesContext): SeriesForecast => {
    const { vector } = features
    return model === 'consensus'
      ? blender.consensus(memberChances(members, vector), context)
      : { [model]: blender.member(model, memberChance(members, model, vector), context) }
  }

  const answer = (matchup: Matchup, { blueFirst, request }: OrderedSeries, chances: SeriesForecast): Prediction =>
    toPrediction(matchup, blueFirst, chances, {
      league: predictionLeague(catalogue, matchup.league, request.league),
      dataThroughUtc,
    })

  const forecast = (matchup: Matchup, options: PredictOptions = {}): Prediction => {
    const series = inOrder(matchup)
    const context = contextOf(matchup, series, options)
    const prediction = answer(matchup, series, predictSeries(matchup, series, context))
    if (!matchup.explain) return prediction
    const { features, ...ordered } = series
    return {
      ...prediction,
      explanation: explanationOf({ ...ordered, ...features, matchup, context, odds: prediction.odds }),
    }
  }

  const forecastMarkets = (
    matchup: MarketsMatchup,
    book: MarketBook | null = null,
    options: PredictOptions = {},
  ): MarketsAnswer => {
    const series = inOrder(matchup)
    const { features, draft } = series
    const begins = matchup.standing.blue + matchup.standing.red === 0
    // Picks are those of the next map: only before the first one the series' own chance knows them.
    const context = contextOf(matchup, begins ? series : { ...series, draft: null }, options)
    const chances = predictSeries(matchup, series, context)
    const strength = {
      probability: chances[matchup.model]!.calibrated,
      sd: features.sd,
      shift: draft === null ? 0 : gameOffset(state.championEffects, draft, features.gameLogit, matchup.bestOf),
    }
    const currentId = (id: number): number => createCatalogueIndex(catalogue).teams.byId.get(id)?.id ?? id
    return toMarketsAnswer(matchup, answer(matchup, series, chances), strength, book, currentId)
  }

  return {
    predict: (request, options) => forecast(resolve(request), options),
    explain: (request, options) => forecast({ ...resolve(request), explain: true }, options).explanation!,
    resolve,
    forecast,
    markets: (request, book, options) =>
      forecastMarkets(resolveMarkets(catalogue, parseMarketsRequest(request)), book, options),
    forecastMarkets,
  }
}

/** A matchup with the team of the lower id first. */
interface OrderedSeries {
  readonly blueFirst: boolean
  readonly request: FeatureRequest
  readonly features: SeriesFeatures
  readonly draft: Draft | null
}

/** The three members of the consensus, compiled. */
export type Members = Readonly<Record<BaseModel, Member>>

/** Compiles the three models. */
export function createMembers(
  { models }: Pick<PredictorArtifacts, 'models'>,
  engine: NonNullable<CompileOptions['engine']> = 'auto',
): Members {
  const entries = baseModels.map((name) => [name, createMember(modelPath(name), models[name], engine)] as const)
  return Object.fromEntries(entries) as Record<BaseModel, Member>
}

/** Raw chances of team 1 by all members, at the data date. */
export function memberChances(members: Members, vector: Float64Array): Record<BaseModel, number> {
  return {
    fasttree: memberChance(members, 'fasttree', vector),
    lightgbm: memberChance(members, 'lightgbm', vector),
    pcasweep: memberChance(members, 'pcasweep', vector),
  }
}

function memberChance(members: Members, model: BaseModel, vector: Float64Array): number {
  return sigmoid(members[model].seriesLogit(vector))
}

function predictionLeague(catalogue: Catalogue, label: string | null, code: string | null): PredictionLeague | null {
  if (code === null) return null
  const { leagues } = createCatalogueIndex(catalogue)
  return { code, name: leagues.byCode.get(code)?.name ?? code, source: label === null ? 'teams' : 'label' }
}

function draftInOrder({ draft }: Matchup, blueFirst: boolean): Draft | null {
  if (draft === null) return null
  return blueFirst ? { team1: draft.blue, team2: draft.red } : { team1: draft.red, team2: draft.blue }
}

/** The market's chance of the first team, without its margin; null unless both prices were given. */
function marketChance({ odds }: Matchup, blueFirst: boolean): number | null {
  if (odds.blue === null || odds.red === null) return null
  const prices = blueFirst ? [odds.blue, odds.red] : [odds.red, odds.blue]
  return devig(prices).probabilities[0]!
}
