import type { Catalogue } from '@riftline/core'
import type { Route } from '../router.ts'
import { listRoute } from './prepared-list.ts'

/** `GET /v1/teams`. `logoUrl` is never null: a team without a logo gets the placeholder. */
export function teamsRoute(catalogue: Catalogue, logoPlaceholderUrl: string): Route {
  return listRoute(
    'teams',
    catalogue.teams.map(({ id, name, region, logoUrl }) => ({
      id,
      name,
      region,
      logoUrl: logoUrl ?? logoPlaceholderUrl,
    })),
  )
}
