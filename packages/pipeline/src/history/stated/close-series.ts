import type { Game, Series } from '../types.ts'
import { countWins, type LooseGame } from './cut-series.ts'

/**
 * Makes a series of its games and its best-of.
 *
 * @param isAwarded decided by more than its games: it has no winner, and is not complete
 */
export function closeSeries(
  loose: readonly LooseGame[],
  id: number,
  bestOf: number,
  isAwarded: boolean = false,
): Series {
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
    games: numberGames(loose).map((gameNumber, index) => toGame(loose[index]!, id, gameNumber, bestOf)),
  }
}

/** The source's numbers where all exist and rise, else the order of play. */
function numberGames(loose: readonly LooseGame[]): readonly number[] {
  const numbers = loose.map((game) => game.number ?? 0)
  return numbers.every((number, index) => number > (numbers[index - 1] ?? 0))
    ? numbers
    : loose.map((_, index) => index + 1)
}

function toGame(loose: LooseGame, seriesId: number, gameNumber: number, bestOf: number): Game {
  const { number: _number, seriesKey: _key, playoffs: _playoffs, phase: _phase, ...game } = loose
  return { ...game, seriesId, gameNumber, bestOf }
}

/** The order of the teams must tell nothing about strength or side, so a hash of the game's id (FNV-1a) decides it. */
function isOdd(text: string): boolean {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return ((hash ^ (hash >>> 16)) & 1) === 1
}
