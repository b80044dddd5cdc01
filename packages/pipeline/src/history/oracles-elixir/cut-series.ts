import type { Game } from '../types.ts'

/** A game before its series is known. */
export interface LooseGame extends Omit<Game, 'seriesId' | 'gameNumber' | 'bestOf'> {
  /** What the source says it is in its series. */
  readonly number: number | null
  readonly playoffs: boolean | null
  /** Same phase of the same competition: league, year, split, playoffs. */
  readonly phase: string
}

const longestPauseMs = 4 * 3600_000
/** Nobody plays on after three wins, whatever the format. */
const mostWins = 3

/**
 * Cuts games, in order of time, into series: games of one pair of teams in one league, until a game is number 1 again (or any
 * number that does not go up), more than four hours pass, or a team has three wins. Series come in order of their first game.
 */
export function cutSeries(games: readonly LooseGame[]): readonly (readonly LooseGame[])[] {
  const all: LooseGame[][] = []
  const current = new Map<string, LooseGame[]>()
  for (const game of games) {
    const [low, high] = game.sides.map((side) => side.teamId).sort((a, b) => a - b)
    const key = `${low} ${high} ${game.league}`
    const series = current.get(key)
    if (series !== undefined && belongs(game, series)) {
      series.push(game)
      continue
    }
    const begun = [game]
    current.set(key, begun)
    all.push(begun)
  }
  return all
}

function belongs(game: LooseGame, series: readonly LooseGame[]): boolean {
  const last = series.at(-1)
  if (last === undefined || game.startMs - last.startMs > longestPauseMs) return false
  if (game.number === 1) return false
  if (game.number !== null && last.number !== null && game.number <= last.number) return false
  return Math.max(...countWins(series)) < mostWins
}

/** Wins of the team with the lower id, then of the other. */
export function countWins(series: readonly LooseGame[]): readonly [number, number] {
  let low = 0
  for (const { sides, winner } of series) {
    if (sides[winner].teamId < sides[winner === 0 ? 1 : 0].teamId) low += 1
  }
  return [low, series.length - low]
}
