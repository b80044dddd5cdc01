import type { Game, GameSide, PlayerGame, PlayerSeason, Series, SeriesOdds, TeamSeason } from '../types.ts'
import type { IdentifiedFolder } from './identify.ts'

/** Everything of a folder that names teams and players by id. */
export interface NumberedRows {
  readonly series: readonly Series[]
  readonly playerGames: readonly PlayerGame[]
  readonly odds: readonly SeriesOdds[]
  readonly teamSeasons: readonly TeamSeason[]
  readonly playerSeasons: readonly PlayerSeason[]
}

/** The same rows under the ids of whom theirs mean. */
export function renumber(rows: NumberedRows, { teamId, playerId }: IdentifiedFolder): NumberedRows {
  const renumberSide = (side: GameSide): GameSide => ({
    ...side,
    teamId: teamId(side.teamId),
    playerIds: side.playerIds.map((id) => (id === null ? null : playerId(id))),
  })
  const renumberGame = (game: Game): Game => {
    const [first, second] = game.sides
    return { ...game, sides: [renumberSide(first), renumberSide(second)] }
  }
  return {
    series: rows.series.map((series) => ({
      ...series,
      team1Id: teamId(series.team1Id),
      team2Id: teamId(series.team2Id),
      winnerTeamId: series.winnerTeamId === null ? null : teamId(series.winnerTeamId),
      games: series.games.map(renumberGame),
    })),
    playerGames: rows.playerGames.map((line) => ({
      ...line,
      playerId: playerId(line.playerId),
      teamId: teamId(line.teamId),
    })),
    odds: rows.odds.map((price) => ({
      ...price,
      team1Id: teamId(price.team1Id),
      team2Id: teamId(price.team2Id),
    })),
    teamSeasons: rows.teamSeasons.map((row) => ({ ...row, teamId: teamId(row.teamId) })),
    playerSeasons: rows.playerSeasons.map((row) => ({
      ...row,
      playerId: playerId(row.playerId),
      teamId: row.teamId === null ? null : teamId(row.teamId),
    })),
  }
}
