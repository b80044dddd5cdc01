import { findLeague, nearestLeagues, pickRoles, teamNameFault } from '@riftline/predictor'
import { free } from '../charging/charge-call.ts'
import { invalidRequest } from '../http/http-error.ts'
import { prepareBody, preparedAnswer } from '../http/prepared-body.ts'
import { countParameter, mostItems, parseId } from '../http/target.ts'
import type { Call, CallHandler, Route } from '../router.ts'
import type { DiscoveryLists } from '../serving/catalogue-items.ts'
import type { PlayerQuery } from '../serving/find-items.ts'
import { type Serving, servedOf } from '../serving/serving.ts'

const parameters: Readonly<Record<keyof DiscoveryLists, readonly string[]>> = {
  teams: ['active', 'name', 'league', 'limit'],
  players: ['active', 'name', 'team', 'role', 'limit'],
  champions: ['name', 'limit'],
  tournaments: ['name', 'league', 'season', 'limit'],
}
const names = Object.keys(parameters) as (keyof DiscoveryLists)[]

/**
 * `GET /v1/teams`, `/v1/players`, `/v1/champions`, `/v1/tournaments`: free and cacheable. Complete, sorted by id; with any parameter but `active` what
 * fits it, the most relevant or the newest first.
 */
export function listRoutes(): readonly Route<CallHandler>[] {
  return names.map((list) => ({
    path: `/v1/${list}`,
    methods: ['GET', 'HEAD'],
    parameters: parameters[list],
    handle: async ({ headers, serving, parameters }) => {
      const active = activeOf(parameters)
      const isWhole = [...parameters.keys()].every((name) => name === 'active')
      const body = isWhole ? serving.lists[list](active) : prepareBody(found(serving, list, parameters, active))
      return free(preparedAnswer(body, headers))
    },
  }))
}

/** A part of a list. @throws HttpError `validation_error` */
function found(
  serving: Serving,
  list: keyof DiscoveryLists,
  parameters: Call['parameters'],
  active: boolean | null,
): object {
  const name = parameters.get('name')
  const named = findByName(serving, list, parameters)
  const league = leagueParameter(serving, parameters.get('league'))
  const season = seasonOf(parameters.get('season'))
  const limit = limitParameter(parameters.get('limit'))
  const fitting = (named ?? serving.find.newest(list)).filter(
    (item) =>
      (active === null || !('active' in item) || item.active === active) &&
      (league === null || ('league' in item && item.league === league)) &&
      (season === null || ('season' in item && item.season === season)),
  )
  const candidates = named?.length === 0 && name !== undefined ? serving.find.near(list, name) : []
  return { ...listBody(serving, list, fitting, limit), ...(candidates.length === 0 ? {} : { candidates }) }
}

/** The first items up to a limit, beside which the number of all that fit is stated. */
export function listBody(serving: Serving, name: string, fitting: readonly object[], limit: number | null): object {
  const shown = fitting.slice(0, limit ?? fitting.length)
  const total = limit === null ? {} : { total: fitting.length }
  return { count: shown.length, ...total, ...servedOf(serving), [name]: shown }
}

/** Null without a name. @throws HttpError `validation_error` */
function findByName({ find }: Serving, list: keyof DiscoveryLists, parameters: Call['parameters']) {
  const query = playerQuery(parameters)
  const name = parameters.get('name')
  if (name === undefined) {
    if (Object.keys(query).length > 0) throw invalidRequest('name: must be given with team or role')
    return null
  }
  const fault = teamNameFault(name)
  if (fault !== null) throw invalidRequest(`name: ${fault}`)
  return find.named(list, name, query)
}

function playerQuery(parameters: Call['parameters']): PlayerQuery {
  const [team, asked] = [parameters.get('team'), parameters.get('role')]
  const role = pickRoles.find((known) => known === asked)
  if (asked !== undefined && role === undefined) throw invalidRequest(`role: must be one of ${pickRoles.join(', ')}`)
  return {
    ...(team === undefined ? {} : { teamId: parseId('team', team) }),
    ...(role === undefined ? {} : { role }),
  }
}

/** @throws HttpError `validation_error` */
function activeOf(parameters: Call['parameters']): boolean | null {
  const text = parameters.get('active')
  if (text === undefined) return null
  if (text !== 'true' && text !== 'false') throw invalidRequest('active: must be true or false')
  return text === 'true'
}

/** @throws HttpError `validation_error` */
function seasonOf(text: string | undefined): string | null {
  if (text === undefined || /^20\d\d$/.test(text)) return text ?? null
  throw invalidRequest('season: must be a year such as 2025')
}

/** Null without one. @throws HttpError `validation_error` */
export function limitParameter(text: string | undefined): number | null {
  return countParameter('limit', text, mostItems)
}

/** The code of the league that a label selects; null without a label. @throws HttpError `validation_error` */
export function leagueParameter({ index: { leagues } }: Serving, label: string | undefined): string | null {
  if (label === undefined) return null
  const fault = teamNameFault(label)
  if (fault !== null) throw invalidRequest(`league: ${fault}`)
  const code = findLeague(leagues, label)
  if (code !== null) return code
  throw invalidRequest('league: must be the name or code of a league', nearestLeagues(leagues, label))
}
