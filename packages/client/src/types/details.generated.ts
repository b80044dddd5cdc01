// Written from packages/server/openapi.json by npm run client-types; do not edit.

import type { Named, Role } from './lists.generated.ts'

/** How a team or player fared with a champion. */
export interface ChampionResults {
  readonly champion: Named
  readonly games: number
  readonly wins: number
  /** 0-100. */
  readonly winRate: number
  readonly kda: number | null
  readonly kdaGames: number | null
}

/** Share of games won on each side; null without a game on it. */
export interface SideWinRate {
  /** 0-1. */
  readonly blue: number | null
  /** 0-1. */
  readonly red: number | null
}

/** What the shares of both sides rest on. */
export interface SideGames {
  readonly blue: number | null
  readonly red: number | null
}

/** What a number rests on. */
export interface Sample {
  /** Games that the number rests on. */
  readonly games: number
  /** These games, or published averages of their seasons. */
  readonly from: 'games' | 'season'
}

/** A team over the span from `statsFromUtc` to `statsToUtc`, and over each season. */
export interface TeamDetail {
  readonly id: number
  readonly name: string
  /** The data date: start of the last game learned. UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Where the statistics begin. */
  readonly statsFromUtc: string | null
  /** Where they end: never after the data date. */
  readonly statsToUtc: string | null
  readonly record: string
  /** 0-100; null without a game. */
  readonly winRate: number | null
  /** What the record rests on; null where it is a published total, and where it was not counted. */
  readonly coverage: {
    /** Games of the team, of a player those of every team that they played for. */
    readonly teamGames: number
    /** Those of them whose five players are known. */
    readonly lineups: number
  } | null
  readonly stats: TeamStats
  readonly samples: TeamSamples
  readonly sideWinRate: SideWinRate
  readonly sideGames: SideGames
  /** Most games first, then champion id; kda rests on kdaGames. */
  readonly championPool: readonly ChampionResults[]
  /** Every season with a game, newest first. */
  readonly seasons: readonly TeamSeason[]
}

/** Null where too few games tell it. */
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

/** Null where the number is. */
export interface TeamSamples {
  readonly record: Sample | null
  readonly gpm: Sample | null
  readonly csPerMin: Sample | null
  readonly kda: Sample | null
  readonly avgGameMinutes: Sample | null
  readonly firstBloodRate: Sample | null
  readonly firstTowerRate: Sample | null
  readonly firstDragonRate: Sample | null
  readonly dragonsPerGame: Sample | null
  readonly baronsPerGame: Sample | null
  readonly towersPerGame: Sample | null
  readonly killsPerGame: Sample | null
  readonly deathsPerGame: Sample | null
  readonly goldDiffAt15: Sample | null
}

/** A team in one year. */
export interface TeamSeason {
  readonly season: string
  readonly leagues: readonly string[]
  readonly games: number
  readonly record: string
  /** 0-100; null without a game. */
  readonly winRate: number | null
  /** What the record rests on; null where it is a published total, and where it was not counted. */
  readonly coverage: {
    /** Games of the team, of a player those of every team that they played for. */
    readonly teamGames: number
    /** Those of them whose five players are known. */
    readonly lineups: number
  } | null
  readonly stats: TeamStats
  readonly samples: TeamSamples
}

/** A player over the span from `statsFromUtc` to `statsToUtc`, and over each season. */
export interface PlayerDetail {
  readonly id: number
  readonly name: string
  readonly role: Role | null
  /** The current team; null after 180 days, and once it fielded eight line-ups without the player. */
  readonly team: Named | null
  /** The last team, also of whoever has none now. */
  readonly lastTeam: Named | null
  /** A game within 180 days before the data date. */
  readonly active: boolean
  /** UTC, without a suffix. */
  readonly lastGameUtc: string | null
  /** The data date: start of the last game learned. UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Where the statistics begin. */
  readonly statsFromUtc: string | null
  /** Where they end: never after the data date. */
  readonly statsToUtc: string | null
  readonly record: string
  /** 0-100; null without a game. */
  readonly winRate: number | null
  /** What the record rests on; null where it is a published total, and where it was not counted. */
  readonly coverage: {
    /** Games of the team, of a player those of every team that they played for. */
    readonly teamGames: number
    /** Those of them whose five players are known. */
    readonly lineups: number
  } | null
  readonly stats: PlayerStats
  readonly samples: PlayerSamples
  /** Most games first, then champion id; kda rests on kdaGames. */
  readonly championPool: readonly ChampionResults[]
  /** Every season with a game, newest first. */
  readonly seasons: readonly PlayerSeason[]
}

