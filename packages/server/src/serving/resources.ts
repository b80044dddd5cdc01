import {
  type Catalogue,
  type CatalogueDetails,
  emptyPlayerDetail,
  emptyTeamDetail,
  emptyTournamentDetail,
} from '@riftline/core'
import type { PlayerDetailBody, TeamDetailBody, TournamentDetailBody } from '../contract/detail-schemas.ts'

/** The bodies of the detail routes by id: undefined where the catalogue has no such row. */
export interface Resources {
  team(id: number): TeamDetailBody | undefined
  player(id: number): PlayerDetailBody | undefined
  tournament(id: number): TournamentDetailBody | undefined
}

/** A row of the catalogue that the details do not list played no game in the window. */
export function createResources(catalogue: Catalogue, details: CatalogueDetails): Resources {
  const [teams, players, tournaments] = [byId(catalogue.teams), byId(catalogue.players), byId(catalogue.tournaments)]
  const [teamDetails, playerDetails] = [detailsById(details.teams), detailsById(details.players)]
  const tournamentDetails = detailsById(details.tournaments)
  return {
    team(id) {
      const row = teams.get(id)
      return row && { id: row.id, name: row.name, ...(teamDetails.get(id) ?? emptyTeamDetail) }
    },
    player(id) {
      const row = players.get(id)
      if (row === undefined) return undefined
      const team = row.teamId === null ? undefined : teams.get(row.teamId)
      const { name, role } = row
      return {
        id,
        name,
        role,
        team: team === undefined ? null : { id: team.id, name: team.name },
        ...(playerDetails.get(id) ?? emptyPlayerDetail),
      }
    },
    tournament(id) {
      const row = tournaments.get(id)
      if (row === undefined) return undefined
      const { name, league, region, startUtc, endUtc } = row
      return { id, name, league, region, startUtc, endUtc, ...(tournamentDetails.get(id) ?? emptyTournamentDetail) }
    },
  }
}

function byId<Row extends { readonly id: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}

function detailsById<Detail>(details: Readonly<Record<string, Detail>>): ReadonlyMap<number, Detail> {
  return new Map(Object.entries(details).map(([id, detail]) => [Number(id), detail]))
}
