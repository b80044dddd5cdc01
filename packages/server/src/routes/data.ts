import { setImmediate } from 'node:timers/promises'
import { createSerial } from '@riftline/base/node'
import { findOdds, type OddsStore } from '@riftline/odds'
import {
  countRequests,
  type MarketsMatchup,
  type Matchup,
  type ModelName,
  parseBatchRequest,
  parseMarketsRequest,
  parsePredictRequest,
  type RequestKind,
  resolveBatch,
  resolveMarkets,
  resolveMatchup,
} from '@riftline/predictor'
import type { TournamentSimulator } from '@riftline/predictor/node'
import type { ReadKeptRecord } from '@riftline/record'
import { type ChargedAnswer, type ChargingStore, chargeCall, free, oncePerKey } from '../charging/charge-call.ts'
import { type CallPrice, prices } from '../charging/prices.ts'
import { type Answer, jsonAnswer } from '../http/answer.ts'
import { asHttpError, HttpError, RequestAborted } from '../http/http-error.ts'
import type { Watchers } from '../observe/metrics.ts'
import { type Call, type CallHandler, type Route, routeOf } from '../router.ts'
import { type DetailBody, finiteAnswer } from '../serving/catalogue-items.ts'
import type { CurrentSchedule } from '../serving/reload.ts'
import { type Serving, servedOf } from '../serving/serving.ts'
import { listRoutes, scheduleRoute } from './lists.ts'
import { oddsRoutes } from './odds.ts'
import { recordRoutes } from './record.ts'
import { tournamentRoute } from './tournament.ts'

/** Dependencies of the routes that answer from artifacts, schedule and captured odds. */
export interface DataDeps extends Watchers {
  readonly credits: ChargingStore
  readonly odds: OddsStore
  readonly schedule: CurrentSchedule
  readonly config: { readonly predictTimeoutMs: number }
  /** Reader of the forecasts that this server kept. */
  readonly keptRecord: ReadKeptRecord
  /** Threads that simulate tournaments; without them this thread does. */
  readonly tournaments?: TournamentSimulator
}

/** Every route that answers from artifacts, schedule and captured odds: all of `/v1` but the account's. */
export function dataRoutes(deps: DataDeps): readonly Route<CallHandler>[] {
  return [
    ...listRoutes(),
    scheduleRoute(deps),
    ...(['team', 'player', 'tournament'] as const).map((operation) => detailRoute(operation, deps.credits)),
    ...oddsRoutes(deps),
    ...recordRoutes(deps),
    predictRoute(deps, 'match'),
    predictRoute(deps, 'draft'),
    batchRoute(deps),
    marketsRoute(deps),
    tournamentRoute(deps),
  ]
}

/** Route of the statistics of one team, player or tournament. An answer without statistics is free. */
function detailRoute(operation: 'team' | 'player' | 'tournament', credits: ChargingStore) {
  return routeOf<CallHandler>(`/v1/${operation}s/{id}`, async (call) => {
    const body = (await call.serving.resources)[operation](call.id)
    if (body === undefined) throw new HttpError(`${operation}_not_found`, `no ${operation} ${call.id}`)
    if (isEmpty(body)) return free(jsonAnswer(200, body))
    const price = { operation, model: null, credits: prices.detail }
    return chargeCall(credits, call, price, null, () => jsonAnswer(200, body))
  })
}

/** Whether a detail has no game in the window and no season, or is a tournament with nothing known but its number of games. */
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
  const path = `/v1/${operation}`
  return routeOf(path, async (call, json) => {
    const body = asHttpError(() => parsePredictRequest(json, kind))
    return oncePerKey(deps.credits, call, path, body, (claim) => {
      const { predictor, catalogue } = call.serving
      const matchup = asHttpError(() => resolveMatchup(catalogue, body))
      const answerAt: AnswerAt = (at) => finiteAnswer(predictor.forecast(matchup, { at }))
      return chargeForecast(deps, call, { operation, model: matchup.model }, claim, answerAt)
    })
  })
}

