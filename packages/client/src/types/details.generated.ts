// Written from packages/server/openapi.json by npm run client-types; do not edit.

import type { Named, Role } from './lists.generated.ts'

/** How a team or player fared with a champion. */
export interface ChampionResults {
  /** The champion. */
  readonly champion: Named
  /** Games with it. */
  readonly games: number
  /** Those that were won. */
  readonly wins: number
  /** Percentage of them, 0-100. */
  readonly winRate: number
  /** Kills and assists for each death; null where not known. */
  readonly kda: number | null
  /** Games that kda rests on; null where it was not counted. */
  readonly kdaGames: number | null
}

/** Share of games won on each side; null without a game on it. */
export interface SideWinRate {
  /** Share of the games on the blue side that were won, 0-1; null without one. */
  readonly blue: number | null
  /** Share of the games on the red side that were won, 0-1; null without one. */
  readonly red: number | null
}

/** What the shares of both sides rest on. */
export interface SideGames {
  /** Games on the blue side; null where it was not counted. */
  readonly blue: number | null
  /** Games on the red side; null where it was not counted. */
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
  /** What other calls take, at least 1. */
  readonly id: number
  /** What the team is called now. */
  readonly name: string
  /** The data date: start of the last game learned. UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Where the statistics begin; null where no game is known. UTC, without a suffix. */
  readonly statsFromUtc: string | null
  /** Where they end, never after the data date; null where no game is known. UTC, without a suffix. */
  readonly statsToUtc: string | null
  /** Games won and lost. */
  readonly record: string
  /** Percentage of games won, 0-100; null without a game. */
  readonly winRate: number | null
  /** What the record rests on; null where it is a published total, and where it was not counted. */
  readonly coverage: {
    /** Games of the team, of a player those of every team that they played for. */
    readonly teamGames: number
    /** Those of them whose five players are known. */
    readonly lineups: number
  } | null
  /** Averages; null where nothing is known. */
  readonly stats: TeamStats
  /** What the record and each of stats rest on. */
  readonly samples: TeamSamples
  /** Shares of games won, by side. */
  readonly sideWinRate: SideWinRate
  /** Games that the shares of sideWinRate rest on. */
  readonly sideGames: SideGames
  /** Most games first, then champion id; kda rests on kdaGames. */
  readonly championPool: readonly ChampionResults[]
  /** Every season with a game, newest first. */
  readonly seasons: readonly TeamSeason[]
}

/** Null where too few games tell it. */
export interface TeamStats {
  /** Games counted. */
  readonly games: number
  /** Gold of the team in a minute. */
  readonly gpm: number | null
  /** Minions and monsters that the team killed in a minute. */
  readonly csPerMin: number | null
  /** Kills and assists for each death. */
  readonly kda: number | null
  /** Minutes of a game. */
  readonly avgGameMinutes: number | null
  /** Share of games with the first kill, 0-1. */
  readonly firstBloodRate: number | null
  /** Share of games with the first tower, 0-1. */
  readonly firstTowerRate: number | null
  /** Share of games with the first dragon, 0-1. */
  readonly firstDragonRate: number | null
  /** Dragons slain in a game. */
  readonly dragonsPerGame: number | null
  /** Barons slain in a game. */
  readonly baronsPerGame: number | null
  /** Towers destroyed in a game. */
  readonly towersPerGame: number | null
  /** Kills of the team in a game. */
  readonly killsPerGame: number | null
  /** Deaths of the team in a game. */
  readonly deathsPerGame: number | null
  /** Gold ahead of the other team after 15 minutes; below 0 behind it. */
  readonly goldDiffAt15: number | null
}

/** Null where the number is. */
export interface TeamSamples {
  /** Of record; null without a value. */
  readonly record: Sample | null
  /** Of gpm; null without a value. */
  readonly gpm: Sample | null
  /** Of csPerMin; null without a value. */
  readonly csPerMin: Sample | null
  /** Of kda; null without a value. */
  readonly kda: Sample | null
  /** Of avgGameMinutes; null without a value. */
  readonly avgGameMinutes: Sample | null
  /** Of firstBloodRate; null without a value. */
  readonly firstBloodRate: Sample | null
  /** Of firstTowerRate; null without a value. */
  readonly firstTowerRate: Sample | null
  /** Of firstDragonRate; null without a value. */
  readonly firstDragonRate: Sample | null
  /** Of dragonsPerGame; null without a value. */
  readonly dragonsPerGame: Sample | null
  /** Of baronsPerGame; null without a value. */
  readonly baronsPerGame: Sample | null
  /** Of towersPerGame; null without a value. */
  readonly towersPerGame: Sample | null
  /** Of killsPerGame; null without a value. */
  readonly killsPerGame: Sample | null
  /** Of deathsPerGame; null without a value. */
  readonly deathsPerGame: Sample | null
  /** Of goldDiffAt15; null without a value. */
  readonly goldDiffAt15: Sample | null
}

