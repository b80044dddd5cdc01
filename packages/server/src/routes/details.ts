import { idParameter, idParameterMessage } from '../contract/parameters.ts'
import { chargeCall } from '../credits/charge-call.ts'
import type { CreditStore } from '../credits/credit-store.ts'
import { detailPrice } from '../credits/prices.ts'
import { jsonAnswer } from '../http/answer.ts'
import type { ErrorCode } from '../http/error-codes.ts'
import { HttpError } from '../http/http-error.ts'
import { readParameters } from '../http/target.ts'
import type { Route } from '../router.ts'

/** `GET /v1/teams/{id}`, `/v1/players/{id}`, `/v1/tournaments/{id}`: 1 credit, and no `HEAD`, which would have nothing to pay for. */
export function detailRoutes(credits: CreditStore): readonly Route[] {
  return [
    detailRoute(credits, 'team', 'team_not_found'),
    detailRoute(credits, 'player', 'player_not_found'),
    detailRoute(credits, 'tournament', 'tournament_not_found'),
  ]
}

function detailRoute(credits: CreditStore, operation: 'team' | 'player' | 'tournament', notFound: ErrorCode): Route {
  const price = { operation, model: null, credits: detailPrice }
  return {
    path: `/v1/${operation}s/{id}`,
    methods: ['GET'],
    handle: ({ exchange, target, id: text }) => {
      const id = parseId(text)
      readParameters(target)
      const body = exchange.serving.resources[operation](id)
      if (body === undefined) throw new HttpError(notFound, `no ${operation} ${id}`)
      return chargeCall(credits, exchange, price, null, () => jsonAnswer(200, body))
    },
  }
}

function parseId(text: string): number {
  const parsed = idParameter.safeParse(text)
  if (!parsed.success) throw new HttpError('validation_error', `id: ${idParameterMessage}`)
  return parsed.data
}
