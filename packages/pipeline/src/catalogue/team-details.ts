import {
  type NamedId,
  type PlayedGames,
  type Statistics,
  type TeamDetail,
  type TeamStats,
  toStatistics,
} from '@riftline/predictor'
import { toChampionPools } from './champion-pools.ts'
import { countCoverage, recordOf } from './coverage.ts'
import type { OpenRecent } from './recent.ts'
import { sampled, steadySampled } from './sampled.ts'
import type { PublishedNumbers, PublishedTeam } from './season-averages.ts'
import { toSeasons } from './seasons.ts'
import { addSums, kdaOf, ratio, zeroSums } from './sums.ts'
import { type TeamSums, teamFields } from './team-sums.ts'

/** Every team with a game; `previous` has the seasons whose sums are no longer kept. */
export function toTeamDetails(
  recent: OpenRecent,
  champions: ReadonlyMap<number, NamedId>,
  published: PublishedNumbers,
  previous: Readonly<Record<string, TeamDetail>> = {},
): Readonly<Record<string, TeamDetail>> {
  const totals = new Map<number, TeamSums>()
  for (const [[team = 0], sums] of recent.teamDays.entries()) {
    const total = totals.get(team) ?? zeroSums(teamFields)
    totals.set(team, total)
    addSums(teamFields, total, sums)
  }
  const coverages = countCoverage(recent)
  const pools = toChampionPools(recent.teamPools, champions)
  const seasons = toSeasons(recent.teamSeasons, teamFields, recent.leagues, previous, (team, season, sums) =>
    toTeamStatistics(
      sums,
      published.team(team, [season]),
      recordOf(sums, published.teamTotal(team, season), coverages.teamSeason(team, season)),
    ),
  )
  const details = [...seasons].map(([team, ofTeam]): [number, TeamDetail] => {
    const sums = totals.get(team) ?? zeroSums(teamFields)
    const { blueGames, blueWins, redGames, redWins } = sums
    return [
      team,
      {
        ...toTeamStatistics(
          sums,
          published.team(team, sums.games === 0 ? [] : recent.windowSeasons),
          recordOf(sums, null, sums.games === 0 ? null : coverages.teamWindow(team)),
        ),
        sideWinRate: { blue: ratio(blueWins, blueGames), red: ratio(redWins, redGames) },
        sideGames: { blue: blueGames, red: redGames },
        championPool: pools.get(team) ?? [],
        seasons: ofTeam,
      },
    ]
  })
  return Object.fromEntries(details)
}

function toTeamStatistics(sums: TeamSums, published: PublishedTeam, played: PlayedGames): Statistics<TeamStats> {
  const { games } = played
  const { lengthGames, kdaGames, killsGames, deathsGames, dragonsGames, baronsGames } = sums
  const mean = (sum: number, known: number): ReturnType<typeof sampled> => sampled(ratio(sum, known), known, games)
  return toStatistics(played, {
    gpm: sampled(ratio(60 * sums.gold, sums.goldSeconds), sums.goldGames, games),
    csPerMin: steadySampled(ratio(60 * sums.cs, sums.csSeconds), sums.csGames, games),
    kda: sampled(kdaOf(sums.kdaKills, sums.kdaDeaths, sums.kdaAssists, kdaGames), kdaGames, games) ?? published.kda,
    avgGameMinutes: sampled(ratio(sums.length, 60 * lengthGames), lengthGames, games),
    firstBloodRate: mean(sums.firstBlood, sums.firstBloodGames),
    firstTowerRate: mean(sums.firstTower, sums.firstTowerGames),
    firstDragonRate: mean(sums.firstDragon, sums.firstDragonGames),
    dragonsPerGame: mean(sums.dragons, dragonsGames) ?? published.dragonsPerGame,
    baronsPerGame: mean(sums.barons, baronsGames) ?? published.baronsPerGame,
    towersPerGame: mean(sums.towers, sums.towersGames),
    killsPerGame: mean(sums.kills, killsGames) ?? published.killsPerGame,
    deathsPerGame: mean(sums.deaths, deathsGames) ?? published.deathsPerGame,
    goldDiffAt15: mean(sums.goldDiffAt15, sums.goldDiffAt15Games),
  })
}
