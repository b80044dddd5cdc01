import {
  type NamedId,
  type PlayedGames,
  type PlayerDetail,
  type PlayerStats,
  type Statistics,
  toStatistics,
} from '@riftline/predictor'
import { toChampionPools } from './champion-pools.ts'
import { countCoverage, recordOf } from './coverage.ts'
import { type PlayerSums, playerFields } from './player-sums.ts'
import type { OpenRecent } from './recent.ts'
import { sampled, steadySampled } from './sampled.ts'
import type { PublishedNumbers, PublishedPlayer } from './season-averages.ts'
import { toSeasons } from './seasons.ts'
import { addSums, kdaOf, ratio, zeroSums } from './sums.ts'

/** Every player with a game; `previous` has the seasons whose sums are no longer kept. */
export function toPlayerDetails(
  recent: OpenRecent,
  champions: ReadonlyMap<number, NamedId>,
  published: PublishedNumbers,
  previous: Readonly<Record<string, PlayerDetail>> = {},
): Readonly<Record<string, PlayerDetail>> {
  const totals = new Map<number, PlayerSums>()
  for (const [[player = 0], sums] of recent.playerDays.entries()) {
    const total = totals.get(player) ?? zeroSums(playerFields)
    totals.set(player, total)
    addSums(playerFields, total, sums)
  }
  const coverages = countCoverage(recent)
  const pools = toChampionPools(recent.playerPools, champions)
  const seasons = toSeasons(recent.playerSeasons, playerFields, recent.leagues, previous, (player, season, sums) =>
    toPlayerStatistics(
      sums,
      published.player(player, [season]),
      recordOf(sums, published.playerTotal(player, season), coverages.playerSeason(player, season)),
    ),
  )
  const details = [...seasons].map(([player, ofPlayer]): [number, PlayerDetail] => {
    const sums = totals.get(player) ?? zeroSums(playerFields)
    return [
      player,
      {
        ...toPlayerStatistics(
          sums,
          published.player(player, sums.games === 0 ? [] : recent.windowSeasons),
          recordOf(sums, null, sums.games === 0 ? null : coverages.playerWindow(player)),
        ),
        championPool: pools.get(player) ?? [],
        seasons: ofPlayer,
      },
    ]
  })
  return Object.fromEntries(details)
}

function toPlayerStatistics(
  sums: PlayerSums,
  published: PublishedPlayer,
  played: PlayedGames,
): Statistics<PlayerStats> {
  const { games } = played
  const { kills, deaths, assists, kdaGames } = sums
  const mean = (sum: number): ReturnType<typeof sampled> => sampled(ratio(sum, kdaGames), kdaGames, games)
  return toStatistics(played, {
    kda: sampled(kdaOf(kills, deaths, assists, kdaGames), kdaGames, games) ?? published.kda,
    csPerMin: steadySampled(ratio(60 * sums.cs, sums.csSeconds), sums.csGames, games),
    goldShare: steadySampled(ratio(sums.gold, sums.teamGold), sums.goldGames, games),
    killParticipation:
      steadySampled(ratio(sums.participations, sums.teamKills), sums.killGames, games) ?? published.killParticipation,
    killsPerGame: mean(kills) ?? published.killsPerGame,
    deathsPerGame: mean(deaths) ?? published.deathsPerGame,
    assistsPerGame: mean(assists) ?? published.assistsPerGame,
  })
}
