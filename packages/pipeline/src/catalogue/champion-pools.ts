import type { NamedId, PooledChampion } from '@riftline/predictor'
import type { KeyedSums } from './keyed-sums.ts'
import { type PoolField, poolFields } from './recent.ts'
import { addSums, kdaOf, type Sums, zeroSums } from './sums.ts'

/** Adds sums by owner (team or player), champion and month to pools by owner: most games first, then champion id. */
export function toChampionPools(
  months: KeyedSums<PoolField>,
  champions: ReadonlyMap<number, NamedId>,
): ReadonlyMap<number, readonly PooledChampion[]> {
  const owners = new Map<number, Map<number, Sums<PoolField>>>()
  for (const [[owner = 0, champion = 0], sums] of months.entries()) {
    const pool = owners.get(owner) ?? new Map<number, Sums<PoolField>>()
    owners.set(owner, pool)
    const total = pool.get(champion) ?? zeroSums(poolFields)
    pool.set(champion, total)
    addSums(poolFields, total, sums)
  }
  return new Map(
    [...owners].map(([owner, pool]) => {
      const rows = [...pool].flatMap(([id, sums]) => {
        const champion = champions.get(id)
        return champion === undefined ? [] : [toPooled(champion, sums)]
      })
      return [owner, rows.sort((a, b) => b.games - a.games || a.champion.id - b.champion.id)]
    }),
  )
}

function toPooled(
  champion: NamedId,
  { games, wins, kills, deaths, assists, kdaGames }: Sums<PoolField>,
): PooledChampion {
  return {
    champion,
    games,
    wins,
    winRate: (100 * wins) / games,
    kda: kdaOf(kills, deaths, assists, kdaGames),
    kdaGames,
  }
}
