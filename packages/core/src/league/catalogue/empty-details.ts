import type { PlayerDetail, TeamDetail, TournamentDetail } from './details.ts'

/** A team without a game in the statistics window. */
export const emptyTeamDetail: TeamDetail = {
  record: '0W - 0L',
  winRate: null,
  stats: {
    games: 0,
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
  },
  sideWinRate: { blue: null, red: null },
  championPool: [],
}

/** A player without a game in the statistics window. */
export const emptyPlayerDetail: PlayerDetail = {
  record: '0W - 0L',
  winRate: null,
  stats: {
    games: 0,
    kda: null,
    csPerMin: null,
    goldShare: null,
    killParticipation: null,
    killsPerGame: null,
    deathsPerGame: null,
    assistsPerGame: null,
  },
  championPool: [],
}

/** A tournament of which no game is known. */
export const emptyTournamentDetail: TournamentDetail = {
  games: 0,
  sideWinRate: { blue: null, red: null },
  firstObjectiveRates: { blood: null, tower: null, dragon: null, herald: null, baron: null },
  leaders: { kda: [], csPerMin: [], killParticipation: [], goldShare: [] },
}
