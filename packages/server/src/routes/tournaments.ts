import type { Catalogue } from '@riftline/core'
import type { Route } from '../router.ts'
import { listRoute } from './prepared-list.ts'

/** `GET /v1/tournaments`. */
export function tournamentsRoute(catalogue: Catalogue): Route {
  return listRoute(
    'tournaments',
    catalogue.tournaments.map(({ id, name, league, region, startUtc, endUtc }) => ({
      id,
      name,
      league,
      region,
      startUtc,
      endUtc,
    })),
  )
}
