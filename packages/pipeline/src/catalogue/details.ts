import {
  type NamedId,
  type PlayedGames,
  type PlayerDetail,
  type SeasonStatistics,
  type Statistics,
  type TeamDetail,
  type TeamStats,
  toStatistics,
} from '@riftline/predictor'
import { entryOf, groupBy, recordBy } from '../group-by.ts'
import { countCoverage, recordOf, sampled, steadySampled } from './coverage.ts'
import { meanStatistics, type PlayerSums, playerSumFields, type TeamSums, teamSumFields } from './game-sums.ts'
import { type OpenRecent, type PoolField, poolFields } from './recent.ts'
import type { PublishedNumbers, PublishedPlayer, PublishedTeam } from './season-averages.ts'
import { addSums, type KeyedSums, kdaOf, ratio, type Sums, zeroSums } from './sums.ts'

/** Details of every team with a game; seasons without stored sums are copied from `previous`. */
export function toTeamDetails(
  recent: OpenRecent,
  champions: ReadonlyMap<number, NamedId>,
  published: PublishedNumbers,
  previous: Readonly<Record<string, TeamDetail>> = {},
): Readonly<Record<string, TeamDetail>> {
  const coverages = countCoverage(recent)
  const totals = sumsBy(0, recent.teamDays.entries(), teamSumFields)
  const pools = toChampionPools(recent.teamPools, champions)
  const ofSeason = (team: number, season: number, sums: TeamSums) => {
    const played = recordOf(sums, published.teamTotal(team, season), coverages.teamSeason(team, season))
    return toTeamStatistics(sums, published.team(team, [season]), played)
  }
  const seasons = toSeasons(recent.teamSeasons, teamSumFields, recent.leagues, previous, ofSeason)
  return detailsOf(seasons, (team) => {
    const sums = totals.get(team) ?? zeroSums(teamSumFields)
    const { games, blueGames, blueWins, redGames, redWins } = sums
    const played = recordOf(sums, null, games === 0 ? null : coverages.teamWindow(team))
    return {
      ...toTeamStatistics(sums, published.team(team, games === 0 ? [] : recent.windowSeasons), played),
      sideWinRate: { blue: ratio(blueWins, blueGames), red: ratio(redWins, redGames) },
      sideGames: { blue: blueGames, red: redGames },
      championPool: pools.get(team) ?? [],
    }
  })
}

/** Details by owner: the window's statistics, then the seasons. */
function detailsOf<Detail extends object, Season>(
  seasons: ReadonlyMap<number, readonly Season[]>,
  inWindow: (owner: number) => Detail,
): Readonly<Record<string, Detail & { readonly seasons: readonly Season[] }>> {
  return Object.fromEntries([...seasons].map(([owner, own]) => [owner, { ...inWindow(owner), seasons: own }]))
}

const meanNames = Object.keys(meanStatistics) as (keyof typeof meanStatistics)[]

function toTeamStatistics(sums: TeamSums, published: PublishedTeam, played: PlayedGames): Statistics<TeamStats> {
  const { games } = played
  const { lengthGames, kdaGames } = sums
  const means = recordBy(meanNames, (name) => {
    const measure = meanStatistics[name]
    const known = sums[`${measure}Games`]
    return sampled(ratio(sums[measure], known), known, games) ?? published[name as keyof PublishedTeam] ?? null
  })
  return toStatistics(played, {
    gpm: sampled(ratio(60 * sums.gold, sums.goldSeconds), sums.goldGames, games),
    csPerMin: steadySampled(ratio(60 * sums.cs, sums.csSeconds), sums.csGames, games),
    kda: sampled(kdaOf(sums.kdaKills, sums.kdaDeaths, sums.kdaAssists, kdaGames), kdaGames, games) ?? published.kda,
    avgGameMinutes: sampled(ratio(sums.length, 60 * lengthGames), lengthGames, games),
    ...means,
  })
}

