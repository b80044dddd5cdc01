import type { FirstObjectiveRate, NamedId, TournamentDetail } from '@riftline/predictor'
import type { FirstObjective } from '../history/types.ts'
import { toLeaders } from './leaders.ts'
import type { PlayerSums } from './player-sums.ts'
import type { OpenRecent } from './recent.ts'
import { toStandings } from './standings.ts'
import { ratio } from './sums.ts'
import type { TournamentSums } from './tournament-sums.ts'

/** After so many days without a game nothing more is expected of a tournament. */
const pauseDays = 21

/** Tournaments of such names give places in another one: nobody wins them. */
const forPlaces = /\b(?:Promotion|Relegation|Qualif\w+|Regional Finals|Wildcard)\b/

export interface Names {
  readonly players: ReadonlyMap<number, NamedId>
  readonly teams: ReadonlyMap<number, NamedId>
  readonly tournaments: ReadonlyMap<number, NamedId>
}

/** A player's sums for one team in one tournament. */
export interface Appearance {
  readonly playerId: number
  readonly teamId: number
  readonly sums: PlayerSums
}

/**
 * Details of every tournament with a game. One whose players' sums are no longer kept has its earlier leaders: games that come so
 * late change its counts only.
 */
export function toTournamentDetails(
  recent: OpenRecent,
  names: Names,
  asOfDay: number,
  previous: Readonly<Record<string, TournamentDetail>> = {},
): Readonly<Record<string, TournamentDetail>> {
  const appearances = new Map<number, Appearance[]>()
  for (const [[tournament = 0, playerId = 0, teamId = 0], sums] of recent.tournamentPlayers.entries()) {
    const list = appearances.get(tournament) ?? []
    appearances.set(tournament, list)
    list.push({ playerId, teamId, sums })
  }
  const details: Record<string, TournamentDetail> = {}
  for (const [[id = 0], sums] of recent.tournaments.entries()) {
    const known = previous[id]
    const closed = known !== undefined && !recent.openTournaments.has(id)
    const leaders = closed ? known.leaders : toLeaders(linesOf(sums, appearances.get(id)), names)
    const isOver = (recent.tournamentEnds.get(id) ?? asOfDay) + pauseDays <= asOfDay
    const hasWinner = isOver && !forPlaces.test(names.tournaments.get(id)?.name ?? '')
    const standings = toStandings(recent.standings.get(id), names.teams, { games: sums.games, hasWinner })
    details[id] = toDetail(sums, standings, leaders)
  }
  return details
}

/** Few lines would make a leader of whoever happens to have one. */
function linesOf({ lineGames, games }: TournamentSums, appearances: readonly Appearance[] = []): readonly Appearance[] {
  return 4 * lineGames >= games ? appearances : []
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
    firstObjectiveRates: {
      blood: rate('blood'),
      tower: rate('tower'),
      dragon: rate('dragon'),
      herald: rate('herald'),
      baron: rate('baron'),
    },
    leaderGames: lineGames,
    leaders,
  }
}
