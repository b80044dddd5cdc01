import { createIntern, type HistoryFile, type ReadContext } from '../csv/read-rows.ts'
import { addNames, lastUsed } from '../external-ids.ts'
import { fillTotals, groupLines, holdRunning, lastGameMs } from '../games.ts'
import type { ReadBase } from '../read-history.ts'
import { isNear } from '../stated/best-of.ts'
import type { Game, GameSide, History, PlayerGame, Series } from '../types.ts'
import { createGameBook, readGameRows, readNosideRows } from './game-rows.ts'
import { identifyFolder, renumber } from './identify.ts'
import { readChampionRows, readPlayerRows, readTeamRows, readTournamentRows } from './name-rows.ts'
import { readOddsRows, readOtherMarketRows } from './odds-rows.ts'
import { readPlayerGameRows } from './player-game-rows.ts'
import { readPlayerSeasonRows, readTeamSeasonRows } from './season-rows.ts'
import { readSeriesRows } from './series-rows.ts'

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
  readonly odds_other_markets?: HistoryFile
  readonly team_seasons?: HistoryFile
  readonly player_seasons?: HistoryFile
}

/**
 * Reads the riftline layout. Series come first because every game is checked against its series. Ids of teams and players
 * become those that `known` has for whom they mean.
 */
export async function readRiftline(
  files: RiftlineFiles,
  context: ReadContext,
  { known, names }: ReadBase,
): Promise<History> {
  const intern = createIntern()
  const series = await readSeriesRows(files.series, context, intern)
  const book = createGameBook(series, context.nowMs)
  await readGameRows(files.games, context, intern, book)
  if (files.games_noside) await readNosideRows(files.games_noside, context, intern, book)
  const playerGames = files.player_games
    ? await readPlayerGameRows(files.player_games, context, intern, book.games)
    : []
  for (const row of series.values()) row.games.sort(byNumber)
  const all = fillSides([...series.values()].sort(byStart), playerGames)
  const held = holdRunning(all, runningOf(all))
  const heldIds = new Set(held?.games.map(({ id }) => id))
  const listed = {
    series: held === null ? all : all.filter(({ startMs }) => startMs <= held.untilMs),
    playerGames: playerGames.filter(({ gameId }) => !heldIds.has(gameId)),
    teams: files.teams ? await readTeamRows(files.teams, context) : [],
    players: files.players ? await readPlayerRows(files.players, context) : [],
    tournaments: files.tournaments ? await readTournamentRows(files.tournaments, context) : [],
  }
  const champions = files.champions ? await readChampionRows(files.champions, context) : []
  const { odds, maps } = files.odds ? await readOddsRows(files.odds, context, intern, series) : { odds: [], maps: [] }
  const others = files.odds_other_markets
    ? await readOtherMarketRows(files.odds_other_markets, context, intern, series)
    : []
  const teamSeasons = files.team_seasons ? await readTeamSeasonRows(files.team_seasons, context) : []
  const playerSeasons = files.player_seasons ? await readPlayerSeasonRows(files.player_seasons, context) : []
  const folder = identifyFolder(listed, known, names)
  const { identified, rows } = folder
  const last = lastUsed(listed.series)
  return {
    ...renumber({ ...listed, odds, teamSeasons, playerSeasons }, folder),
    ...rows,
    marketOdds: [...maps, ...others],
    champions,
    tournaments: listed.tournaments,
    skipped: context.skipped,
    games: book.games.size - heldIds.size,
    ...(held !== null && { held: held.games }),
    findings: identified.findings,
    externalIds: {
      teams: identified.teams,
      players: identified.players,
      champions: addNames(known.champions, champions),
      tournaments: addNames(known.tournaments, listed.tournaments, last.tournament),
      lastSeriesId: Math.max(known.lastSeriesId, last.series),
    },
  }
}

/** Series near the newest game that the table of series does not call complete. */
function runningOf(all: readonly Series[]): readonly Series[] {
  const near = isNear(lastGameMs({ series: all }))
  return all.filter(({ complete, games }) => !complete && games.length > 0 && near(games))
}

/** Sides without numbers of their own have those of their five lines. */
function fillSides(series: readonly Series[], playerGames: readonly PlayerGame[]): readonly Series[] {
  const lines = groupLines(playerGames)
  const fill = (game: Game): Game => {
    const ofGame = lines.get(game.id)
    if (ofGame === undefined) return game
    const [first, second] = game.sides.map((side) =>
      fillTotals(
        side,
        ofGame.filter(({ teamId }) => teamId === side.teamId),
      ),
    ) as [GameSide, GameSide]
    return { ...game, sides: [first, second] }
  }
  return series.map((row) => ({ ...row, games: row.games.map(fill) }))
}

function byNumber(a: Game, b: Game): number {
  return a.gameNumber - b.gameNumber || a.startMs - b.startMs || (a.id < b.id ? -1 : 1)
}

function byStart(a: Series, b: Series): number {
  return a.startMs - b.startMs || a.id - b.id
}
