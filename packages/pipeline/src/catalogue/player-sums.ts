import type { Game, PlayerGame } from '../history/types.ts'
import type { SideTotals } from './side-totals.ts'
import { type Sums, zeroSums } from './sums.ts'

/** Every statistic beside the number of games in which it was known: a player may be known to have played, and no more. */
const fields = [
  'games',
  'wins',
  'kills',
  'deaths',
  'assists',
  'kdaGames',
  'cs',
  'csSeconds',
  'csGames',
  'gold',
  'teamGold',
  'goldGames',
  'participations',
  'teamKills',
  'killGames',
] as const

export type PlayerField = (typeof fields)[number]
export const playerFields: readonly PlayerField[] = fields
export type PlayerSums = Sums<PlayerField>

/** What one game adds to a player; `line` holds his numbers where the history has them, `team` the totals of his side. */
export function playerSumsOf(game: Game, won: boolean, line: PlayerGame | undefined, team: SideTotals): PlayerSums {
  const sums = zeroSums(playerFields)
  sums.games = 1
  sums.wins = won ? 1 : 0
  if (line === undefined) return sums
  const { kills, deaths, assists, cs, gold } = line
  if (kills !== null && deaths !== null && assists !== null) {
    Object.assign(sums, { kills, deaths, assists, kdaGames: 1 })
    if (team.kills !== null && team.kills > 0) {
      Object.assign(sums, { participations: kills + assists, teamKills: team.kills, killGames: 1 })
    }
  }
  if (cs !== null && game.lengthSeconds !== null) {
    Object.assign(sums, { cs, csSeconds: game.lengthSeconds, csGames: 1 })
  }
  if (gold !== null && team.gold !== null) Object.assign(sums, { gold, teamGold: team.gold, goldGames: 1 })
  return sums
}
