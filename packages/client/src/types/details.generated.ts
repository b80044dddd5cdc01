// Written from packages/server/openapi.json by npm run client-types; do not edit.

import type { Named, Role } from './lists.generated.ts'

export interface ChampionResults {
  readonly champion: Named
  readonly games: number
  readonly wins: number
  /** 0-100. */
  readonly winRate: number
  readonly kda: number | null
}

/** Share of games won on each side; null without a game on it. */
export interface SideWinRate {
  /** 0-1. */
  readonly blue: number | null
  /** 0-1. */
  readonly red: number | null
}

export interface TeamDetail {
  readonly id: number
  readonly name: string
  readonly record: string
  /** 0-100; null without a game. */
  readonly winRate: number | null
  readonly stats: TeamStats
  readonly sideWinRate: SideWinRate
  /** Most games first, then champion id. */
  readonly championPool: readonly ChampionResults[]
}

/** Null where unknown. */
export interface TeamStats {
  readonly games: number
  readonly gpm: number | null
  readonly csPerMin: number | null
  readonly kda: number | null
  readonly avgGameMinutes: number | null
  /** 0-1. */
  readonly firstBloodRate: number | null
  /** 0-1. */
  readonly firstTowerRate: number | null
  /** 0-1. */
  readonly firstDragonRate: number | null
  readonly dragonsPerGame: number | null
  readonly baronsPerGame: number | null
  readonly towersPerGame: number | null
  readonly killsPerGame: number | null
  readonly deathsPerGame: number | null
  readonly goldDiffAt15: number | null
}

export interface PlayerDetail {
  readonly id: number
  readonly name: string
  readonly role: Role | null
  /** The current team. */
  readonly team: Named | null
  readonly record: string
  /** 0-100; null without a game. */
  readonly winRate: number | null
  readonly stats: PlayerStats
  /** Most games first, then champion id. */
  readonly championPool: readonly ChampionResults[]
}

/** Null where unknown. */
export interface PlayerStats {
  readonly games: number
  readonly kda: number | null
  readonly csPerMin: number | null
  /** 0-1. */
  readonly goldShare: number | null
  /** 0-1. */
  readonly killParticipation: number | null
  readonly killsPerGame: number | null
  readonly deathsPerGame: number | null
  readonly assistsPerGame: number | null
}

/** Counts and shares are those of the maps played so far. */
export interface TournamentDetail {
  readonly id: number
  readonly name: string
  /** The code of the league. */
  readonly league: string
  /** The league as people call it. */
  readonly leagueName: string
  /** The year, which a tournament may begin before. */
  readonly season: string | null
  readonly region: string | null
  /** UTC, without a suffix. */
  readonly startUtc: string | null
  /** UTC, without a suffix. */
  readonly endUtc: string | null
  readonly games: number
  readonly sideWinRate: SideWinRate
  readonly firstObjectiveRates: {
    readonly blood: FirstObjectiveRate | null
    readonly tower: FirstObjectiveRate | null
    readonly dragon: FirstObjectiveRate | null
    readonly herald: FirstObjectiveRate | null
    readonly baron: FirstObjectiveRate | null
  }
  readonly leaders: {
    /** Best first, then player id; at least five games played. At most 5 items. */
    readonly kda: readonly Leader[]
    /** Best first, then player id; at least five games played. At most 5 items. */
    readonly csPerMin: readonly Leader[]
    /** Best first, then player id; at least five games played. At most 5 items. */
    readonly killParticipation: readonly Leader[]
    /** Best first, then player id; at least five games played. At most 5 items. */
    readonly goldShare: readonly Leader[]
  }
}

export interface FirstObjectiveRate {
  /** Share of games in which blue took it first. 0-1. */
  readonly blueShare: number
  /** Share of games won by the side that took it first. 0-1. */
  readonly winShare: number
}

export interface Leader {
  readonly player: Named
  readonly team: Named | null
  readonly value: number
}
