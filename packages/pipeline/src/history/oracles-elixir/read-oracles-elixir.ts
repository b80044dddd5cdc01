import { createIntern } from '../csv/intern.ts'
import type { HistoryFile, ReadContext } from '../csv/read-rows.ts'
import type { ExternalIds, History, PlayerGame } from '../types.ts'
import { closeSeries } from './close-series.ts'
import { collectGames } from './collect-games.ts'
import { cutSeries } from './cut-series.ts'
import { inferBestOf } from './infer-best-of.ts'
import { type NamedGame, nameGames, openIdTables } from './name-games.ts'
import { toChampionRows, toPlayerRows, toTeamRows, toTournamentRows } from './name-rows.ts'

/**
 * Reads Oracle's Elixir's yearly files. They have no series, best-of or numeric ids: series are cut from the games, the best-of
 * is inferred, ids continue those of `known` in order of first appearance.
 */
export async function readOraclesElixir(
  files: readonly HistoryFile[],
  context: ReadContext,
  known: ExternalIds,
): Promise<History> {
  const sources = await collectGames(files, context, createIntern())
  const tables = openIdTables(known, sources)
  const games = nameGames(sources, tables, context.skipped)
  const cut = cutSeries(games.map(({ game }) => game))
  const bestOf = inferBestOf(cut)
  const series = cut.map((loose, index) => closeSeries(loose, known.lastSeriesId + index + 1, bestOf[index]!))
  return {
    series,
    teams: toTeamRows(games),
    players: toPlayerRows(games),
    champions: toChampionRows(games, tables),
    tournaments: toTournamentRows(games),
    playerGames: games.flatMap(toPlayerGames),
    odds: [],
    teamSeasons: [],
    skipped: context.skipped,
    games: games.length,
    externalIds: {
      teams: tables.teams.close(),
      players: tables.players.close(),
      champions: tables.champions.close(),
      tournaments: tables.tournaments.close(),
      lastSeriesId: known.lastSeriesId + series.length,
    },
  }
}

function toPlayerGames({ source, game }: NamedGame): readonly PlayerGame[] {
  const lines: PlayerGame[] = []
  for (const [index, side] of game.sides.entries()) {
    for (const [seat, playerId] of side.playerIds.entries()) {
      if (playerId === null) continue
      const { player: _player, ...counts } = source.sides[index as 0 | 1].players[seat]!
      lines.push({ gameId: game.id, playerId, teamId: side.teamId, ...counts })
    }
  }
  return lines
}
