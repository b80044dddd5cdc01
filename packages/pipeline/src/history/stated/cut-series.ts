import type { Game } from '../types.ts'

/** A game whose series is not known yet. */
export interface LooseGame extends Omit<Game, 'seriesId' | 'gameNumber' | 'bestOf'> {
  /** Its number in the series by the source. */
  readonly number: number | null
  /** The same for all games of a series that the source names; null where it names none. */
  readonly seriesKey: string | null
  readonly playoffs: boolean | null
  /** The phase of a competition: league, year, split, playoffs. */
  readonly phase: string
}

/** A series goes on within this time. */
export const longestPauseMs: number = 4 * 3600_000
/** No format goes on after three wins. */
const mostWins = 3

/**
 * Cuts games, in order of time, into series. Games that name their series are together; the others are cut by one pair of teams in
 * one league: before a game whose number does not go up, before a pause of more than four hours, and with a team's third win.
 * Series are in order of their first game.
 */
export function cutSeries(games: readonly LooseGame[]): readonly (readonly LooseGame[])[] {
  const all: LooseGame[][] = []
  const current = new Map<string, LooseGame[]>()
  const byKey = new Map<string, LooseGame[]>()
  for (const game of games) {
    const [low, high] = game.sides.map((side) => side.teamId).sort((a, b) => a - b)
    const key = `${low} ${high} ${game.league}`
    const named = game.seriesKey === null ? undefined : byKey.get(game.seriesKey)
    const last = named ?? current.get(key)
    const series = last !== undefined && (named !== undefined || belongs(game, last)) ? last : []
    if (series.length === 0) all.push(series)
    series.push(game)
    current.set(key, series)
    if (game.seriesKey !== null) byKey.set(game.seriesKey, series)
  }
  return all
}

function belongs(game: LooseGame, series: readonly LooseGame[]): boolean {
  const last = series.at(-1)
  if (game.seriesKey !== null && series.some(({ seriesKey }) => seriesKey !== null)) return false
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
