/** Games that say what a team or player does now: its league, region, role. */
const recentGames = 30

/** Adds what the latest game said and forgets what is older than `recentGames`. */
export function pushRecent<Item>(items: Item[], item: Item): void {
  items.push(item)
  if (items.length > recentGames) items.shift()
}

/** The later of two equally frequent ones; null for none. */
export function mostFrequent<Item>(items: readonly Item[]): Item | null {
  const counts = new Map<Item, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  let best: Item | null = null
  for (const item of items) if (best === null || counts.get(item)! >= counts.get(best)!) best = item
  return best
}
