import type { Game } from '../types.ts'

/** A game whose series is not known yet. */
export interface LooseGame extends Omit<Game, 'seriesId' | 'gameNumber' | 'bestOf'> {
  /** Its number in the series by the source. */
  readonly number: number | null
  readonly playoffs: boolean | null
  /** The phase of a competition: league, year, split, playoffs. */
  readonly phase: string
}

const longestPauseMs = 4 * 3600_000
/** No format goes on after three wins. */
const mostWins = 3

/**
 * Cuts games, in order of time, into series of one pair of teams in one league. A series ends before a game whose number does not
 * go up, before a pause of more than four hours, and with a team's third win. Series are in order of their first game.
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
