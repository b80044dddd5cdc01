import { pickRoles, teamNameFault } from '@riftline/core'
import type { Call, CallHandler } from '../call.ts'
import { free } from '../charging/charge-call.ts'
import { invalid } from '../http/http-error.ts'
import { parseId } from '../http/parse-id.ts'
import { prepareBody, preparedAnswer } from '../http/prepared-body.ts'
import type { Route } from '../router.ts'
import type { DiscoveryLists } from '../serving/discovery-lists.ts'
import type { PlayerQuery } from '../serving/find-items.ts'
import { type Serving, servedOf } from '../serving/serving.ts'

const parameters: Readonly<Record<keyof DiscoveryLists, readonly string[]>> = {
  teams: ['active', 'name'],
  players: ['active', 'name', 'team', 'role'],
  champions: ['name'],
  tournaments: [],
}
const names = Object.keys(parameters) as (keyof DiscoveryLists)[]

/**
 * `GET /v1/teams`, `/v1/players`, `/v1/champions`, `/v1/tournaments`: free and cacheable. Complete, sorted by id; with `name` what
 * it finds, best first.
 */
export function listRoutes(): readonly Route<CallHandler>[] {
  return names.map((list) => ({
    path: `/v1/${list}`,
    methods: ['GET', 'HEAD'],
    parameters: parameters[list],
    handle: ({ exchange, serving, parameters }) => {
      const active = activeOf(parameters)
      const found = findByName(serving, list, parameters)
      if (found === null) return free(preparedAnswer(serving.lists[list](active), exchange.request))
      const shown = found.filter((item) => active === null || !('active' in item) || item.active === active)
      const body = { count: shown.length, ...servedOf(serving), [list]: shown }
      return free(preparedAnswer(prepareBody(body), exchange.request))
    },
  }))
}

/** Null for the whole list. @throws HttpError `validation_error` */
function findByName(
  { find }: Pick<Serving, 'find'>,
  list: keyof DiscoveryLists,
  parameters: Call['parameters'],
): readonly object[] | null {
  const query = playerQuery(parameters)
  const name = parameters.get('name')
  if (name === undefined) {
    if (Object.keys(query).length > 0) throw invalid('name: must be given with team or role')
    return null
  }
  const fault = teamNameFault(name)
  if (fault !== null) throw invalid(`name: ${fault}`)
  if (list === 'teams') return find.teams(name)
  return list === 'players' ? find.players(name, query) : find.champions(name)
}

function playerQuery(parameters: Call['parameters']): PlayerQuery {
  const [team, asked] = [parameters.get('team'), parameters.get('role')]
  const role = pickRoles.find((known) => known === asked)
  if (asked !== undefined && role === undefined) throw invalid(`role: must be one of ${pickRoles.join(', ')}`)
  return {
    ...(team === undefined ? {} : { teamId: parseId('team', team) }),
    ...(role === undefined ? {} : { role }),
  }
}

/** @throws HttpError `validation_error` */
function activeOf(parameters: Call['parameters']): boolean | null {
  const text = parameters.get('active')
  if (text === undefined) return null
  if (text !== 'true' && text !== 'false') throw invalid('active: must be true or false')
  return text === 'true'
}
