import type { NamedId, PlayerDetail } from '@riftline/core'
import { toChampionPools } from './champion-pools.ts'
import { type PlayerSums, playerFields } from './player-sums.ts'
import type { OpenRecent } from './recent.ts'
import { addSums, kdaOf, ratio, zeroSums } from './sums.ts'

/** Every player with a game in the window. */
export function toPlayerDetails(
  recent: OpenRecent,
  champions: ReadonlyMap<number, NamedId>,
): Readonly<Record<string, PlayerDetail>> {
  const totals = new Map<number, PlayerSums>()
  for (const [[player = 0], sums] of recent.playerDays.entries()) {
    const total = totals.get(player) ?? zeroSums(playerFields)
    totals.set(player, total)
    addSums(playerFields, total, sums)
  }
  const pools = toChampionPools(recent.playerPools, champions)
  return Object.fromEntries([...totals].map(([player, sums]) => [player, toDetail(sums, pools.get(player) ?? [])]))
}

function toDetail(sums: PlayerSums, championPool: PlayerDetail['championPool']): PlayerDetail {
  return {
    record: `${sums.wins}W - ${sums.games - sums.wins}L`,
    winRate: ratio(100 * sums.wins, sums.games),
    stats: {
      games: sums.games,
      kda: kdaOf(sums.kills, sums.deaths, sums.assists, sums.kdaGames),
      csPerMin: ratio(60 * sums.cs, sums.csSeconds),
      goldShare: ratio(sums.gold, sums.teamGold),
      killParticipation: ratio(sums.participations, sums.teamKills),
      killsPerGame: ratio(sums.kills, sums.kdaGames),
      deathsPerGame: ratio(sums.deaths, sums.kdaGames),
      assistsPerGame: ratio(sums.assists, sums.kdaGames),
    },
    championPool,
  }
}
