import { byAnyId, type Catalogue, type CatalogueTeam, isActive, type NamedId } from '@riftline/predictor'
import type { ChampionItem, PlayerItem, TeamItem, TournamentItem } from '../contract/list-schemas.ts'
import { logoUrlOf, type TeamLogos } from './team-logos.ts'

/** The catalogue as callers see it: the items of the free lists, with which the detail bodies begin. Sorted by id. */
export interface CatalogueItems {
  readonly teams: readonly TeamItem[]
  readonly players: readonly PlayerItem[]
  readonly champions: readonly ChampionItem[]
  readonly tournaments: readonly TournamentItem[]
}

/** Made when they are first asked for: a prediction needs none of them. */
export function catalogueItemsAtNeed(catalogue: Catalogue, logos: TeamLogos): () => CatalogueItems {
  let items: CatalogueItems | undefined
  return () => {
    items ??= catalogueItems(catalogue, logos)
    return items
  }
}

function catalogueItems(catalogue: Catalogue, logos: TeamLogos): CatalogueItems {
  const teamsById = byAnyId(catalogue.teams)
  const teamRef = (id: number): NamedId | null => {
    const team = teamsById.get(id)
    return team === undefined ? null : { id: team.id, name: team.name }
  }
  const { asOf, teams, players, champions, tournaments } = catalogue
  return {
    teams: teams
      .map((team) => ({
        id: team.id,
        name: team.name,
        region: team.region,
        logoUrl: logoUrlOf(team, logos),
        league: team.league,
        code: codeOf(team),
        active: isActive(asOf, team.lastGameUtc),
        lastGameUtc: team.lastGameUtc,
      }))
      .sort(byId),
    players: players
      .map(({ id, name, role, teamId, lastTeamId = teamId, lastGameUtc = null }) => ({
        id,
        name,
        role,
        team: teamId === null ? null : teamRef(teamId),
        lastTeam: lastTeamId === null ? null : teamRef(lastTeamId),
        // In this order the list compresses better by a hundredth.
        active: isActive(asOf, lastGameUtc),
        lastGameUtc,
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

/** Codes are two to five capitals and digits. The one that a team is listed with comes first among its aliases; some are named by theirs. */
function codeOf({ name, aliases: [listed = '', ...aliases], commonNames = [] }: CatalogueTeam): string | null {
  return [listed, name, ...aliases, ...commonNames].find((text) => /^[A-Z\d]{2,5}$/.test(text)) ?? null
}

function byId(a: { readonly id: number }, b: { readonly id: number }): number {
  return a.id - b.id
}
