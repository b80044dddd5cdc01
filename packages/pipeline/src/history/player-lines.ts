import type { Game, PlayerGame } from './types.ts'

/** Lines of players by game. */
export function groupLines(playerGames: readonly PlayerGame[]): ReadonlyMap<Game['id'], readonly PlayerGame[]> {
  const lines = new Map<Game['id'], PlayerGame[]>()
  for (const line of playerGames) {
    const ofGame = lines.get(line.gameId)
    if (ofGame === undefined) lines.set(line.gameId, [line])
    else ofGame.push(line)
  }
  return lines
}
