import { groupBy } from '../../group-by.ts'
import type { HistoryFile, ReadContext } from '../csv/read-rows.ts'
import { addNames, lastUsed } from '../external-ids.ts'
import { byStart, fillTotals, holdRunning, lastGameMs } from '../games.ts'
import type { ReadBase } from '../read-history.ts'
import { isNear } from '../stated/best-of.ts'
import type { Game, GameSide, HistorySeries, PlayerGame } from '../types.ts'
import { type GameBook, readGameRows, readNosideRows, readPlayerGameRows, readSeriesRows } from './game-rows.ts'
import { identifyFolder, renumber } from './identify.ts'
import * as nameRows from './name-rows.ts'
import { readOddsRows, readOtherMarketRows } from './odds-rows.ts'

export const optionalFiles = [
  ...(['games_noside', 'player_games', 'teams', 'players', 'champions', 'tournaments'] as const),
  ...(['odds', 'odds_other_markets', 'team_seasons', 'player_seasons'] as const),
]

/** The files of the layout that were found; a continuation may have only the first two. */
export type RiftlineFiles = Readonly<Record<'games' | 'series', HistoryFile>> &
  Readonly<Partial<Record<(typeof optionalFiles)[number], HistoryFile>>>

/** Reads riftline's layout, series first, since every game is checked against its series. Ids become those of `known`. */
export async function readRiftline(files: RiftlineFiles, context: ReadContext, { known, names }: ReadBase) {
  const book: GameBook = { context, series: new Map(), games: new Map() }
  const { series } = book
  await readSeriesRows(files.series, book)
  await readGameRows(files.games, book)
  await readNosideRows(files.games_noside, book)
  const playerGames = await readPlayerGameRows(files.player_games, book)
  for (const row of series.values()) row.games.sort(byNumber)
  const all = fillSides([...series.values()].sort(byStart), playerGames)
  const held = holdRunning(all, runningOf(all))
  const heldIds = new Set(held?.games.map(({ id }) => id))
  const listed = {
    series: held === null ? all : all.filter(({ startMs }) => startMs <= held.untilMs),
    playerGames: playerGames.filter(({ gameId }) => !heldIds.has(gameId)),
    teams: await nameRows.readTeamRows(files.teams, context),
    players: await nameRows.readPlayerRows(files.players, context),
    tournaments: await nameRows.readTournamentRows(files.tournaments, context),
  }
  const champions = await nameRows.readChampionRows(files.champions, context)
  const { odds, maps } = await readOddsRows(files.odds, book)
  const others = await readOtherMarketRows(files.odds_other_markets, book)
  const teamSeasons = await nameRows.readTeamSeasonRows(files.team_seasons, context)
  const playerSeasons = await nameRows.readPlayerSeasonRows(files.player_seasons, context)
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

/** Series near the newest game that the table of series does not mark complete. */
function runningOf(all: readonly HistorySeries[]): readonly HistorySeries[] {
  const near = isNear(lastGameMs({ series: all }))
  return all.filter(({ complete, games }) => !complete && games.length > 0 && near(games))
}

/** Fills the unknown numbers of sides with the sums of their five players' lines. */
function fillSides(series: readonly HistorySeries[], playerGames: readonly PlayerGame[]): readonly HistorySeries[] {
  const lines = groupBy(playerGames, ({ gameId }) => gameId)
  const fill = (game: Game): Game => {
    const ofGame = lines.get(game.id)
    if (ofGame === undefined) return game
    const filled = (side: GameSide): GameSide => {
      const own = ofGame.filter(({ teamId }) => teamId === side.teamId)
      return fillTotals(side, own)
    }
    return { ...game, sides: [filled(game.sides[0]), filled(game.sides[1])] }
  }
  return series.map((row) => ({ ...row, games: row.games.map(fill) }))
}

function byNumber(a: Game, b: Game): number {
  return a.gameNumber - b.gameNumber || a.startMs - b.startMs || (a.id < b.id ? -1 : 1)
}
