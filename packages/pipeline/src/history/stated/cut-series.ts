import type { Game } from '../types.ts'

export interface LooseGame extends Omit<Game, 'seriesId' | 'gameNumber' | 'bestOf'> {
  readonly number: number | null
  /** Key that all games of a series share; null if the source names no series. */
  readonly seriesKey: string | null
  readonly playoffs: boolean | null
  /** The phase of a competition: league, year, split, playoffs. */
  readonly phase: string
}

export const longestPauseMs: number = 4 * 3600_000
const mostWins = 3

/** Cuts games, in order of time, into series: by their series key, else by pair, league, number, pause and third win. */
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

/** Wins of the team with the lower id, then of the other team. */
export function countWins(series: readonly LooseGame[]): readonly [number, number] {
  let low = 0
  for (const { sides, winner } of series) {
    if (sides[winner].teamId < sides[winner === 0 ? 1 : 0].teamId) low += 1
  }
  return [low, series.length - low]
}

/** Makes a series from its games and best-of; one with awarded games has no winner and is not complete. */
export function closeSeries(loose: readonly LooseGame[], id: number, bestOf: number, isAwarded: boolean = false) {
  const first = loose[0]
  if (first === undefined) throw new Error(`series ${id} without games`)
  const [lowId, highId] = first.sides.map((side) => side.teamId).sort((a, b) => a - b) as [number, number]
  const [lowWins, highWins] = countWins(loose)
  const needed = Math.ceil((bestOf === 2 ? 3 : bestOf) / 2)
  const winnerTeamId = isAwarded ? null : lowWins >= needed ? lowId : highWins >= needed ? highId : null
  const lowFirst = isOdd(first.id)
  return {
    id,
    startMs: first.startMs,
    tournamentId: first.tournamentId,
    league: first.league,
    playoffs: first.playoffs,
    bestOf,
    team1Id: lowFirst ? lowId : highId,
    team2Id: lowFirst ? highId : lowId,
    winnerTeamId,
    complete: winnerTeamId !== null || (!isAwarded && bestOf === 2 && loose.length === 2),
    games: numberGames(loose).map((gameNumber, index): Game => {
      const { number: _number, seriesKey: _key, playoffs: _playoffs, phase: _phase, ...game } = loose[index]!
      return { ...game, seriesId: id, gameNumber, bestOf }
    }),
  }
}

/** The source's game numbers if all exist and increase, else the order of play. */
function numberGames(loose: readonly LooseGame[]): readonly number[] {
  const numbers = loose.map((game) => game.number ?? 0)
  return numbers.every((number, index) => number > (numbers[index - 1] ?? 0))
    ? numbers
    : loose.map((_, index) => index + 1)
}

/** A hash of the game's id (FNV-1a) orders the teams, so that the order tells nothing about strength or side. */
function isOdd(text: string): boolean {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return ((hash ^ (hash >>> 16)) & 1) === 1
}

/** Length below which no game has ever been won. */
const neverWonSeconds = 300
/** Length below which a game counts as unfinished if its number was played again. */
const earlySeconds = 900

/** Finds games that were stopped and replayed, which do not count. `games` are in order of play. */
export function findRemakes(games: readonly LooseGame[]): ReadonlySet<LooseGame> {
  const remakes = new Set<LooseGame>()
  const early = new Map<string, LooseGame>()
  for (const game of games) {
    const { number, league, sides, lengthSeconds, startMs } = game
    const pair = sides.map(({ teamId }) => teamId).sort((a, b) => a - b)
    const key = [...pair, league, number].join(' ')
    const before = early.get(key)
    if (before !== undefined && startMs - before.startMs <= longestPauseMs) remakes.add(before)
    early.delete(key)
    if (lengthSeconds === null) continue
    if (lengthSeconds < neverWonSeconds) remakes.add(game)
    else if (lengthSeconds < earlySeconds && number !== null) early.set(key, game)
  }
  return remakes
}
