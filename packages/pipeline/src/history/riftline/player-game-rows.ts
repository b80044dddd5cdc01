import { BadRow, toId, toOptionalId, toOptionalNumber, toOptionalText, toText } from '../csv/cells.ts'
import { findColumns, type HistoryFile, type Intern, type ReadContext, readRows } from '../csv/read-rows.ts'
import type { Game, PlayerGame } from '../types.ts'

const required = ['game_id', 'player_id', 'team_id'] as const
const optional = ['champion', 'kills', 'deaths', 'assists', 'cs', 'gold'] as const

/**
 * Reads `player_games.csv`, the lines of single players. A line without a player id is left out without a report: the history
 * has the numbers of that seat but not its player.
 */
export async function readPlayerGameRows(
  file: HistoryFile,
  context: ReadContext,
  intern: Intern,
  games: ReadonlyMap<string, Game>,
): Promise<readonly PlayerGame[]> {
  const lines: PlayerGame[] = []
  const seen = new Map<Game, number[]>()
  await readRows(file, context, (header) => {
    const at = findColumns(file.name, header, required, optional)
    return (cells) => {
      const playerId = toOptionalId(cells[at.player_id], 'player_id')
      if (playerId === null) return
      const gameId = toText(cells[at.game_id], 'game_id')
      const game = games.get(gameId)
      if (game === undefined) throw new BadRow(`game_id: no sound game row has ${gameId}`)
      const teamId = toId(cells[at.team_id], 'team_id')
      if (game.sides[0].teamId !== teamId && game.sides[1].teamId !== teamId) {
        throw new BadRow(`team_id: ${teamId} does not play in ${gameId}`)
      }
      const line: PlayerGame = {
        gameId: game.id,
        playerId,
        teamId,
        champion: intern(toOptionalText(cells[at.champion])),
        kills: toOptionalNumber(cells[at.kills], 'kills', 0, 200),
        deaths: toOptionalNumber(cells[at.deaths], 'deaths', 0, 200),
        assists: toOptionalNumber(cells[at.assists], 'assists', 0, 200),
        cs: toOptionalNumber(cells[at.cs], 'cs', 0, 3000),
        gold: toOptionalNumber(cells[at.gold], 'gold', 0, 200_000),
      }
      const players = seen.get(game)
      if (players?.includes(playerId)) throw new BadRow(`player_id: ${playerId} has two lines in ${gameId}`)
      if (players === undefined) seen.set(game, [playerId])
      else players.push(playerId)
      lines.push(line)
    }
  })
  return lines
}