/** Predictions in a turn of the event loop: an explained one takes one to two milliseconds, another a tenth. */
const perTurn = { explained: 4, plain: 50 } as const

/** `POST /v1/predict/batch`: parse, resolve all, charge once, compute in turns of the event loop, so that other calls go on. */
function batchRoute(deps: DataDeps): Route<CallHandler> {
  const path = '/v1/predict/batch'
  const inTurn = createSerial() // a turn has a part of one batch at most
  async function answer({ serving, isAbandoned }: Call, matchups: readonly Matchup[]): Promise<Answer> {
    const at = deps.clock.now()
    const size = matchups.some(({ explain }) => explain) ? perTurn.explained : perTurn.plain
    const parts: Buffer[] = []
    for (let first = 0; first < matchups.length; first += size) {
      await inTurn(setImmediate)
      if (isAbandoned()) throw new RequestAborted()
      const some = matchups.slice(first, first + size)
      const { body } = computed(deps, 'batch', () => finiteAnswer(serving.predictor.forecastMany(some, { at })))
      // Names in any script make the text slow to measure and to send, so each part becomes bytes once.
      parts.push(Buffer.from(`${first === 0 ? '' : ','}${String(body).slice(1, -1)}`))
    }
    const head = JSON.stringify({ count: matchups.length, ...servedOf(serving) })
    const whole = [Buffer.from(`${head.slice(0, -1)},"predictions":[`), ...parts, Buffer.from(']}')]
    return { ...jsonAnswer(200, null), body: Buffer.concat(whole) }
  }
  const handle: CallHandler = async (call, json) => {
    const { catalogue } = call.serving
    const requests = asHttpError(() => parseBatchRequest(json, (request) => resolveMatchup(catalogue, request)))
    return oncePerKey(deps.credits, call, path, requests, (claim) => {
      const matchups = asHttpError(() => resolveBatch(catalogue, requests))
      const models = new Set(matchups.map(({ model }) => model))
      const credits = matchups.reduce((sum, { model }) => sum + prices.prediction[model], 0)
      const model = models.size === 1 ? matchups[0]!.model : null
      const price = { operation: 'predict-batch', model, credits, calls: matchups.length } as const
      return chargeCall(deps.credits, call, price, claim, () => answer(call, matchups))
    })
  }
  return { ...routeOf(path, handle), mostBytes: 262_144, workOf: countRequests }
}

/** `POST /v1/markets`: parse, resolve, look up the odds for comparison, charge, compute. */
function marketsRoute(deps: DataDeps): Route<CallHandler> {
  return routeOf('/v1/markets', async (call, json) => {
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

/** Makes the answer of a forecast for a point in time. */
type AnswerAt = (at: number) => Answer

function chargeForecast(
  deps: DataDeps,
  call: Call,
  { operation, model }: { readonly operation: CallPrice['operation']; readonly model: ModelName },
  claim: Parameters<typeof chargeCall>[3],
  answerAt: AnswerAt,
): Promise<ChargedAnswer> {
  const price = { operation, model, credits: prices.prediction[model] }
  return chargeCall(deps.credits, call, price, claim, () => computed(deps, model, answerAt))
}

/** Makes the answer of a forecast for now, or a part of it. @throws HttpError `prediction_error` */
function computed<T>({ clock, config, metrics }: DataDeps, model: ModelName | 'batch', answerAt: (at: number) => T): T {
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

/** Odds for comparison; null after the first map, since odds are captured before it. */
function bookOf({ odds, schedule, clock }: DataDeps, { index }: Serving, { blue, red, standing }: MarketsMatchup) {
  if (standing.blue + standing.red > 0) return null
  const teams = [index.teams.byId.get(blue.id)!, index.teams.byId.get(red.id)!] as const
  return findOdds(odds, schedule.current?.series ?? [], teams, 'all', clock.now())
}
