import { preparedAnswer } from '../http/prepared-body.ts'
import { readParameters } from '../http/target.ts'
import type { Route } from '../router.ts'
import type { DiscoveryLists } from '../serving/discovery-lists.ts'

const names: readonly (keyof DiscoveryLists)[] = ['teams', 'players', 'champions', 'tournaments']

/** `GET /v1/teams`, `/v1/players`, `/v1/champions`, `/v1/tournaments`: free, complete, sorted by id, cacheable. */
export function listRoutes(): readonly Route[] {
  return names.map((name) => ({
    path: `/v1/${name}`,
    methods: ['GET', 'HEAD'],
    handle: ({ exchange: { request, serving }, target }) => {
      readParameters(target)
      return preparedAnswer(serving.lists[name], request.headers['if-none-match'], request.headers['accept-encoding'])
    },
  }))
}
