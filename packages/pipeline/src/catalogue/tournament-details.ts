import type { FirstObjectiveRate, Leader, NamedId, TournamentDetail } from '@riftline/predictor'
import { entryOf, groupBy, recordBy } from '../group-by.ts'
import { type FirstObjective, objectives } from '../history/types.ts'
import { type PlayerField, type PlayerSums, playerSumFields, type TournamentSums } from './game-sums.ts'
import type { OpenRecent } from './recent.ts'
import { toStandings } from './standings.ts'
import { addSums, kdaOf, ratio, zeroSums } from './sums.ts'

/** Days without a game after which a tournament counts as finished. */
const pauseDays = 21

/** Names of tournaments that decide places in another one, and so have no winner. */
const forPlaces = /\b(?:Promotion|Relegation|Qualif\w+|Regional Finals|Wildcard)\b/

type Names = Readonly<Record<'players' | 'teams' | 'tournaments', ReadonlyMap<number, NamedId>>>

type Appearance = Readonly<Record<'playerId' | 'teamId', number>> & { readonly sums: PlayerSums }

/** Details of every tournament with a game. Late games change only its counts if the sums of its players are no longer stored. */
export function toTournamentDetails(
  recent: OpenRecent,
  names: Names,
  asOfDay: number,
  previous: Readonly<Record<string, TournamentDetail>> = {},
): Readonly<Record<string, TournamentDetail>> {
  const appearances = recent.tournamentPlayers.entries().map(([[tournament = 0, playerId = 0, teamId = 0], sums]) => {
    return { tournament, playerId, teamId, sums }
  })
  const byTournament = groupBy(appearances, ({ tournament }) => tournament)
  const details: Record<string, TournamentDetail> = {}
  for (const [[id = 0], sums] of recent.tournaments.entries()) {
    const known = previous[id]
    const closed = known !== undefined && !recent.openTournaments.has(id)
    // With lines for less than a quarter of the games, any player with a line would lead.
    const lines = 4 * sums.lineGames >= sums.games ? (byTournament.get(id) ?? []) : []
    const leaders = closed ? known.leaders : toLeaders(lines, names)
    const isOver = (recent.tournamentEnds.get(id) ?? asOfDay) + pauseDays <= asOfDay
    const hasWinner = isOver && !forPlaces.test(names.tournaments.get(id)?.name ?? '')
    const standings = toStandings(recent.standings.get(id), names.teams, { games: sums.games, hasWinner })
    details[id] = toDetail(sums, standings, leaders)
  }
  return details
}

function toDetail(
  sums: TournamentSums,
  standings: Pick<TournamentDetail, 'teams' | 'winnerTeam'>,
  leaders: TournamentDetail['leaders'],
): TournamentDetail {
  const rate = (name: FirstObjective): FirstObjectiveRate | null => {
    const games = sums[`${name}Games`]
    if (games < 10 || 4 * games < sums.games) return null
    return { blueShare: sums[`${name}Blue`] / games, winShare: sums[`${name}Won`] / games, games }
  }
  const { games, lineGames, sidedGames, blueWins } = sums
  return {
    games,
    ...standings,
    sideWinRate: { blue: ratio(blueWins, sidedGames), red: ratio(sidedGames - blueWins, sidedGames) },
    sideGames: { blue: sidedGames, red: sidedGames },
    firstObjectiveRates: recordBy(objectives, rate),
    leaderGames: lineGames,
    leaders,
  }
}

const fewestGames = 5
const mostLeaders = 5

/** Ranks a tournament's best players who have the statistic in five games and in half as many as the player with most. */
function toLeaders(appearances: readonly Appearance[], names: Names): TournamentDetail['leaders'] {
  const players = joinTeams(appearances)
  const best = ([known, measure]: LeaderStatistic): readonly Leader[] => {
    const most = players.reduce((games, { sums }) => Math.max(games, sums[known]), 0)
    const candidates = players.filter(({ sums }) => sums[known] >= Math.max(fewestGames, most / 2))
    const ranked = candidates.map(({ playerId, teamId, sums }) => {
      return { playerId, teamId, value: measure(sums), games: sums[known] }
    })
    ranked.sort((a, b) => b.value - a.value || a.playerId - b.playerId)
    return ranked.slice(0, mostLeaders).map(({ playerId, teamId, value, games }) => ({
      player: names.players.get(playerId) ?? { id: playerId, name: `Player ${playerId}` },
      team: names.teams.get(teamId) ?? null,
      value,
      games,
    }))
  }
  return recordBy(leaderNames, (name) => best(leaderStatistics[name]))
}

/** A statistic and the field that counts the games in which it is known. */
type LeaderStatistic = readonly [known: PlayerField, measure: (sums: PlayerSums) => number]

const leaderStatistics: Readonly<Record<keyof TournamentDetail['leaders'], LeaderStatistic>> = {
  kda: ['kdaGames', ({ kills, deaths, assists, kdaGames }) => kdaOf(kills, deaths, assists, kdaGames) ?? 0],
  csPerMin: ['csGames', ({ cs, csSeconds }) => (60 * cs) / csSeconds],
  killParticipation: ['killGames', ({ participations, teamKills }) => participations / teamKills],
  goldShare: ['goldGames', ({ gold, teamGold }) => gold / teamGold],
}
const leaderNames = Object.keys(leaderStatistics) as (keyof TournamentDetail['leaders'])[]

/** Joins the rows of each player under the team with most of the player's games in the tournament. */
function joinTeams(appearances: readonly Appearance[]): readonly Appearance[] {
  const players = new Map<number, { playerId: number; teamId: number; most: number; sums: PlayerSums }>()
  for (const { playerId, teamId, sums } of appearances) {
    const player = entryOf(players, playerId, () => ({ playerId, teamId, most: 0, sums: zeroSums(playerSumFields) }))
    addSums(playerSumFields, player.sums, sums)
    if (sums.games > player.most) Object.assign(player, { teamId, most: sums.games })
  }
  return [...players.values()]
}
