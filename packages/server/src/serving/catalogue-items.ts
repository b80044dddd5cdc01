import { byAnyId, type Catalogue, type NamedId } from '@riftline/core'
import type { ChampionItem, PlayerItem, TeamItem, TournamentItem } from '../contract/list-schemas.ts'

/** The catalogue as callers see it: the items of the free lists, with which the detail bodies begin. Sorted by id. */
export interface CatalogueItems {
  readonly teams: readonly TeamItem[]
  readonly players: readonly PlayerItem[]
  readonly champions: readonly ChampionItem[]
  readonly tournaments: readonly TournamentItem[]
}

export function catalogueItems(catalogue: Catalogue, logoPlaceholderUrl: string): CatalogueItems {
  const teamsById = byAnyId(catalogue.teams)
  const teamRef = (id: number): NamedId | null => {
    const team = teamsById.get(id)
    return team === undefined ? null : { id: team.id, name: team.name }
  }
  const { teams, players, champions, tournaments } = catalogue
  return {
    teams: teams
      .map(({ id, name, region, logoUrl }) => ({ id, name, region, logoUrl: logoUrl ?? logoPlaceholderUrl }))
      .sort(byId),
    players: players
      .map(({ id, name, role, teamId }) => ({
        id,
        name,
        role,
        team: teamId === null ? null : teamRef(teamId),
      }))
      .sort(byId),
    champions: champions.map(({ id, name, imageUrl }) => ({ id, name, imageUrl })).sort(byId),
    tournaments: tournaments
      .map(({ id, name, league, leagueName = league, season, region, startUtc, endUtc }) => {
        return { id, name, league, leagueName, season, region, startUtc, endUtc }
      })
      .sort(byId),
  }
}

function byId(a: { readonly id: number }, b: { readonly id: number }): number {
  return a.id - b.id
}
