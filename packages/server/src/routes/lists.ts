import type { CallHandler } from '../call.ts'
import { free } from '../charging/charge-call.ts'
import { preparedAnswer } from '../http/prepared-body.ts'
import type { Route } from '../router.ts'
import type { DiscoveryLists } from '../serving/discovery-lists.ts'

const names: readonly (keyof DiscoveryLists)[] = ['teams', 'players', 'champions', 'tournaments']

/** `GET /v1/teams`, `/v1/players`, `/v1/champions`, `/v1/tournaments`: free, complete, sorted by id, cacheable. */
export function listRoutes(): readonly Route<CallHandler>[] {
  return names.map((name) => ({
    path: `/v1/${name}`,
    methods: ['GET', 'HEAD'],
    handle: ({ exchange, serving }) => free(preparedAnswer(serving.lists[name](), exchange.request)),
  }))
}