/** Null where too few games tell it. */
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

/** Null where the number is. */
export interface PlayerSamples {
  readonly record: Sample | null
  readonly kda: Sample | null
  readonly csPerMin: Sample | null
  readonly goldShare: Sample | null
  readonly killParticipation: Sample | null
  readonly killsPerGame: Sample | null
  readonly deathsPerGame: Sample | null
  readonly assistsPerGame: Sample | null
}

/** A player in one year. */
export interface PlayerSeason {
  readonly season: string
  readonly leagues: readonly string[]
  readonly games: number
  readonly record: string
  /** 0-100; null without a game. */
  readonly winRate: number | null
  /** What the record rests on; null where it is a published total, and where it was not counted. */
  readonly coverage: {
    /** Games of the team, of a player those of every team that they played for. */
    readonly teamGames: number
    /** Those of them whose five players are known. */
    readonly lineups: number
  } | null
  readonly stats: PlayerStats
  readonly samples: PlayerSamples
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
  /** The data date: start of the last game learned. UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Where the statistics begin. */
  readonly statsFromUtc: string | null
  /** Where they end: never after the data date. */
  readonly statsToUtc: string | null
  readonly games: number
  /** The winner first, then by series won; null where not all games were counted. */
  readonly teams:
    | readonly {
        readonly team: Named
        /** Maps. */
        readonly games: number
        /** In maps. */
        readonly record: string
        /** In series; drawn and unfinished ones count in neither. */
        readonly seriesRecord: string
      }[]
    | null
  /**
   * Who won the last series of the play-offs; null until 21 days after, where series are missing, and of
   * qualifiers.
   */
  readonly winnerTeam: Named | null
  readonly sideWinRate: SideWinRate
  readonly sideGames: SideGames
  readonly firstObjectiveRates: {
    readonly blood: FirstObjectiveRate | null
    readonly tower: FirstObjectiveRate | null
    readonly dragon: FirstObjectiveRate | null
    readonly herald: FirstObjectiveRate | null
    readonly baron: FirstObjectiveRate | null
  }
  /** Games with lines of single players; below a quarter of all there are no leaders. */
  readonly leaderGames: number | null
  readonly leaders: {
    /**
     * Best first, then player id; at least five games that tell it, and half as many as whoever has most. At most 5
     * items.
     */
    readonly kda: readonly Leader[]
    /**
     * Best first, then player id; at least five games that tell it, and half as many as whoever has most. At most 5
     * items.
     */
    readonly csPerMin: readonly Leader[]
    /**
     * Best first, then player id; at least five games that tell it, and half as many as whoever has most. At most 5
     * items.
     */
    readonly killParticipation: readonly Leader[]
    /**
     * Best first, then player id; at least five games that tell it, and half as many as whoever has most. At most 5
     * items.
     */
    readonly goldShare: readonly Leader[]
  }
}

/** Who takes an objective first, and whether that side wins. */
export interface FirstObjectiveRate {
  /** Share of games in which blue took it first. 0-1. */
  readonly blueShare: number
  /** Share of games won by the side that took it first. 0-1. */
  readonly winShare: number
  /** Games that tell it: ten at least, and a quarter of all. */
  readonly games: number | null
}

/** A player among the best of a tournament in one statistic. */
export interface Leader {
  readonly player: Named
  readonly team: Named | null
  readonly value: number
  readonly games: number | null
}
