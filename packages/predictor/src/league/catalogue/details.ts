/**
 * The statistics behind the detail routes, by id. A team or player that is not listed never played: see `emptyTeamDetail` and its
 * like. The catalogue has names and current teams; an answer is the catalogue's row followed by these keys as they are. Fields
 * named `winRate` are 0-100, every other rate or share 0-1; null is unknown.
 *
 * Folders written before samples were kept have null for every sample, and for `kdaGames`, `sideGames`, `leaderGames` and `games`
 * of leaders and first objectives. Those written before line-ups and standings were counted have null for `coverage`, the sample of a
 * window's record, and the `teams` and `winnerTeam` of tournaments.
 */
export interface CatalogueDetails {
  /** The 365 days that end with the catalogue's data date, and every season. */
  readonly teams: Readonly<Record<string, TeamDetail>>
  readonly players: Readonly<Record<string, PlayerDetail>>
  /** Whole tournaments. */
  readonly tournaments: Readonly<Record<string, TournamentDetail>>
}

/** Sample of a number. */
export interface Sample {
  readonly games: number
  /** Games of the span itself, or published averages of the seasons that it touches. */
  readonly from: 'games' | 'season'
}

/** A sample for each number and for the record, null where the number is. */
export type Samples<Stats> = { readonly record: Sample | null } & {
  readonly [Name in Exclude<keyof Stats, 'games'>]: Sample | null
}

/** Whom a record may miss: a player counts in the games of the team whose line-up is known. */
export interface Coverage {
  /** Games of the team, of a player those of every team that they played for. */
  readonly teamGames: number
  /** Games whose five players are known. */
  readonly lineups: number
}

/** Statistics of a span of time. A number that too few games tell is null. */
export interface Statistics<Stats> {
  /** `<wins>W - <losses>L`, in maps: of a season the published total where that has more games than are known here. */
  readonly record: string
  readonly winRate: number | null
  /** Coverage of the record; null where it is a published total, and where line-ups were not counted. */
  readonly coverage: Coverage | null
  readonly stats: Stats
  readonly samples: Samples<Stats>
}

/** Statistics of one year. */
export interface SeasonStatistics<Stats> extends Statistics<Stats> {
  /** As tournaments name it: `2026`. */
  readonly season: string
  /** Codes, most games first. */
  readonly leagues: readonly string[]
  readonly games: number
}

/** Numbers of a team; gold and creep score are those of its five players together. */
export interface TeamStats {
  readonly games: number
  /** Gold a minute. */
  readonly gpm: number | null
  /** Minions and monsters, a minute. */
  readonly csPerMin: number | null
  /** (kills + assists) / deaths, or / 1 without a death. */
  readonly kda: number | null
  readonly avgGameMinutes: number | null
  /** Share of the games in which the team took it first, 0-1; towers and dragons alike. */
  readonly firstBloodRate: number | null
  readonly firstTowerRate: number | null
  readonly firstDragonRate: number | null
  readonly dragonsPerGame: number | null
  readonly baronsPerGame: number | null
  readonly towersPerGame: number | null
  readonly killsPerGame: number | null
  readonly deathsPerGame: number | null
  /** Gold ahead (behind: negative) of the other team at minute 15. */
  readonly goldDiffAt15: number | null
}

/** Statistics of a team over the last 365 days, and of each season. */
export interface TeamDetail extends Statistics<TeamStats> {
  readonly sideWinRate: SideWinRate
  /** Games on each side: what `sideWinRate` rests on. */
  readonly sideGames: SideGames
  /** Most games first, then champion id. */
  readonly championPool: readonly PooledChampion[]
  /** Every season with a game, newest first. */
  readonly seasons: readonly SeasonStatistics<TeamStats>[]
}

/** Numbers of a player. */
export interface PlayerStats {
  readonly games: number
  /** (kills + assists) / deaths, or / 1 without a death. */
  readonly kda: number | null
  /** Minions and monsters, a minute. */
  readonly csPerMin: number | null
  /** Share of the team's gold, 0-1. */
  readonly goldShare: number | null
  /** Kills and assists of the team's kills, 0-1. */
  readonly killParticipation: number | null
  readonly killsPerGame: number | null
  readonly deathsPerGame: number | null
  readonly assistsPerGame: number | null
}

/** Statistics of a player over the last 365 days, and of each season. */
export interface PlayerDetail extends Statistics<PlayerStats> {
  /** Most games first, then champion id. */
  readonly championPool: readonly PooledChampion[]
  /** Every season with a game, newest first. */
  readonly seasons: readonly SeasonStatistics<PlayerStats>[]
}

/** Games of a team or player with a champion. */
export interface PooledChampion {
  readonly champion: NamedId
  readonly games: number
  readonly wins: number
  /** 0-100. */
  readonly winRate: number
  /** (kills + assists) / deaths, or / 1 without a death. */
  readonly kda: number | null
  /** Games that `kda` rests on. */
  readonly kdaGames: number | null
}

/** Shares of the games on a side that were won, 0-1. */
export interface SideWinRate {
  readonly blue: number | null
  readonly red: number | null
}

/** Games on each side. */
export interface SideGames {
  readonly blue: number | null
  readonly red: number | null
}

/** A row of the catalogue, named. */
export interface NamedId {
  readonly id: number
  readonly name: string
}

/** Results of a team in a tournament. */
export interface TournamentTeam {
  readonly team: NamedId
  /** Maps. */
  readonly games: number
  /** `<wins>W - <losses>L`, in maps. */
  readonly record: string
  /** The same in series; drawn ones and those that were not played to their end count in neither. */
  readonly seriesRecord: string
}

/** A whole tournament: its sides, first objectives, teams and best players. */
export interface TournamentDetail {
  readonly games: number
  /**
   * Most series won come first, then fewest lost, then most maps won; the winner of the tournament is before all. Null:
   * not all of its games were counted.
   */
  readonly teams: readonly TournamentTeam[] | null
  /**
   * Winner of the last series of the play-offs. Null where that is not certain: while it may go on, and where series are missing; null of
   * promotions and qualifiers.
   */
  readonly winnerTeam: NamedId | null
  readonly sideWinRate: SideWinRate
  readonly sideGames: SideGames
  readonly firstObjectiveRates: {
    readonly blood: FirstObjectiveRate | null
    readonly tower: FirstObjectiveRate | null
    readonly dragon: FirstObjectiveRate | null
    readonly herald: FirstObjectiveRate | null
    readonly baron: FirstObjectiveRate | null
  }
  /** Games with lines of single players. */
  readonly leaderGames: number | null
  /**
   * At most five each, best first, then player id: those with five games with the statistic and half as many as whoever has
   * most. None where less than a quarter of the games has lines.
   */
  readonly leaders: {
    readonly kda: readonly Leader[]
    readonly csPerMin: readonly Leader[]
    readonly killParticipation: readonly Leader[]
    readonly goldShare: readonly Leader[]
  }
}

/** Share of games in which blue takes an objective first, and in which the taker wins, 0-1. */
export interface FirstObjectiveRate {
  /** Games in which blue took it first. */
  readonly blueShare: number
  /** Games won by the side that took it first. */
  readonly winShare: number
  /** Games that tell who took it first: ten at least, and a quarter of all. */
  readonly games: number | null
}

/** A player among the best of a tournament in one statistic. */
export interface Leader {
  readonly player: NamedId
  /** Null: unknown. */
  readonly team: NamedId | null
  /** In the unit of the statistic. */
  readonly value: number
  /** Games that tell the statistic. */
  readonly games: number | null
}
