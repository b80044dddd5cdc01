import type { SideTotals } from '../history/games.ts'
import type { Game } from '../history/types.ts'
import { type Sums, zeroSums } from './sums.ts'

// `x` beside `xGames`: the sum, and the number of games in which it was known.
const measures = [
  'length',
  'kills',
  'deaths',
  'towers',
  'dragons',
  'barons',
  'goldDiffAt15',
  'firstBlood',
  'firstTower',
  'firstDragon',
] as const
type Measure = (typeof measures)[number]

const counts = [
  'games',
  'wins',
  'blueGames',
  'blueWins',
  'redGames',
  'redWins',
  'gold',
  'goldSeconds',
  'goldGames',
  'cs',
  'csSeconds',
  'csGames',
  'kdaKills',
  'kdaDeaths',
  'kdaAssists',
  'kdaGames',
] as const

export type TeamField = (typeof counts)[number] | Measure | `${Measure}Games` | 'lineups'
export const teamFields: readonly TeamField[] = [
  ...counts,
  ...measures.flatMap((measure): TeamField[] => [measure, `${measure}Games`]),
  'lineups',
]
export type TeamSums = Sums<TeamField>

/** What one game adds to a team; `totals` of its side, `hasLineup` where its five players are known. */
export function teamSumsOf(game: Game, index: 0 | 1, totals: SideTotals, hasLineup: boolean): TeamSums {
  const sums = zeroSums(teamFields)
  const won = game.winner === index ? 1 : 0
  sums.games = 1
  sums.wins = won
  sums.lineups = hasLineup ? 1 : 0
  if (game.sidesKnown) {
    sums[index === 0 ? 'blueGames' : 'redGames'] = 1
    sums[index === 0 ? 'blueWins' : 'redWins'] = won
  }
  const { lengthSeconds, firsts } = game
  const { kills, deaths, assists, gold, cs } = totals
  if (lengthSeconds !== null) {
    if (gold !== null) Object.assign(sums, { gold, goldSeconds: lengthSeconds, goldGames: 1 })
    if (cs !== null) Object.assign(sums, { cs, csSeconds: lengthSeconds, csGames: 1 })
  }
  if (kills !== null && deaths !== null && assists !== null) {
    Object.assign(sums, { kdaKills: kills, kdaDeaths: deaths, kdaAssists: assists, kdaGames: 1 })
  }
  const { towers, dragons, barons, goldDiffAt15 = null } = game.sides[index]
  const took = (first: 0 | 1 | undefined): number | null => (first === undefined ? null : Number(first === index))
  addMeasures(sums, {
    length: lengthSeconds,
    kills,
    deaths,
    towers,
    dragons,
    barons,
    goldDiffAt15,
    firstBlood: took(firsts.blood),
    firstTower: took(firsts.tower),
    firstDragon: took(firsts.dragon),
  })
  return sums
}

function addMeasures(sums: TeamSums, values: Readonly<Record<Measure, number | null>>): void {
  for (const measure of measures) {
    const value = values[measure]
    if (value === null) continue
    sums[measure] = value
    sums[`${measure}Games`] = 1
  }
}
