import type { TeamStats } from '@riftline/predictor'
import type { SideTotals } from '../history/games.ts'
import type { FirstObjective, Game } from '../history/types.ts'
import { type Sums, zeroSums } from './sums.ts'

/** One side of a game with its totals. */
interface SideOfGame {
  readonly game: Game
  readonly index: 0 | 1
  readonly totals: SideTotals
}

/** Measures of a side, in the order of `recent.json`: a row has the sum of each, and in how many games it was known. */
const measures = {
  length: ({ game }) => game.lengthSeconds,
  kills: ({ totals }) => totals.kills,
  deaths: ({ totals }) => totals.deaths,
  towers: ({ game, index }) => game.sides[index].towers,
  dragons: ({ game, index }) => game.sides[index].dragons,
  barons: ({ game, index }) => game.sides[index].barons,
  goldDiffAt15: ({ game, index }) => game.sides[index].goldDiffAt15 ?? null,
  firstBlood: (side) => tookFirst(side, 'blood'),
  firstTower: (side) => tookFirst(side, 'tower'),
  firstDragon: (side) => tookFirst(side, 'dragon'),
} as const satisfies Readonly<Record<string, (side: SideOfGame) => number | null>>
type Measure = keyof typeof measures
const measureNames = Object.keys(measures) as readonly Measure[]

/** Statistics that are the mean of a measure over the games that know it, in the order of the details. */
export const meanStatistics = {
  firstBloodRate: 'firstBlood',
  firstTowerRate: 'firstTower',
  firstDragonRate: 'firstDragon',
  dragonsPerGame: 'dragons',
  baronsPerGame: 'barons',
  towersPerGame: 'towers',
  killsPerGame: 'kills',
  deathsPerGame: 'deaths',
  goldDiffAt15: 'goldDiffAt15',
} as const satisfies Partial<Record<keyof TeamStats, Measure>>

const counts = [
  ...(['games', 'wins', 'blueGames', 'blueWins', 'redGames', 'redWins', 'gold', 'goldSeconds', 'goldGames'] as const),
  ...(['cs', 'csSeconds', 'csGames', 'kdaKills', 'kdaDeaths', 'kdaAssists', 'kdaGames'] as const),
] as const

export type TeamField = (typeof counts)[number] | Measure | `${Measure}Games` | 'lineups'
export const teamFields: readonly TeamField[] = [
  ...counts,
  ...measureNames.flatMap((measure): TeamField[] => [measure, `${measure}Games`]),
  'lineups',
]
export type TeamSums = Sums<TeamField>

/** Sums that one game adds to a team; `totals` of its side, `hasLineup` where its five players are known. */
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
  const { lengthSeconds } = game
  const { kills, deaths, assists, gold, cs } = totals
  if (lengthSeconds !== null) {
    if (gold !== null) Object.assign(sums, { gold, goldSeconds: lengthSeconds, goldGames: 1 })
    if (cs !== null) Object.assign(sums, { cs, csSeconds: lengthSeconds, csGames: 1 })
  }
  if (kills !== null && deaths !== null && assists !== null) {
    Object.assign(sums, { kdaKills: kills, kdaDeaths: deaths, kdaAssists: assists, kdaGames: 1 })
  }
  for (const measure of measureNames) {
    const value = measures[measure]({ game, index, totals })
    if (value === null) continue
    sums[measure] = value
    sums[`${measure}Games`] = 1
  }
  return sums
}

function tookFirst({ game, index }: SideOfGame, objective: FirstObjective): number | null {
  const first = game.firsts[objective]
  return first === undefined ? null : Number(first === index)
}
