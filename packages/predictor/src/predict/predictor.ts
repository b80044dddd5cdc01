import { invalidArgument, requireOneOf, requireOptions, requireRecord } from '@riftline/base'
import type { CompileOptions } from '@riftline/core'
import type { PredictorArtifacts } from '../artifacts/parse-artifacts.ts'
import { featureNames } from '../league/features/feature-schema.ts'
import { leagueName } from '../league/names/league-index.ts'
import { gameOffset } from '../league/picks/draft-offset.ts'
import { type CatalogueIndex, createCatalogueIndex } from '../league/request/catalogue-index.ts'
import type { MarketBook } from '../league/request/parse-market-book.ts'
import { parseMarketsRequest, parsePredictRequest } from '../league/request/parse-predict-request.ts'
import { readRequest } from '../league/request/read-request.ts'
import { openMatchup, resolveIn, resolveMarkets } from '../league/request/resolve-matchup.ts'
import type { MarketsMatchup, Matchup, Prediction, PredictionLeague, PredictRequest } from '../types.ts'
import { createActivityMarks, marked } from './activity-marks.ts'
import { createBlender } from './blender.ts'
import { createChances, createRawChances, placeOf, type RawChances } from './chances.ts'
import { createExplainer } from './explain/create-explainer.ts'
import { toForecastSeries } from './explain/forecast-series.ts'
import type { MarketsAnswer } from './markets/markets-answer.ts'
import { toMarketsAnswer } from './markets/to-markets-answer.ts'
import { createMembers, setRawChances } from './members.ts'
import { createMoments, type ForecastMoment } from './moments.ts'
import { predictMany } from './predict-many.ts'
import type { PredictOptions, Predictor } from './predictor-interface.ts'
import { createSeriesReader, draftInOrder } from './series-reader.ts'
import { createSlot, type SeriesSlot } from './series-slot.ts'
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
  requireOptions(options, ['engine', 'consensus'])
  const { catalogue, state, blend } = artifacts
  const members = createMembers(artifacts, options.engine ?? 'auto')
  const consensus = options.consensus ?? blend.consensus
  requireOneOf('consensus', consensus, ['weighted', 'mean'])
  const blender = createBlender({ ...blend, consensus })

  const series = createSeriesReader(state, leagueOf)
  const explanationOf = createExplainer(artifacts, members, blender)
  const momentOf = createMoments(artifacts)

  let index: CatalogueIndex | undefined
  // At the first request: a command that asks for one thing does not wait for it before.
  const named = (): CatalogueIndex => {
    index ??= createCatalogueIndex(catalogue)
    return index
  }

  const currentId = (id: number): number => named().teams.byId.get(id)?.id ?? id

  /** As the catalogue says; of a team that it has no league of, the one that its rating is at home in. */
  function leagueOf(id: number): string | null {
    return named().teams.byId.get(id)?.league ?? (state.ratings.teams.get(id)?.home || null)
  }

  const markOf = createActivityMarks(catalogue.asOf, (id) => named().teams.byId.get(id))

  const chances = createChances()

  /** The answer for a series whose vector and raw chances are at place `i`. */
  function answer(
    slot: SeriesSlot,
    draft: Matchup['draft'],
    raw: RawChances,
    i: number,
    moment: ForecastMoment,
  ): Prediction {
    blender.blend(slot.model, raw, i, series.contextOf(slot, draft, moment.ageDays), chances)
    return marked(toPrediction(slot, chances, predictionLeague(named(), slot), moment), markOf)
  }

  /** Of `vectors`, the place `i` is the series' own. */
  function finish(
    slot: SeriesSlot,
    vectors: Float64Array,
    raw: RawChances,
    i: number,
    moment: ForecastMoment,
  ): Prediction {
    const prediction = answer(slot, slot.draft, raw, i, moment)
    if (!slot.explain) return prediction
    const context = { ...series.contextOf(slot, slot.draft, moment.ageDays) }
    const vector = vectors.slice(i * featureNames.length, (i + 1) * featureNames.length)
    const explanation = explanationOf(toForecastSeries(slot, vector, context, state.asOfMs, prediction.odds))
    return { ...prediction, explanation }
  }

  // Of one series; reading a request or options may run code of the caller that asks for another one meanwhile.
  let idle: Desk | undefined
  function takeDesk(): Desk {
    const desk = idle ?? createDesk()
    idle = undefined
    return desk
  }

  function forecastOn(desk: Desk, options: PredictOptions | undefined): Prediction {
    const { slot, vector, raw } = desk
    const moment = momentOf(options)
    series.read(slot, vector, 0)
    setRawChances(members, slot.model, vector, raw)
    const prediction = finish(slot, vector, raw, 0, moment)
    idle = desk
    return prediction
  }

  const predict = (request: PredictRequest, options?: PredictOptions, explain?: true): Prediction => {
    const desk = takeDesk()
    readRequest(named(), request, desk.slot)
    if (explain) desk.slot.explain = true
    return forecastOn(desk, options)
  }

  const forecast = (matchup: Matchup, options?: PredictOptions): Prediction => {
    const desk = takeDesk()
    openMatchup(matchup, desk.slot)
    return forecastOn(desk, options)
  }

  const forecastMarkets = (
    matchup: MarketsMatchup,
    book: MarketBook | null = null,
    options?: PredictOptions,
  ): MarketsAnswer => {
    const moment = momentOf(options)
    const { slot, vector, raw } = createDesk()
    series.read(openMatchup(matchup, slot), vector, 0)
    setRawChances(members, slot.model, vector, raw)
    const { bestOf, draft, found } = slot
    const begins = matchup.standing.blue + matchup.standing.red === 0
    // Picks are those of the next map: only before the first one the series' own chance knows them.
    const prediction = answer(slot, begins ? draft : null, raw, 0, moment)
    const picks = draft === null ? null : draftInOrder(draft, slot.blueFirst)
    const strength = {
      probability: chances[placeOf[slot.model] + 1]!,
      sd: found.sd,
      shift: picks === null ? 0 : gameOffset(state.championEffects, picks, found.gameLogit, bestOf),
    }
    return toMarketsAnswer(matchup, prediction, strength, book, currentId)
  }

  return {
    predict: (request, options) => predict(request, options),
    predictMany(requests, options) {
      if (!Array.isArray(requests)) throw invalidArgument('requests', 'an array', requests)
      const moment = momentOf(options)
      const read = (request: unknown, slot: SeriesSlot): SeriesSlot => readRequest(named(), request, slot)
      return predictMany({ members, series, read, finish }, requests, moment)
    },
    explain: (request, options) => predict(request, options, true).explanation!,
    resolve: (request, kind) => resolveIn(named(), parsePredictRequest(request, kind)),
    forecast,
    markets: (request, book, options) =>
      forecastMarkets(resolveMarkets(catalogue, parseMarketsRequest(request)), book, options),
    forecastMarkets,
  }
}

function predictionLeague({ leagues }: CatalogueIndex, { league: label, found }: SeriesSlot): PredictionLeague | null {
  const code = found.league
  if (code === null) return null
  return { code, name: leagueName(leagues, code), source: label === null ? 'teams' : 'label' }
}

/** Room for one series. */
interface Desk {
  readonly slot: SeriesSlot
  readonly vector: Float64Array
  readonly raw: RawChances
}

function createDesk(): Desk {
  return { slot: createSlot(), vector: new Float64Array(featureNames.length), raw: createRawChances(1) }
}
