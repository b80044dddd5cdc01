import type { StatedGame, StatedName } from '@riftline/predictor'

/** What tells two teams apart: the same for all names of one. */
export type TeamKey = (team: StatedName, game: StatedGame) => string

const apartMs = 90 * 60_000

/**
 * Statements of several sources by the game they are about: one platform id, else one pair of teams, one number in the series and
 * starts at most 90 minutes apart. A source states a game once.
 */
export function groupGames(games: readonly StatedGame[], keyOf: TeamKey): readonly (readonly StatedGame[])[] {
  const groups: StatedGame[][] = []
  const byPlatformId = new Map<string, StatedGame[]>()
  const byPair = new Map<string, StatedGame[][]>()
  for (const game of inOrder(games)) {
    const pair = pairOf(game, keyOf)
    const open = byPair.get(pair) ?? []
    byPair.set(pair, open)
    const known = game.hasPlatformId ? byPlatformId.get(game.id) : undefined
    const group = known ?? open.find((candidate) => fits(game, candidate)) ?? []
    if (group.length === 0) {
      groups.push(group)
      open.push(group)
    }
    group.push(game)
    if (game.hasPlatformId) byPlatformId.set(game.id, group)
  }
  return groups
}

function fits(game: StatedGame, group: readonly StatedGame[]): boolean {
  return group.every(
    (other) =>
      other.source !== game.source &&
      !(other.hasPlatformId && game.hasPlatformId && other.id !== game.id) &&
      other.gameNumber === game.gameNumber &&
      Math.abs(other.startMs - game.startMs) <= apartMs,
  )
}

function pairOf(game: StatedGame, keyOf: TeamKey): string {
  return game.sides
    .map(({ team }) => keyOf(team, game))
    .sort()
    .join('\n')
}

/** Those with a platform id first, so that who has none finds them; no order of files or rows matters. */
function inOrder(games: readonly StatedGame[]): readonly StatedGame[] {
  const text = ({ source, id }: StatedGame): string => `${source}\n${id}`
  return [...games].sort(
    (a, b) =>
      Number(b.hasPlatformId) - Number(a.hasPlatformId) || a.startMs - b.startMs || (text(a) < text(b) ? -1 : 1),
  )
}
