import type { Catalogue } from '@riftline/core'
import type { Route } from '../router.ts'
import { listRoute } from './prepared-list.ts'

/** `GET /v1/players`, each with the current team by id and name. */
export function playersRoute(catalogue: Catalogue): Route {
  const teams = new Map(catalogue.teams.map(({ id, name }) => [id, { id, name }]))
  return listRoute(
    'players',
    catalogue.players.map(({ id, name, role, teamId }) => ({
      id,
      name,
      role,
      team: teamId === null ? null : (teams.get(teamId) ?? null),
    })),
  )
}
