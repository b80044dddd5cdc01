import {
  byAnyId,
  type Catalogue,
  type CatalogueDetails,
  emptyPlayerDetail,
  emptyTeamDetail,
  emptyTournamentDetail,
} from '@riftline/core'
import type { PlayerDetailBody, TeamDetailBody, TournamentDetailBody } from '../contract/detail-schemas.ts'
import type { CatalogueItems } from './catalogue-items.ts'

/** The bodies of the detail routes by id: undefined where the catalogue has no such item. */
export interface Resources {
  team(id: number): TeamDetailBody | undefined
  player(id: number): PlayerDetailBody | undefined
  tournament(id: number): TournamentDetailBody | undefined
}

/** A former id of a team or player finds the body of the current one. */
export function createResources(items: CatalogueItems, details: CatalogueDetails, catalogue: Catalogue): Resources {
  const teams = items.teams.map(({ id, name }) => ({ id, name }))
  return {
    team: byFormerId(catalogue.teams, bodyById(teams, details.teams, emptyTeamDetail)),
    player: byFormerId(catalogue.players, bodyById(items.players, details.players, emptyPlayerDetail)),
    tournament: bodyById(items.tournaments, details.tournaments, emptyTournamentDetail),
  }
}

function byFormerId<Body>(rows: Parameters<typeof byAnyId>[0], bodyOf: (id: number) => Body): (id: number) => Body {
  const current = byAnyId(rows)
  return (id) => bodyOf(current.get(id)?.id ?? id)
}

/** @param empty for an item that the details do not list: it played no game in the window */
function bodyById<Item extends { readonly id: number }, Detail>(
  items: readonly Item[],
  details: Readonly<Record<string, Detail>>,
  empty: Detail,
): (id: number) => (Item & Detail) | undefined {
  const byId = new Map(items.map((item) => [item.id, item]))
  return (id) => {
    const item = byId.get(id)
    return item && { ...item, ...(details[id] ?? empty) }
  }
}
