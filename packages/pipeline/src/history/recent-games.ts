import type { CatalogueRole } from '@riftline/predictor'
import type { Role } from './types.ts'

/** The latest games that are kept of a team or player. */
const recentGames = 30

/** Adds an item of the latest game and drops what is older than `recentGames`. */
export function pushRecent<Item>(items: Item[], item: Item): void {
  items.push(item)
  keepRecent(items)
}

/** Drops what is older than the last `recentGames`. */
export function keepRecent<Item>(items: Item[]): void {
  if (items.length > recentGames) items.splice(0, items.length - recentGames)
}

/** The league of a team: the most frequent of its last nine games outside international events and cups; null without any. */
export function leagueOf(recentLeagues: readonly string[]): string | null {
  return mostFrequent(recentLeagues.slice(-9))
}

/** The role of a person: the most frequent of the last ten games; null without any. */
export function roleOf(recentRoles: readonly Role[]): Role | null {
  return mostFrequent(recentRoles.slice(-10))
}

/** The most frequent item, the later one of two equally frequent; null without items. */
export function mostFrequent<Item>(items: readonly Item[]): Item | null {
  const counts = new Map<Item, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  let best: Item | null = null
  for (const item of items) if (best === null || counts.get(item)! >= counts.get(best)!) best = item
  return best
}

/** Roles of a history as the catalogue names them. */
export const roleNames: Readonly<Record<Role, CatalogueRole>> = {
  top: 'TOP',
  jng: 'JUNGLE',
  mid: 'MID',
  bot: 'BOT',
  sup: 'SUPPORT',
}
