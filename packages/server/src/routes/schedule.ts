import { dayMs, parseUtc } from '@riftline/base'
import {
  leagueName,
  resolveTeam,
  type Schedule,
  type ScheduledSeries,
  seriesToCome,
  teamNameFault,
} from '@riftline/predictor'
import { free } from '../charging/charge-call.ts'
import type { ScheduleItem } from '../contract/list-schemas.ts'
import { asHttpError, invalidRequest } from '../http/http-error.ts'
import { compressBody, type PreparedBody, prepareBody, preparedAnswer } from '../http/prepared-body.ts'
import { countParameter } from '../http/target.ts'
import type { Call, CallHandler, Route } from '../router.ts'
import { type Serving, servedOf } from '../serving/serving.ts'
import { leagueParameter, limitParameter, listBody } from './lists.ts'
import type { DataDeps } from './odds.ts'

/** A body that holds until the schedule, the artifacts or the next series to begin make it another. */
interface Prepared {
  readonly of: Schedule | null
  readonly serving: Serving
  readonly fromMs: number
  readonly untilMs: number
  readonly body: PreparedBody
}

/** `GET /v1/schedule`: the series that have not begun, all or those of a league, a team or the next days; free and cacheable. */
export function scheduleRoute({ schedule, clock }: DataDeps): Route<CallHandler> {
  let last: Prepared | null = null
  const prepared = (serving: Serving): PreparedBody => {
    const now = clock.now()
    const of = schedule.current
    if (last?.of === of && last.serving === serving && last.fromMs <= now && now <= last.untilMs) return last.body
    const series = of === null ? [] : seriesToCome(of, now)
    const [first] = series
    const untilMs = first === undefined ? Number.POSITIVE_INFINITY : (parseUtc(first.scheduledUtc) ?? now)
    const items = series.flatMap((one) => toItem(one, serving))
    const body = prepareBody({ count: items.length, ...servedOf(serving), schedule: items })
    last = { of, serving, fromMs: now, untilMs, body }
    // A body that cannot be compressed is sent as it is.
    compressBody(body).catch(() => {})
    return body
  }
  function partOf(serving: Serving, parameters: Call['parameters']): object {
    const { league, days, limit, team } = asked(serving, parameters)
    const untilMs = days === null ? Number.POSITIVE_INFINITY : clock.now() + days * dayMs
    const series = schedule.current === null ? [] : seriesToCome(schedule.current, clock.now())
    const fitting = series
      .filter((one) => (league === null || one.league === league) && (parseUtc(one.scheduledUtc) ?? 0) <= untilMs)
      .flatMap((one) => toItem(one, serving))
      .filter(({ team1, team2 }) => team === null || team1.id === team.id || team2.id === team.id)
    return listBody(serving, 'schedule', fitting, limit)
  }
  return {
    path: '/v1/schedule',
    methods: ['GET', 'HEAD'],
    parameters: ['league', 'name', 'days', 'limit'],
    handle: async ({ headers, serving, parameters }) => {
      const body = parameters.size === 0 ? prepared(serving) : prepareBody(partOf(serving, parameters))
      return free(preparedAnswer(body, headers, 'private', 60))
    },
  }
}

/** @throws HttpError `validation_error`, `team_not_found`, `ambiguous_team` */
function asked(serving: Serving, parameters: Call['parameters']) {
  const name = parameters.get('name')
  const fault = name === undefined ? null : teamNameFault(name)
  if (fault !== null) throw invalidRequest(`name: ${fault}`)
  return {
    league: leagueParameter(serving, parameters.get('league')),
    days: countParameter('days', parameters.get('days'), 60),
    limit: limitParameter(parameters.get('limit')),
    team: name === undefined ? null : asHttpError(() => resolveTeam(serving.index.teams, 'name', undefined, name)),
  }
}

/** Under the ids and names of these artifacts; none where they do not know a team. */
function toItem(one: ScheduledSeries, { index: { teams, leagues } }: Serving): readonly ScheduleItem[] {
  const [first, second] = [teams.byId.get(one.team1.id), teams.byId.get(one.team2.id)]
  if (first === undefined || second === undefined || first.id === second.id) return []
  const { id, league, bestOf, scheduledUtc } = one
  const named = { team1: { id: first.id, name: first.name }, team2: { id: second.id, name: second.name } }
  return [{ id, league, leagueName: leagueName(leagues, league), bestOf, scheduledUtc, ...named }]
}
