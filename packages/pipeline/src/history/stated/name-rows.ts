import type { ChampionRow, TournamentRow } from '../types.ts'
import { type NamedGame, type Naming, tournamentName } from './name-games.ts'

// Tables that riftline's own layout has as files, derived from the games. Lists are in order of id.

export function toChampionRows(games: readonly NamedGame[], { champions }: Naming): readonly ChampionRow[] {
  const picks = games.flatMap(({ game }) => game.sides.flatMap((side) => side.champions))
  const names = new Set(picks.filter((name) => name !== null))
  const rows = [...names].map((name) => ({ id: champions.idOf(name), name, imageUrl: null }))
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
      region: source.region,
      season: source.season,
      startMs: row?.startMs ?? game.startMs,
      endMs: game.startMs,
    })
  }
  return [...rows.values()].sort((a, b) => a.id - b.id)
}