/** A team in one year. */
export interface TeamSeason {
  /** The year. */
  readonly season: string
  /** Codes of the leagues played in. */
  readonly leagues: readonly string[]
  /** Games counted. */
  readonly games: number
  /** Games won and lost. */
  readonly record: string
  /** Percentage of games won, 0-100; null without a game. */
  readonly winRate: number | null
  /** What the record rests on; null where it is a published total, and where it was not counted. */
  readonly coverage: {
    /** Games of the team, of a player those of every team that they played for. */
    readonly teamGames: number
    /** Those of them whose five players are known. */
    readonly lineups: number
  } | null
  /** Averages; null where nothing is known. */
  readonly stats: TeamStats
  /** What the record and each of stats rest on. */
  readonly samples: TeamSamples
}

/** A player over the span from `statsFromUtc` to `statsToUtc`, and over each season. */
export interface PlayerDetail {
  /** What other calls take, at least 1. */
  readonly id: number
  /** What the player is called now. */
  readonly name: string
  /** The seat in the last ten games; null where it is not known. */
  readonly role: Role | null
  /** The current team; null after 180 days, and once it fielded eight line-ups without the player. */
  readonly team: Named | null
  /** The last team, also of whoever has none now. */
  readonly lastTeam: Named | null
  /** A game within 180 days before the data date. */
  readonly active: boolean
  /** Start of the last game; null where none is known. UTC, without a suffix. */
  readonly lastGameUtc: string | null
  /** The data date: start of the last game learned. UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Where the statistics begin; null where no game is known. UTC, without a suffix. */
  readonly statsFromUtc: string | null
  /** Where they end, never after the data date; null where no game is known. UTC, without a suffix. */
  readonly statsToUtc: string | null
  /** Games won and lost. */
  readonly record: string
  /** Percentage of games won, 0-100; null without a game. */
  readonly winRate: number | null
  /** What the record rests on; null where it is a published total, and where it was not counted. */
  readonly coverage: {
    /** Games of the team, of a player those of every team that they played for. */
    readonly teamGames: number
    /** Those of them whose five players are known. */
    readonly lineups: number
  } | null
  /** Averages; null where nothing is known. */
  readonly stats: PlayerStats
  /** What the record and each of stats rest on. */
  readonly samples: PlayerSamples
  /** Most games first, then champion id; kda rests on kdaGames. */
  readonly championPool: readonly ChampionResults[]
  /** Every season with a game, newest first. */
  readonly seasons: readonly PlayerSeason[]
}

/** Null where too few games tell it. */
export interface PlayerStats {
  /** Games counted. */
  readonly games: number
  /** Kills and assists for each death. */
  readonly kda: number | null
  /** Minions and monsters killed in a minute. */
  readonly csPerMin: number | null
  /** Share of the team's gold, 0-1. */
  readonly goldShare: number | null
  /** Share of the team's kills with a kill or an assist, 0-1. */
  readonly killParticipation: number | null
  /** Kills in a game. */
  readonly killsPerGame: number | null
  /** Deaths in a game. */
  readonly deathsPerGame: number | null
  /** Assists in a game. */
  readonly assistsPerGame: number | null
}

/** Null where the number is. */
export interface PlayerSamples {
  /** Of record; null without a value. */
  readonly record: Sample | null
  /** Of kda; null without a value. */
  readonly kda: Sample | null
  /** Of csPerMin; null without a value. */
  readonly csPerMin: Sample | null
  /** Of goldShare; null without a value. */
  readonly goldShare: Sample | null
  /** Of killParticipation; null without a value. */
  readonly killParticipation: Sample | null
  /** Of killsPerGame; null without a value. */
  readonly killsPerGame: Sample | null
  /** Of deathsPerGame; null without a value. */
  readonly deathsPerGame: Sample | null
  /** Of assistsPerGame; null without a value. */
  readonly assistsPerGame: Sample | null
}

/** A player in one year. */
export interface PlayerSeason {
  /** The year. */
  readonly season: string
  /** Codes of the leagues played in. */
  readonly leagues: readonly string[]
  /** Games counted. */
  readonly games: number
  /** Games won and lost. */
  readonly record: string
  /** Percentage of games won, 0-100; null without a game. */
  readonly winRate: number | null
  /** What the record rests on; null where it is a published total, and where it was not counted. */
  readonly coverage: {
    /** Games of the team, of a player those of every team that they played for. */
    readonly teamGames: number
    /** Those of them whose five players are known. */
    readonly lineups: number
  } | null
  /** Averages; null where nothing is known. */
  readonly stats: PlayerStats
  /** What the record and each of stats rest on. */
  readonly samples: PlayerSamples
}
