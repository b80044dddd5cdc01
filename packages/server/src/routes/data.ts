import { type ChargingStore, chargeCall, free } from '../charging/charge-call.ts'
import { prices } from '../charging/prices.ts'
import { jsonAnswer } from '../http/answer.ts'
import { HttpError } from '../http/http-error.ts'
import type { CallHandler, Route } from '../router.ts'
import type { DetailBody } from '../serving/resources.ts'
import { listRoutes } from './lists.ts'
import { type DataDeps, oddsRoute } from './odds.ts'
import { marketsRoute, predictRoute } from './predict.ts'
import { scheduleRoute } from './schedule.ts'

/** Every route that answers from artifacts, schedule and captured odds: all of `/v1` but what tells of an account. */
export function dataRoutes(deps: DataDeps): readonly Route<CallHandler>[] {
  return [
    ...listRoutes(),
    scheduleRoute(deps),
    ...detailRoutes(deps.credits),
    oddsRoute(deps),
    predictRoute(deps, 'match'),
    predictRoute(deps, 'draft'),
    marketsRoute(deps),
  ]
}

/** `GET /v1/teams/{id}`, `/v1/players/{id}`, `/v1/tournaments/{id}`: 1 credit, nothing for an answer that holds nothing, and no `HEAD`, which would have nothing to pay for. */
function detailRoutes(credits: ChargingStore): readonly Route<CallHandler>[] {
  return (['team', 'player', 'tournament'] as const).map((operation) => ({
    path: `/v1/${operation}s/{id}`,
    methods: ['GET'],
    handle: async (call) => {
      const body = (await call.serving.resources)[operation](call.id)
      if (body === undefined) throw new HttpError(`${operation}_not_found`, `no ${operation} ${call.id}`)
      if (isEmpty(body)) return free(jsonAnswer(200, body))
      const price = { operation, model: null, credits: prices.detail }
      return chargeCall(credits, call, price, null, () => jsonAnswer(200, body))
    },
  }))
}

/** No game in the window and no season, or a tournament of which nothing but the number of its games is known. */
function isEmpty(body: DetailBody): boolean {
  if ('stats' in body) return body.stats.games === 0 && body.seasons.length === 0
  const { games, teams, sideGames, firstObjectiveRates, leaders } = body
  const rates = Object.values(firstObjectiveRates)
  const hasNumbers = (sideGames.blue ?? games) > 0 || rates.some((rate) => rate !== null)
  return games === 0 || (!hasNumbers && !teams?.length && Object.values(leaders).every((list) => list.length === 0))
}
