import type { Catalogue } from '@riftline/core'
import type { Route } from '../router.ts'
import { listRoute } from './prepared-list.ts'

/** `GET /v1/champions`: the names that picks accept. */
export function championsRoute(catalogue: Catalogue): Route {
  return listRoute(
    'champions',
    catalogue.champions.map(({ id, name, imageUrl }) => ({ id, name, imageUrl })),
  )
}
