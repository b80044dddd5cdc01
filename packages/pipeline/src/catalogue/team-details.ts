import type { NamedId, TeamDetail } from '@riftline/core'
import { toChampionPools } from './champion-pools.ts'
import type { OpenRecent } from './recent.ts'
import { addSums, kdaOf, ratio, zeroSums } from './sums.ts'
import { type TeamSums, teamFields } from './team-sums.ts'

/** Every team with a game in the window. */
export function toTeamDetails(
  recent: OpenRecent,
  champions: ReadonlyMap<number, NamedId>,
): Readonly<Record<string, TeamDetail>> {
  const totals = new Map<number, TeamSums>()
  for (const [[team = 0], sums] of recent.teamDays.entries()) {
    const total = totals.get(team) ?? zeroSums(teamFields)
    totals.set(team, total)
    addSums(teamFields, total, sums)
  }
  const pools = toChampionPools(recent.teamPools, champions)
  return Object.fromEntries([...totals].map(([team, sums]) => [team, toDetail(sums, pools.get(team) ?? [])]))
}

function toDetail(sums: TeamSums, championPool: TeamDetail['championPool']): TeamDetail {
  return {
    record: `${sums.wins}W - ${sums.games - sums.wins}L`,
    winRate: ratio(100 * sums.wins, sums.games),
    stats: {
      games: sums.games,
      gpm: ratio(60 * sums.gold, sums.goldSeconds),
      csPerMin: ratio(60 * sums.cs, sums.csSeconds),
      kda: kdaOf(sums.kdaKills, sums.kdaDeaths, sums.kdaAssists, sums.kdaGames),
      avgGameMinutes: ratio(sums.length, 60 * sums.lengthGames),
      firstBloodRate: ratio(sums.firstBlood, sums.firstBloodGames),
      firstTowerRate: ratio(sums.firstTower, sums.firstTowerGames),
      firstDragonRate: ratio(sums.firstDragon, sums.firstDragonGames),
      dragonsPerGame: ratio(sums.dragons, sums.dragonsGames),
      baronsPerGame: ratio(sums.barons, sums.baronsGames),
      towersPerGame: ratio(sums.towers, sums.towersGames),
      killsPerGame: ratio(sums.kills, sums.killsGames),
      deathsPerGame: ratio(sums.deaths, sums.deathsGames),
      goldDiffAt15: ratio(sums.goldDiffAt15, sums.goldDiffAt15Games),
    },
    sideWinRate: { blue: ratio(sums.blueWins, sums.blueGames), red: ratio(sums.redWins, sums.redGames) },
    championPool,
  }
}
