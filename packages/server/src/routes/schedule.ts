import { parseUtc, type Schedule, type ScheduledSeries, seriesToCome } from '@riftline/core'
import type { Clock } from '@riftline/ledger'
import type { CallHandler } from '../call.ts'
import { free } from '../charging/charge-call.ts'
import type { ScheduleItem } from '../contract/schedule-schema.ts'
import { compressBody, type PreparedBody, prepareBody, preparedAnswer } from '../http/prepared-body.ts'
import type { Route } from '../router.ts'
import type { CurrentSchedule } from '../schedule/current-schedule.ts'
import { type Serving, servedOf } from '../serving/serving.ts'

export interface ScheduleDeps {
  readonly schedule: CurrentSchedule
  readonly clock: Clock
}

/** A body that holds until the schedule, the artifacts or the next series to begin make it another. */
interface Prepared {
  readonly of: Schedule | null
  readonly serving: Serving
  readonly fromMs: number
  readonly untilMs: number
  body: PreparedBody
}

/** `GET /v1/schedule`: the series that have not begun, free and cacheable. */
export function scheduleRoute({ schedule, clock }: ScheduleDeps): Route<CallHandler> {
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
    const made: Prepared = { of, serving, fromMs: now, untilMs, body }
    last = made
    // What cannot be compressed is sent as it is.
    compressBody(body).then(
      (compressed) => {
        made.body = compressed
      },
      () => {},
    )
    return body
  }
  return {
    path: '/v1/schedule',
    methods: ['GET', 'HEAD'],
    parameters: [],
    handle: ({ exchange, serving }) => free(preparedAnswer(prepared(serving), exchange.request, 'private', 60)),
  }
}

/** Under the ids and names of these artifacts; none where they do not know a team. */
function toItem(one: ScheduledSeries, { index: { teams } }: Serving): readonly ScheduleItem[] {
  const [first, second] = [teams.byId.get(one.team1.id), teams.byId.get(one.team2.id)]
  if (first === undefined || second === undefined || first.id === second.id) return []
  const { id, league, bestOf, scheduledUtc } = one
  const named = { team1: { id: first.id, name: first.name }, team2: { id: second.id, name: second.name } }
  return [{ id, league, bestOf, scheduledUtc, ...named }]
}
