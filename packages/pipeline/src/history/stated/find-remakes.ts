import { type LooseGame, longestPauseMs } from './cut-series.ts'

/** Nobody has won so soon. */
const neverWonSeconds = 300
/** A game that ended so soon and has its number played again was not finished. */
const earlySeconds = 900

/** Whether a game was stopped and played again: it counts for nothing. `games` are in order of play. */
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
