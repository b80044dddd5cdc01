import { leagueOf, roleOf } from '../recent-games.ts'
import type { PlayerRow, TeamRow } from '../types.ts'
import type { IdentifiedPeople } from './identity.ts'

/** The rows of teams and players that a folder names; whoever has no name has no row. */
export function toNamedRows(
  { teams, players }: IdentifiedPeople,
  named: { readonly teams: ReadonlySet<number>; readonly players: ReadonlySet<number> },
): { readonly teams: readonly TeamRow[]; readonly players: readonly PlayerRow[] } {
  return {
    teams: teams.rows.flatMap(({ id, names: [name, ...aliases], region, recentLeagues }) => {
      if (name === undefined || !named.teams.has(id)) return []
      return [{ id, name, code: null, region, league: leagueOf(recentLeagues), aliases }]
    }),
    players: players.rows.flatMap(({ id, names: [name, ...aliases], recentRoles, teamId }) => {
      if (name === undefined || !named.players.has(id)) return []
      return [{ id, name, role: roleOf(recentRoles), teamId, aliases }]
    }),
  }
}
