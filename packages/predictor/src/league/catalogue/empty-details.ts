import type { PlayerDetail, TeamDetail, TournamentDetail } from './details.ts'
import { toStatistics } from './statistics.ts'

const nothing = { games: 0, wins: 0 }
const bySide = { sideWinRate: { blue: null, red: null }, sideGames: { blue: 0, red: 0 } }

/** A team that never played. */
export const emptyTeamDetail: TeamDetail = {
  ...toStatistics(nothing, {
    gpm: null,
    csPerMin: null,
    kda: null,
    avgGameMinutes: null,
    firstBloodRate: null,
    firstTowerRate: null,
    firstDragonRate: null,
    dragonsPerGame: null,
    baronsPerGame: null,
    towersPerGame: null,
    killsPerGame: null,
    deathsPerGame: null,
    goldDiffAt15: null,
  }),
  ...bySide,
  championPool: [],
  seasons: [],
}

/** A player who never played. */
export const emptyPlayerDetail: PlayerDetail = {
  ...toStatistics(nothing, {
    kda: null,
    csPerMin: null,
    goldShare: null,
    killParticipation: null,
    killsPerGame: null,
    deathsPerGame: null,
    assistsPerGame: null,
  }),
  championPool: [],
  seasons: [],
}

/** A tournament of which no game is known. */
export const emptyTournamentDetail: TournamentDetail = {
  games: 0,
  teams: [],
  winnerTeam: null,
  ...bySide,
  firstObjectiveRates: { blood: null, tower: null, dragon: null, herald: null, baron: null },
  leaderGames: 0,
  leaders: { kda: [], csPerMin: [], killParticipation: [], goldShare: [] },
}
