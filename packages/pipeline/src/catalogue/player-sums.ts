import type { Game, PlayerGame } from '../history/types.ts'
import type { ShareTotals } from './side-totals.ts'
import { type Sums, zeroSums } from './sums.ts'

/** Every statistic with the number of games in which it was known, since games without a player's line count too. */
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

/** What one game adds to a player; `line` has their numbers where the history does, `team` what shares are taken of. */
export function playerSumsOf(game: Game, won: boolean, line: PlayerGame | undefined, team: ShareTotals): PlayerSums {
  const sums = zeroSums(playerFields)
  sums.games = 1
  sums.wins = won ? 1 : 0
  if (line === undefined) return sums
  const { kills, deaths, assists, cs, gold } = line
  if (kills !== null && deaths !== null && assists !== null) {
    Object.assign(sums, { kills, deaths, assists, kdaGames: 1 })
    if (team.kills !== null) {
      Object.assign(sums, { participations: kills + assists, teamKills: team.kills, killGames: 1 })
    }
  }
  if (cs !== null && game.lengthSeconds !== null) {
    Object.assign(sums, { cs, csSeconds: game.lengthSeconds, csGames: 1 })
  }
  if (gold !== null && team.gold !== null) Object.assign(sums, { gold, teamGold: team.gold, goldGames: 1 })
  return sums
}
