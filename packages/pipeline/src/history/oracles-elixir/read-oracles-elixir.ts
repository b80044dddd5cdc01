import { createIntern } from '../csv/intern.ts'
import type { HistoryFile, ReadContext } from '../csv/read-rows.ts'
import { openIdentity } from '../identity/identity.ts'
import { toNamedRows } from '../identity/named-rows.ts'
import { createIdTable } from '../ids/id-table.ts'
import type { ReadBase } from '../read-history.ts'
import type { History, PlayerGame } from '../types.ts'
import { closeSeries } from './close-series.ts'
import { collectGames } from './collect-games.ts'
import { cutSeries } from './cut-series.ts'
import { inferBestOf } from './infer-best-of.ts'
import { lastStatedMs, type NamedGame, nameGames, sourceIdsOf } from './name-games.ts'
import { toChampionRows, toTournamentRows } from './name-rows.ts'

/**
 * Reads Oracle's Elixir's yearly files. They have no series, best-of or numeric ids: series are cut from the games, the best-of
 * is inferred, ids continue those of `known` in order of first appearance.
 */
export async function readOraclesElixir(
  files: readonly HistoryFile[],
  context: ReadContext,
  { known, names: { aliases, leagues } }: ReadBase,
): Promise<History> {
  const sources = await collectGames(files, context, createIntern())
  const identity = openIdentity({
    known,
    aliases,
    leagues,
    present: sourceIdsOf(sources),
    lastStatedMs: lastStatedMs(sources),
  })
  identity.join()
  const naming = {
    identity,
    champions: createIdTable(known.champions),
    tournaments: createIdTable(known.tournaments),
  }
  const games = nameGames(sources, naming, context.skipped)
  const cut = cutSeries(games.map(({ game }) => game))
  const bestOf = inferBestOf(cut)
  const series = cut.map((loose, index) => closeSeries(loose, known.lastSeriesId + index + 1, bestOf[index]!))
  const identified = identity.close()
  return {
    series,
    ...toNamedRows(identified, playedIn(games)),
    champions: toChampionRows(games, naming),
    tournaments: toTournamentRows(games),
    playerGames: games.flatMap(toPlayerGames),
    odds: [],
    teamSeasons: [],
    skipped: context.skipped,
    games: games.length,
    findings: identified.findings,
    externalIds: {
      teams: identified.teams,
      players: identified.players,
      champions: naming.champions.close(),
      tournaments: naming.tournaments.close(),
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

function playedIn(games: readonly NamedGame[]): { readonly teams: Set<number>; readonly players: Set<number> } {
  const played = { teams: new Set<number>(), players: new Set<number>() }
  for (const { game } of games) {
    for (const { teamId, playerIds } of game.sides) {
      played.teams.add(teamId)
      for (const id of playerIds) if (id !== null) played.players.add(id)
    }
  }
  return played
}
