import { dayMs, parseUtc } from '@riftline/base'
import {
  findLeague,
  leagueName,
  nearestLeagues,
  pickRoles,
  resolveTeam,
  type Schedule,
  type ScheduledSeries,
  shownSeries,
  teamNameFault,
} from '@riftline/predictor'
import { free } from '../charging/charge-call.ts'
import type { ScheduleItem } from '../contract/list-schemas.ts'
import { compressBody, type PreparedBody, prepareBody, preparedAnswer } from '../http/answer.ts'
import { asHttpError, invalidRequest } from '../http/http-error.ts'
import { countParameter, mostItems, parseId } from '../http/target.ts'
import { type Call, type CallHandler, type Route, routeOf } from '../router.ts'
import type { List, PlayerQuery } from '../serving/catalogue-items.ts'
import { type Serving, servedOf } from '../serving/serving.ts'
import type { DataDeps } from './data.ts'

/** The free lists. Without a parameter, or with `active` only, complete and by id; else the items that fit, best or newest first. */
export function listRoutes(): readonly Route<CallHandler>[] {
  return (['teams', 'players', 'champions', 'tournaments'] as const).map((list) =>
    routeOf<CallHandler>(`/v1/${list}`, async ({ headers, serving, parameters }) => {
      const active = activeOf(parameters)
      const isWhole = [...parameters.keys()].every((name) => name === 'active')
      const body = isWhole ? serving.lists(list, active) : prepareBody(found(serving, list, parameters, active))
      return free(preparedAnswer(body, headers))
    }),
  )
}

/** Finds a part of a list. @throws HttpError `validation_error` */
function found(serving: Serving, list: List, parameters: Call['parameters'], active: boolean | null): object {
  const name = parameters.get('name')
  const named = findByName(serving, list, parameters)
  const league = leagueParameter(serving, parameters)
  const season = seasonOf(parameters.get('season'))
  const limit = countParameter('limit', parameters.get('limit'), mostItems)
  const fitting = (named ?? serving.find.newest(list)).filter(
    (item) =>
      (active === null || !('active' in item) || item.active === active) &&
      (league === null || ('league' in item && item.league === league)) &&
      (season === null || ('season' in item && item.season === season)),
  )
  const candidates = named?.length === 0 && name !== undefined ? serving.find.near(list, name) : []
  return { ...listBody(serving, list, fitting, limit), ...(candidates.length === 0 ? {} : { candidates }) }
}

/** Body with the first items up to a limit. With a limit, it also states how many items fit. */
function listBody(serving: Serving, name: string, fitting: readonly object[], limit: number | null): object {
  const shown = fitting.slice(0, limit ?? fitting.length)
  const total = limit === null ? {} : { total: fitting.length }
  return { count: shown.length, ...total, ...servedOf(serving), [name]: shown }
}

/** Items that fit a name; null if no name is given. @throws HttpError `validation_error` */
function findByName({ find }: Serving, list: List, parameters: Call['parameters']) {
  const query = playerQuery(parameters)
  const name = nameParameter('name', parameters)
  if (name !== undefined) return find.named(list, name, query)
  if (Object.keys(query).length > 0) throw invalidRequest('name: must be given with team or role')
  return null
}

/** Reads a name; undefined if it is absent. @throws HttpError `validation_error` */
function nameParameter(parameter: 'name' | 'league', parameters: Call['parameters']): string | undefined {
  const text = parameters.get(parameter)
  const fault = text === undefined ? null : teamNameFault(text)
  if (fault !== null) throw invalidRequest(`${parameter}: ${fault}`)
  return text
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

/** Reads `active`; null if it is absent. @throws HttpError `validation_error` */
function activeOf(parameters: Call['parameters']): boolean | null {
  const text = parameters.get('active')
  if (text === undefined) return null
  if (text !== 'true' && text !== 'false') throw invalidRequest('active: must be true or false')
  return text === 'true'
}

/** Reads `season`; null if it is absent. @throws HttpError `validation_error` */
function seasonOf(text: string | undefined): string | null {
  if (text === undefined || /^20\d\d$/.test(text)) return text ?? null
  throw invalidRequest('season: must be a year such as 2025')
}

/** Code of the league that a label means; null without a label. @throws HttpError `validation_error` */
export function leagueParameter({ index: { leagues } }: Serving, parameters: Call['parameters']): string | null {
  const label = nameParameter('league', parameters)
  if (label === undefined) return null
  const code = findLeague(leagues, label)
  if (code !== null) return code
  throw invalidRequest('league: must be the name or code of a league', nearestLeagues(leagues, label))
}

/** The series that have not begun: all, or those of a league, a team or the next days. */
export function scheduleRoute({ schedule, clock }: DataDeps): Route<CallHandler> {
  const shown = ({ index }: Serving) =>
    schedule.current === null ? [] : shownSeries(schedule.current, index.teams.byId, clock.now())
  /** Body of the whole schedule, valid until schedule or artifacts change or the next series begins. */
  let last: { of: Schedule | null; serving: Serving; fromMs: number; untilMs: number; body: PreparedBody } | null = null
  function whole(serving: Serving): PreparedBody {
    const now = clock.now()
    const of = schedule.current
    if (last?.of === of && last.serving === serving && last.fromMs <= now && now <= last.untilMs) return last.body
    const items = shown(serving).map((one) => toItem(one, serving))
    const untilMs = parseUtc(items[0]?.scheduledUtc ?? '') ?? Number.POSITIVE_INFINITY
    const body = prepareBody(listBody(serving, 'schedule', items, null))
    last = { of, serving, fromMs: now, untilMs, body }
    // If compression fails, the body is sent as it is.
    compressBody(body).catch(() => {})
    return body
  }
  /** Body with a part of the schedule. @throws HttpError `validation_error`, `team_not_found`, `ambiguous_team` */
  function partOf(serving: Serving, parameters: Call['parameters']): object {
    const name = nameParameter('name', parameters)
    const league = leagueParameter(serving, parameters)
    const days = countParameter('days', parameters.get('days'), 60)
    const limit = countParameter('limit', parameters.get('limit'), mostItems)
    const { teams } = serving.index
    const team = name === undefined ? null : asHttpError(() => resolveTeam(teams, 'name', undefined, name))
    const untilMs = days === null ? Number.POSITIVE_INFINITY : clock.now() + days * dayMs
    const fitting = shown(serving)
      .filter((one) => (league === null || one.league === league) && (parseUtc(one.scheduledUtc) ?? 0) <= untilMs)
      .map((one) => toItem(one, serving))
      .filter(({ team1, team2 }) => team === null || team1.id === team.id || team2.id === team.id)
    return listBody(serving, 'schedule', fitting, limit)
  }
  return routeOf('/v1/schedule', async ({ headers, serving, parameters }) => {
    const body = parameters.size === 0 ? whole(serving) : prepareBody(partOf(serving, parameters))
    return free(preparedAnswer(body, headers, 'private', 60))
  })
}

function toItem(one: ScheduledSeries, { index: { leagues } }: Serving): ScheduleItem {
  const { id, league, bestOf, scheduledUtc, team1, team2 } = one
  return { id, league, leagueName: leagueName(leagues, league), bestOf, scheduledUtc, team1, team2 }
}
