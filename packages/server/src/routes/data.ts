import type { CallHandler } from '../call.ts'
import type { Route } from '../router.ts'
import { detailRoutes } from './details.ts'
import { listRoutes } from './lists.ts'
import { type MarketsDeps, marketsRoute } from './markets.ts'
import { oddsRoute } from './odds.ts'
import { predictRoute } from './predict.ts'
import { scheduleRoute } from './schedule.ts'

/** Every route that answers from artifacts, schedule and captured odds: all of `/v1` but what tells of an account. */
export function dataRoutes(deps: MarketsDeps): readonly Route<CallHandler>[] {
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