/** Details of every player with a game; seasons without stored sums are copied from `previous`. */
export function toPlayerDetails(
  recent: OpenRecent,
  champions: ReadonlyMap<number, NamedId>,
  published: PublishedNumbers,
  previous: Readonly<Record<string, PlayerDetail>> = {},
): Readonly<Record<string, PlayerDetail>> {
  const coverages = countCoverage(recent)
  const totals = sumsBy(0, recent.playerDays.entries(), playerSumFields)
  const pools = toChampionPools(recent.playerPools, champions)
  const ofSeason = (player: number, season: number, sums: PlayerSums) => {
    const played = recordOf(sums, published.playerTotal(player, season), coverages.playerSeason(player, season))
    return toPlayerStatistics(sums, published.player(player, [season]), played)
  }
  const seasons = toSeasons(recent.playerSeasons, playerSumFields, recent.leagues, previous, ofSeason)
  return detailsOf(seasons, (player) => {
    const sums = totals.get(player) ?? zeroSums(playerSumFields)
    const isIdle = sums.games === 0
    const played = recordOf(sums, null, isIdle ? null : coverages.playerWindow(player))
    return {
      ...toPlayerStatistics(sums, published.player(player, isIdle ? [] : recent.windowSeasons), played),
      championPool: pools.get(player) ?? [],
    }
  })
}

function toPlayerStatistics(sums: PlayerSums, published: PublishedPlayer, played: PlayedGames) {
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

/** Adds up the rows that share one part of their key. */
function sumsBy<Field extends string>(
  place: number,
  rows: ReturnType<KeyedSums<Field>['entries']>,
  fields: readonly Field[],
) {
  const totals = new Map<number, Sums<Field>>()
  for (const [key, sums] of rows)
    addSums(
      fields,
      entryOf(totals, key[place] ?? 0, () => zeroSums(fields)),
      sums,
    )
  return totals
}

/** Lists every season of every owner, newest first; seasons without stored sums are copied from `previous`. */
function toSeasons<Field extends string, Stats extends { readonly games: number }>(
  rows: KeyedSums<Field | 'games'>,
  fields: readonly (Field | 'games')[],
  leagues: readonly string[],
  previous: Readonly<Record<string, { readonly seasons: readonly SeasonStatistics<Stats>[] }>>,
  statisticsOf: (owner: number, season: number, sums: Sums<Field | 'games'>) => Statistics<Stats>,
): ReadonlyMap<number, readonly SeasonStatistics<Stats>[]> {
  const owners = new Map<number, Map<number, OpenSeason<Field | 'games'>>>()
  for (const [[owner = 0, season = 0, league = 0], sums] of rows.entries()) {
    const seasons = entryOf(owners, owner, () => new Map())
    const open = entryOf(seasons, season, () => ({ leagues: [], sums: zeroSums(fields) }))
    open.leagues.push({ code: leagues[league] ?? '', games: sums.games })
    addSums(fields, open.sums, sums)
  }
  const ids = new Set([...Object.keys(previous).map(Number), ...owners.keys()])
  return new Map(
    [...ids].map((owner) => {
      const counted = [...(owners.get(owner) ?? [])].map(([season, { leagues: played, sums }]) => {
        const codes = played.sort((a, b) => b.games - a.games || (a.code < b.code ? -1 : 1)).map(({ code }) => code)
        const statistics = statisticsOf(owner, season, sums)
        return { season: String(season), leagues: codes, games: statistics.stats.games, ...statistics }
      })
      const names = new Set(counted.map(({ season }) => season))
      const kept = (previous[owner]?.seasons ?? []).filter(({ season }) => !names.has(season))
      return [owner, [...counted, ...kept].sort((a, b) => (a.season < b.season ? 1 : -1))]
    }),
  )
}

interface OpenSeason<Field extends string> {
  readonly leagues: { readonly code: string; readonly games: number }[]
  readonly sums: Sums<Field>
}

/** Adds up the months of each owner (team or player) and champion into the owner's pool: most games first, then by champion id. */
function toChampionPools(months: KeyedSums<PoolField>, champions: ReadonlyMap<number, NamedId>) {
  return new Map(
    [...groupBy(months.entries(), ([[owner = 0]]) => owner)].map(([owner, own]) => {
      const rows = [...sumsBy(1, own, poolFields)].flatMap(([id, sums]) => {
        const champion = champions.get(id)
        return champion === undefined ? [] : [toPooled(champion, sums)]
      })
      return [owner, rows.sort((a, b) => b.games - a.games || a.champion.id - b.champion.id)]
    }),
  )
}

function toPooled(champion: NamedId, { games, wins, kills, deaths, assists, kdaGames }: Sums<PoolField>) {
  const kda = kdaOf(kills, deaths, assists, kdaGames)
  return { champion, games, wins, winRate: (100 * wins) / games, kda, kdaGames }
}
