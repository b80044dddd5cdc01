import type { Call, CallHandler } from '../call.ts'
import { free } from '../charging/charge-call.ts'
import { invalid } from '../http/http-error.ts'
import { preparedAnswer } from '../http/prepared-body.ts'
import type { Route } from '../router.ts'
import type { DiscoveryLists } from '../serving/discovery-lists.ts'

const parameters: Readonly<Record<keyof DiscoveryLists, readonly string[]>> = {
  teams: ['active'],
  players: ['active'],
  champions: [],
  tournaments: [],
}
const names = Object.keys(parameters) as (keyof DiscoveryLists)[]

/** `GET /v1/teams`, `/v1/players`, `/v1/champions`, `/v1/tournaments`: free, complete, sorted by id, cacheable. */
export function listRoutes(): readonly Route<CallHandler>[] {
  return names.map((name) => ({
    path: `/v1/${name}`,
    methods: ['GET', 'HEAD'],
    parameters: parameters[name],
    handle: ({ exchange, serving, parameters }) =>
      free(preparedAnswer(serving.lists[name](activeOf(parameters)), exchange.request)),
  }))
}

/** @throws HttpError `validation_error` */
function activeOf(parameters: Call['parameters']): boolean | null {
  const text = parameters.get('active')
  if (text === undefined) return null
  if (text !== 'true' && text !== 'false') throw invalid('active: must be true or false')
  return text === 'true'
}
