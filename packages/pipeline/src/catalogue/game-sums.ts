import type { TeamStats } from '@riftline/predictor'
import { fillTotals, type SideTotals } from '../history/games.ts'
import { type FirstObjective, type Game, objectives, type PlayerGame, roles } from '../history/types.ts'
import { type Sums, zeroSums } from './sums.ts'

/** Completes the totals of both sides from their players' lines. Unknown deaths equal the other side's kills, as in 97 % of games. */
export function toSideTotals(
  { sides }: Pick<Game, 'sides'>,
  lines: readonly [readonly PlayerGame[], readonly PlayerGame[]],
): readonly [SideTotals, SideTotals] {
  const [first, second] = [fillTotals<SideTotals>(sides[0], lines[0]), fillTotals<SideTotals>(sides[1], lines[1])]
  return [
    { ...first, deaths: first.deaths ?? second.kills },
    { ...second, deaths: second.deaths ?? first.kills },
  ]
}

/** A side's totals, as the denominators of its players' shares; null where unknown or in contradiction to the players' lines. */
type ShareTotals = Pick<SideTotals, 'kills' | 'gold'>

/** A side's lines without numbers that contradict the side's totals, and the totals for shares. */
export interface BelievedLines {
  readonly lines: readonly PlayerGame[]
  readonly shareTotals: ShareTotals
}

/** A side's gold and its players' gold are recorded at slightly different moments: at most .1 % apart in 50,000 sides. */
const goldTolerance = 0.01

/** Removes mistyped numbers: a line above its side's total loses them; if most lines are, or all five do not add up, the total goes. */
export function believeLines(lines: readonly PlayerGame[], { kills, gold }: SideTotals): BelievedLines {
  const shareOfKills = agreed(kills, lines, ({ kills, assists }) => (kills ?? 0) + (assists ?? 0), 'kills', 0)
  const shareOfGold = agreed(gold, lines, ({ gold }) => gold ?? 0, 'gold', goldTolerance)
  const believed = lines.map((line) => ({
    ...line,
    ...(shareOfKills.mistyped.has(line) && { kills: null, deaths: null, assists: null }),
    ...(shareOfGold.mistyped.has(line) && { gold: null }),
  }))
  return { lines: believed, shareTotals: { kills: shareOfKills.total, gold: shareOfGold.total } }
}

/** The total for shares (null where it is mistyped) and the mistyped lines. */
function agreed(
  total: number | null,
  lines: readonly PlayerGame[],
  partOf: (line: PlayerGame) => number,
  name: 'kills' | 'gold',
  tolerance: number,
): { readonly total: number | null; readonly mistyped: ReadonlySet<PlayerGame> } {
  const none = { total: null, mistyped: new Set<PlayerGame>() }
  if (total === null) return none
  const mistyped = new Set(lines.filter((line) => partOf(line) > total))
  if (2 * mistyped.size > lines.length) return none
  const values = lines.flatMap((line) => (mistyped.has(line) ? [] : (line[name] ?? [])))
  const excess = values.reduce((sum, value) => sum + value, 0) - total
  const isWhole = values.length === roles.length
  const agrees = excess <= tolerance * total && (!isWhole || excess >= -tolerance * total)
  return { total: agrees && total > 0 ? total : null, mistyped }
}

/** Each statistic has a count of the games in which it was known, because games without a player's line count too. */
export const playerSumFields = [
  ...(['games', 'wins', 'kills', 'deaths', 'assists', 'kdaGames', 'cs', 'csSeconds', 'csGames'] as const),
  ...(['gold', 'teamGold', 'goldGames', 'participations', 'teamKills', 'killGames'] as const),
] as const
export type PlayerField = (typeof playerSumFields)[number]
export type PlayerSums = Sums<PlayerField>

/** Sums that one game adds to a player; `line` has the player's numbers if the history does, `team` the totals for shares. */
export function playerSumsOf(game: Game, won: boolean, line: PlayerGame | undefined, team: ShareTotals): PlayerSums {
  const sums = zeroSums(playerSumFields)
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

const tournamentCounts = ['games', 'lineGames', 'sidedGames', 'blueWins'] as const
export type TournamentField = (typeof tournamentCounts)[number] | `${FirstObjective}${'Games' | 'Blue' | 'Won'}`
export const tournamentSumFields: readonly TournamentField[] = [
  ...tournamentCounts,
  ...objectives.flatMap((name): TournamentField[] => [`${name}Games`, `${name}Blue`, `${name}Won`]),
]
export type TournamentSums = Sums<TournamentField>

export function tournamentSumsOf(game: Game, hasLines: boolean): TournamentSums {
  const sums = zeroSums(tournamentSumFields)
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

interface SideOfGame {
  readonly game: Game
  readonly index: 0 | 1
  readonly totals: SideTotals
}

/** Measures of a side, in the order of `recent.json`: each row stores a sum, and the number of games in which it was known. */
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

/** Statistics that are the mean of a measure over the games in which it is known, in the order of the details. */
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
export const teamSumFields: readonly TeamField[] = [
  ...counts,
  ...measureNames.flatMap((measure): TeamField[] => [measure, `${measure}Games`]),
  'lineups',
]
export type TeamSums = Sums<TeamField>

/** Sums that one game adds to a team; `totals` are those of its side, `hasLineup` tells whether its five players are known. */
export function teamSumsOf(game: Game, index: 0 | 1, totals: SideTotals, hasLineup: boolean): TeamSums {
  const sums = zeroSums(teamSumFields)
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
