import {
  type MarketsMatchup,
  type ModelName,
  parseMarketsRequest,
  parsePredictRequest,
  type RequestKind,
  resolveMarkets,
  resolveMatchup,
} from '@riftline/predictor'
import { type ChargedAnswer, type ChargingStore, chargeCall, free, oncePerKey } from '../charging/charge-call.ts'
import { type CallPrice, prices } from '../charging/prices.ts'
import { type Answer, jsonAnswer } from '../http/answer.ts'
import { asHttpError, HttpError } from '../http/http-error.ts'
import { type Call, type CallHandler, type Route, routeOf } from '../router.ts'
import { type DetailBody, finiteAnswer, predictionAnswer } from '../serving/resources.ts'
import type { Serving } from '../serving/serving.ts'
import { listRoutes, scheduleRoute } from './lists.ts'
import { askedTeam, type DataDeps, findOdds, oddsRoute } from './odds.ts'

/** Every route that answers from artifacts, schedule and captured odds: all of `/v1` but what tells of an account. */
export function dataRoutes(deps: DataDeps): readonly Route<CallHandler>[] {
  return [
    ...listRoutes(),
    scheduleRoute(deps),
    detailRoute('getTeam', 'team', deps.credits),
    detailRoute('getPlayer', 'player', deps.credits),
    detailRoute('getTournament', 'tournament', deps.credits),
    oddsRoute(deps),
    predictRoute(deps, 'match'),
    predictRoute(deps, 'draft'),
    marketsRoute(deps),
  ]
}

/** Statistics of one: an answer that holds nothing is free. */
function detailRoute(id: string, operation: 'team' | 'player' | 'tournament', credits: ChargingStore) {
  return routeOf<CallHandler>(id, async (call) => {
    const body = (await call.serving.resources)[operation](call.id)
    if (body === undefined) throw new HttpError(`${operation}_not_found`, `no ${operation} ${call.id}`)
    if (isEmpty(body)) return free(jsonAnswer(200, body))
    const price = { operation, model: null, credits: prices.detail }
    return chargeCall(credits, call, price, null, () => jsonAnswer(200, body))
  })
}

/** No game in the window and no season, or a tournament of which nothing but the number of its games is known. */
function isEmpty(body: DetailBody): boolean {
  if ('stats' in body) return body.stats.games === 0 && body.seasons.length === 0
  const { games, teams, sideGames, firstObjectiveRates, leaders } = body
  const rates = Object.values(firstObjectiveRates)
  const hasNumbers = (sideGames.blue ?? games) > 0 || rates.some((rate) => rate !== null)
  return games === 0 || (!hasNumbers && !teams?.length && Object.values(leaders).every((list) => list.length === 0))
}

/** `POST /v1/predict` (`match`) and `POST /v1/predict-draft` (`draft`): parse, resolve, charge, compute. */
function predictRoute(deps: DataDeps, kind: RequestKind): Route<CallHandler> {
  const operation = kind === 'match' ? 'predict' : 'predict-draft'
  return routeOf(kind === 'match' ? 'predict' : 'predictDraft', async (call, json) => {
    const body = asHttpError(() => parsePredictRequest(json, kind))
    return oncePerKey(deps.credits, call, `/v1/${operation}`, body, (claim) => {
      const { predictor, catalogue } = call.serving
      const matchup = asHttpError(() => resolveMatchup(catalogue, body))
      const answerAt: AnswerAt = (at) => predictionAnswer(predictor.forecast(matchup, { at }))
      return chargeForecast(deps, call, { operation, model: matchup.model }, claim, answerAt)
    })
  })
}

/** `POST /v1/markets`: parse, resolve, look up the odds to compare with, charge, compute. */
function marketsRoute(deps: DataDeps): Route<CallHandler> {
  return routeOf('markets', async (call, json) => {
    const body = asHttpError(() => parseMarketsRequest(json))
    return oncePerKey(deps.credits, call, '/v1/markets', body, async (claim) => {
      const { predictor, catalogue } = call.serving
      const matchup = asHttpError(() => resolveMarkets(catalogue, body))
      const book = await bookOf(deps, call.serving, matchup)
      const answerAt: AnswerAt = (at) => finiteAnswer(predictor.forecastMarkets(matchup, book, { at }))
      return chargeForecast(deps, call, { operation: 'markets', model: matchup.model }, claim, answerAt)
    })
  })
}

/** The answer of a forecast for a time. */
type AnswerAt = (at: number) => Answer

function chargeForecast(
  deps: DataDeps,
  call: Call,
  sold: { readonly operation: CallPrice['operation']; readonly model: ModelName },
  claim: Parameters<typeof chargeCall>[3],
  answerAt: AnswerAt,
): Promise<ChargedAnswer> {
  const price = { ...sold, credits: prices.prediction[sold.model] }
  return chargeCall(deps.credits, call, price, claim, () => computed(deps, sold.model, answerAt))
}

/** The answer of a forecast for now. @throws HttpError `prediction_error` */
function computed({ clock, config, metrics }: DataDeps, model: ModelName, answerAt: AnswerAt): Answer {
  const started = clock.monotonicMs()
  try {
    const answer = answerAt(clock.now())
    const ms = clock.monotonicMs() - started
    if (ms > config.predictTimeoutMs) throw new Error('prediction ran too long')
    metrics.observe('prediction_seconds', ms / 1000, { model })
    return answer
  } catch (cause) {
    throw new HttpError('prediction_error', 'the prediction failed; nothing was charged', { cause })
  }
}

/** Captured odds are of a series before its first map. */
function bookOf(deps: DataDeps, { index: { teams } }: Serving, { blue, red, standing }: MarketsMatchup) {
  if (standing.blue + standing.red > 0) return null
  return findOdds(deps, [askedTeam(teams, blue), askedTeam(teams, red)], 'all')
}
