import { toUtc } from '@riftline/core'
import { mostFrequent, pushRecent } from '../history/recent-games.ts'
import { type Game, type History, type Role, roles } from '../history/types.ts'

export interface Sightings {
  readonly teams: ReadonlyMap<
    number,
    { readonly league: string; readonly region: string | null; readonly lastMs: number }
  >
  readonly players: ReadonlyMap<number, { readonly role: Role; readonly teamId: number }>
  readonly tournaments: ReadonlyMap<
    number,
    { readonly league: string; readonly startUtc: string; readonly endUtc: string }
  >
}

/**
 * Derives teams, players and tournaments from the games alone. Leagues, regions and roles are those of most of the last 30
 * games, so that one international event does not move a team, nor one substitution a player.
 */
export function createSightings(history: History, games: readonly Game[]): Sightings {
  const regions = new Map(history.tournaments.map(({ id, region }) => [id, region]))
  const teams = new Map<number, { leagues: string[]; regions: (string | null)[]; lastMs: number }>()
  const players = new Map<number, { played: Role[]; teamId: number }>()
  const tournaments = new Map<number, { league: string; startUtc: string; endUtc: string }>()
  for (const { sides, startMs, league, tournamentId } of games) {
    if (tournamentId !== null) {
      const startUtc = tournaments.get(tournamentId)?.startUtc ?? toUtc(startMs)
      tournaments.set(tournamentId, { league, startUtc, endUtc: toUtc(startMs) })
    }
    for (const { teamId, playerIds } of sides) {
      const team = teams.get(teamId) ?? { leagues: [], regions: [], lastMs: startMs }
      teams.set(teamId, team)
      pushRecent(team.leagues, league)
      pushRecent(team.regions, tournamentId === null ? null : (regions.get(tournamentId) ?? null))
      team.lastMs = startMs
      for (const [seat, id] of playerIds.entries()) {
        if (id === null) continue
        const player = players.get(id) ?? { played: [], teamId }
        players.set(id, player)
        pushRecent(player.played, roles[seat]!)
        player.teamId = teamId
      }
    }
  }
  return {
    teams: mapValues(teams, (team) => ({
      league: mostFrequent(team.leagues)!,
      region: mostFrequent(team.regions),
      lastMs: team.lastMs,
    })),
    players: mapValues(players, ({ played, teamId }) => ({ role: mostFrequent(played)!, teamId })),
    tournaments,
  }
}

function mapValues<Key, In, Out>(map: ReadonlyMap<Key, In>, toOut: (value: In) => Out): ReadonlyMap<Key, Out> {
  return new Map([...map].map(([key, value]) => [key, toOut(value)]))
}
