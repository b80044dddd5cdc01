import { mostFrequent, pushRecent } from '../recent-games.ts'
import { type ChampionRow, type PlayerRow, type Role, roles, type TeamRow, type TournamentRow } from '../types.ts'
import { type IdTables, type NamedGame, tournamentName } from './name-games.ts'

// The tables that riftline's own layout has as files, derived from the games. Lists are in order of id.

/** A team's league is that of most of its last 30 games, so that an international event does not change it. */
export function toTeamRows(games: readonly NamedGame[]): readonly TeamRow[] {
  const seen = new Map<number, { names: string[]; leagues: string[]; oeIds: Set<string> }>()
  for (const { source, game } of games) {
    for (const [index, { teamId }] of game.sides.entries()) {
      const team = seen.get(teamId) ?? { names: [], leagues: [], oeIds: new Set() }
      seen.set(teamId, team)
      const { name, sourceId } = source.sides[index as 0 | 1].team
      setLast(team.names, name)
      if (sourceId !== null) team.oeIds.add(sourceId)
      pushRecent(team.leagues, game.league)
    }
  }
  return byId(seen, (id, { names, leagues, oeIds }) => ({
    id,
    name: names.at(-1)!,
    code: null,
    region: null,
    league: mostFrequent(leagues),
    aliases: names.slice(0, -1),
    oeIds: [...oeIds],
  }))
}

export function toPlayerRows(games: readonly NamedGame[]): readonly PlayerRow[] {
  const seen = new Map<number, { names: string[]; played: Role[]; teamId: number }>()
  for (const { source, game } of games) {
    for (const [index, { teamId, playerIds }] of game.sides.entries()) {
      for (const [seat, id] of playerIds.entries()) {
        if (id === null) continue
        const player = seen.get(id) ?? { names: [], played: [], teamId }
        seen.set(id, player)
        player.teamId = teamId
        setLast(player.names, source.sides[index as 0 | 1].players[seat]!.player!.name)
        pushRecent(player.played, roles[seat]!)
      }
    }
  }
  return byId(seen, (id, { names, played, teamId }) => ({
    id,
    name: names.at(-1)!,
    role: mostFrequent(played),
    teamId,
    aliases: names.slice(0, -1),
  }))
}

export function toChampionRows(games: readonly NamedGame[], tables: IdTables): readonly ChampionRow[] {
  const names = new Set(games.flatMap(({ game }) => game.sides.flatMap((side) => side.champions)))
  names.delete(null)
  const rows = ([...names] as string[]).map((name) => ({ id: tables.champions.idOf(null, name), name, imageUrl: null }))
  return rows.sort((a, b) => a.id - b.id)
}

export function toTournamentRows(games: readonly NamedGame[]): readonly TournamentRow[] {
  const rows = new Map<number, TournamentRow>()
  for (const { source, game } of games) {
    const id = game.tournamentId!
    const row = rows.get(id)
    rows.set(id, {
      id,
      name: tournamentName(source),
      league: game.league,
      region: null,
      season: source.year,
      startMs: row?.startMs ?? game.startMs,
      endMs: game.startMs,
    })
  }
  return byId(rows, (_, row) => row)
}

/** Keeps a name once and moves it to the end: the last name is the current one. */
function setLast(names: string[], name: string): void {
  if (names.at(-1) === name) return
  const index = names.indexOf(name)
  if (index !== -1) names.splice(index, 1)
  names.push(name)
}

function byId<In, Out>(rows: ReadonlyMap<number, In>, toRow: (id: number, row: In) => Out): readonly Out[] {
  return [...rows].sort(([a], [b]) => a - b).map(([id, row]) => toRow(id, row))
}
