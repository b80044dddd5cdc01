import { createIntern } from '../csv/intern.ts'
import type { HistoryFile, ReadContext } from '../csv/read-rows.ts'
import { toExternalIds } from '../ids/external-ids.ts'
import type { ExternalIds, Game, History, Series } from '../types.ts'
import { createGameBook } from './game-book.ts'
import { readGameRows } from './game-rows.ts'
import { readChampionRows, readPlayerRows, readTeamRows, readTournamentRows } from './name-rows.ts'
import { readNosideRows } from './noside-rows.ts'
import { readOddsRows } from './odds-rows.ts'
import { readPlayerGameRows } from './player-game-rows.ts'
import { readPlayerSeasonRows } from './player-season-rows.ts'
import { readSeriesRows } from './series-rows.ts'
import { readTeamSeasonRows } from './team-season-rows.ts'

/** The files of the riftline layout that were found; a continuation may have the first two only. */
export interface RiftlineFiles {
  readonly games: HistoryFile
  readonly series: HistoryFile
  readonly games_noside?: HistoryFile
  readonly player_games?: HistoryFile
  readonly teams?: HistoryFile
  readonly players?: HistoryFile
  readonly champions?: HistoryFile
  readonly tournaments?: HistoryFile
  readonly odds?: HistoryFile
  readonly team_seasons?: HistoryFile
  readonly player_seasons?: HistoryFile
}

/** Reads the riftline layout. Series come first because every game is checked against its series. */
export async function readRiftline(files: RiftlineFiles, context: ReadContext, known: ExternalIds): Promise<History> {
  const intern = createIntern()
  const series = await readSeriesRows(files.series, context, intern)
  const book = createGameBook(series)
  await readGameRows(files.games, context, intern, book)
  if (files.games_noside) await readNosideRows(files.games_noside, context, intern, book)
  const playerGames = files.player_games
    ? await readPlayerGameRows(files.player_games, context, intern, book.games)
    : []
  for (const row of series.values()) row.games.sort(byPlay)
  const named = {
    series: [...series.values()].sort(byStart),
    teams: files.teams ? await readTeamRows(files.teams, context) : [],
    players: files.players ? await readPlayerRows(files.players, context) : [],
    champions: files.champions ? await readChampionRows(files.champions, context) : [],
    tournaments: files.tournaments ? await readTournamentRows(files.tournaments, context) : [],
  }
  const odds = files.odds ? await readOddsRows(files.odds, context, intern, series) : []
  return {
    ...named,
    playerGames,
    odds,
    teamSeasons: files.team_seasons ? await readTeamSeasonRows(files.team_seasons, context) : [],
    playerSeasons: files.player_seasons ? await readPlayerSeasonRows(files.player_seasons, context) : [],
    skipped: context.skipped,
    games: book.games.size,
    externalIds: toExternalIds(named, known),
  }
}

function byPlay(a: Game, b: Game): number {
  return a.gameNumber - b.gameNumber || a.startMs - b.startMs || (a.id < b.id ? -1 : 1)
}

function byStart(a: Series, b: Series): number {
  return a.startMs - b.startMs || a.id - b.id
}
