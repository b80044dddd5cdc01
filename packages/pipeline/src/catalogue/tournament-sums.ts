import type { FirstObjective, Game } from '../history/types.ts'
import { type Sums, zeroSums } from './sums.ts'

const objectives: readonly FirstObjective[] = ['blood', 'tower', 'dragon', 'herald', 'baron']

export type TournamentField =
  | 'games'
  | 'lineGames'
  | 'sidedGames'
  | 'blueWins'
  | `${FirstObjective}${'Games' | 'Blue' | 'Won'}`
export const tournamentFields: readonly TournamentField[] = [
  'games',
  'lineGames',
  'sidedGames',
  'blueWins',
  ...objectives.flatMap((name): TournamentField[] => [`${name}Games`, `${name}Blue`, `${name}Won`]),
]
export type TournamentSums = Sums<TournamentField>

/** What one game adds to its tournament; `hasLines`: of single players. */
export function tournamentSumsOf(game: Game, hasLines: boolean): TournamentSums {
  const sums = zeroSums(tournamentFields)
  sums.games = 1
  sums.lineGames = hasLines ? 1 : 0
  if (!game.sidesKnown) return sums
  sums.sidedGames = 1
  sums.blueWins = game.winner === 0 ? 1 : 0
  for (const name of objectives) {
    const first = game.firsts[name]
    if (first === undefined) continue
    sums[`${name}Games`] = 1
    sums[`${name}Blue`] = first === 0 ? 1 : 0
    sums[`${name}Won`] = first === game.winner ? 1 : 0
  }
  return sums
}
