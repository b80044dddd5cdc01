import { createSerial } from '@riftline/base/node'
import { byAnyId, type Catalogue, type CatalogueTeam, isActive, type NamedId } from '@riftline/predictor'
import type { ChampionItem, PlayerItem, TeamItem, TournamentItem } from '../contract/list-schemas.ts'
import type { Served } from '../http/answer.ts'
import { compressBody, type PreparedBody, prepareBody } from '../http/prepared-body.ts'
import { logoUrlOf, type ServedLogos } from './logos-file.ts'

/** The catalogue as callers see it: the items of the free lists, with which the detail bodies begin. Sorted by id. */
export interface CatalogueItems {
  readonly teams: readonly TeamItem[]
  readonly players: readonly PlayerItem[]
  readonly champions: readonly ChampionItem[]
  readonly tournaments: readonly TournamentItem[]
}

/** Made when they are first asked for: a prediction needs none of them. */
export function catalogueItemsAtNeed(catalogue: Catalogue, logos: ServedLogos): () => CatalogueItems {
  let items: CatalogueItems | undefined
  return () => {
    items ??= catalogueItems(catalogue, logos)
    return items
  }
}

function catalogueItems(catalogue: Catalogue, logos: ServedLogos): CatalogueItems {
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

/**
 * The four free lists, those of teams and players also of the active or the inactive alone; null is all. Each is made at the
 * first request, which is answered as it is; later ones find it compressed.
 */
export type DiscoveryLists = Readonly<Record<keyof CatalogueItems, (active?: boolean | null) => PreparedBody>>

export function createDiscoveryLists(items: () => CatalogueItems, envelope: Served): DiscoveryLists {
  // One after the other: the threads that compress are those that write the journal.
  const inTurn = createSerial()
  const list = (name: keyof CatalogueItems): ((active?: boolean | null) => PreparedBody) => {
    const prepared = new Map<boolean | null, PreparedBody>()
    return (active = null) => {
      const known = prepared.get(active)
      if (known !== undefined) return known
      const shown: readonly object[] = items()[name].filter(
        (item) => active === null || !('active' in item) || item.active === active,
      )
      const plain = prepareBody({ count: shown.length, ...envelope, [name]: shown })
      prepared.set(active, plain)
      // A body that cannot be compressed is sent as it is.
      inTurn(() => compressBody(plain)).catch(() => {})
      return plain
    }
  }
  return {
    teams: list('teams'),
    players: list('players'),
    champions: list('champions'),
    tournaments: list('tournaments'),
  }
}
