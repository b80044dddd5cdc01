import type { Named, Player, Tournament } from './lists.ts'

/** What a team and a player have in common; maps of the statistics window. */
interface Results {
  /** `31W - 9L` */
  readonly record: string
  /** 0-100; null without games. */
  readonly winRate: number | null
  /** Most games first. */
  readonly championPool: readonly ChampionResults[]
}

export interface ChampionResults {
  readonly champion: Named
  readonly games: number
  readonly wins: number
  /** 0-100 */
  readonly winRate: number
  readonly kda: number | null
}

/** Share of games won on each side, 0-1; null without a game on it. */
export interface SideWinRate {
  readonly blue: number | null
  readonly red: number | null
}

export interface TeamDetail extends Named, Results {
  readonly stats: TeamStats
  readonly sideWinRate: SideWinRate
}

/** Fields that end in `Rate` are 0-1; null where unknown. */
export interface TeamStats {
  readonly games: number
  readonly gpm: number | null
  readonly csPerMin: number | null
  readonly kda: number | null
  readonly avgGameMinutes: number | null
  readonly firstBloodRate: number | null
  readonly firstTowerRate: number | null
  readonly firstDragonRate: number | null
  readonly dragonsPerGame: number | null
  readonly baronsPerGame: number | null
  readonly towersPerGame: number | null
  readonly killsPerGame: number | null
  readonly deathsPerGame: number | null
  readonly goldDiffAt15: number | null
}

export interface PlayerDetail extends Player, Results {
  readonly stats: PlayerStats
}

/** `goldShare` and `killParticipation` are 0-1; null where unknown. */
export interface PlayerStats {
  readonly games: number
  readonly kda: number | null
  readonly csPerMin: number | null
  readonly goldShare: number | null
  readonly killParticipation: number | null
  readonly killsPerGame: number | null
  readonly deathsPerGame: number | null
  readonly assistsPerGame: number | null
}

export interface TournamentDetail extends Tournament {
  /** Maps played so far. */
  readonly games: number
  readonly sideWinRate: SideWinRate
  readonly firstObjectiveRates: Readonly<Record<Objective, FirstObjectiveRate | null>>
  /** At most five each, best first, of those with five games or more. */
  readonly leaders: Readonly<Record<LeaderBoard, readonly Leader[]>>
}

export type Objective = 'blood' | 'tower' | 'dragon' | 'herald' | 'baron'
export type LeaderBoard = 'kda' | 'csPerMin' | 'killParticipation' | 'goldShare'

export interface FirstObjectiveRate {
  /** Share of games in which blue took it first, 0-1. */
  readonly blueShare: number
  /** Share of games won by the side that took it first, 0-1. */
  readonly winShare: number
}

export interface Leader {
  readonly player: Named
  readonly team: Named | null
  readonly value: number
}
