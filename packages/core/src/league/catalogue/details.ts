/**
 * The statistics behind the detail routes, by id. A team or player that is not listed never played: see `emptyTeamDetail` and its
 * like. The catalogue has names and current teams; an answer is the catalogue's row followed by these keys as they are. Fields
 * named `winRate` are 0-100, every other rate or share 0-1; null is unknown.
 *
 * Folders written before samples were kept have null for every sample, and for `kdaGames`, `sideGames`, `leaderGames` and `games`
 * of leaders and first objectives.
 */
export interface CatalogueDetails {
  /** The 365 days that end with the catalogue's data date, and every season. */
  readonly teams: Readonly<Record<string, TeamDetail>>
  readonly players: Readonly<Record<string, PlayerDetail>>
  /** Whole tournaments. */
  readonly tournaments: Readonly<Record<string, TournamentDetail>>
}

/** What a number rests on. */
export interface Sample {
  readonly games: number
  /** Games of the span itself, or published averages of the seasons that it touches. */
  readonly from: 'games' | 'season'
}

/** A sample for each number, null where the number is. */
export type Samples<Stats> = { readonly [Name in Exclude<keyof Stats, 'games'>]: Sample | null }

/** Statistics of a span of time. A number that too few games tell is null. */
export interface Statistics<Stats> {
  /** `<wins>W - <losses>L`, in maps. */
  readonly record: string
  readonly winRate: number | null
  readonly stats: Stats
  readonly samples: Samples<Stats>
}

export interface SeasonStatistics<Stats> extends Statistics<Stats> {
  /** As tournaments name it: `2026`. */
  readonly season: string
  /** Codes, most games first. */
  readonly leagues: readonly string[]
  readonly games: number
}

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

export interface TeamDetail extends Statistics<TeamStats> {
  readonly sideWinRate: SideWinRate
  /** Games on each side: what `sideWinRate` rests on. */
  readonly sideGames: SideGames
  /** Most games first, then champion id. */
  readonly championPool: readonly PooledChampion[]
  /** Every season with a game, newest first. */
  readonly seasons: readonly SeasonStatistics<TeamStats>[]
}

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

export interface PlayerDetail extends Statistics<PlayerStats> {
  readonly championPool: readonly PooledChampion[]
  readonly seasons: readonly SeasonStatistics<PlayerStats>[]
}

export interface PooledChampion {
  readonly champion: NamedId
  readonly games: number
  readonly wins: number
  readonly winRate: number
  readonly kda: number | null
  /** Games that `kda` rests on. */
  readonly kdaGames: number | null
}

export interface SideWinRate {
  readonly blue: number | null
  readonly red: number | null
}

export interface SideGames {
  readonly blue: number | null
  readonly red: number | null
}

export interface NamedId {
  readonly id: number
  readonly name: string
}

export interface TournamentDetail {
  readonly games: number
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

export interface FirstObjectiveRate {
  /** Games in which blue took it first. */
  readonly blueShare: number
  /** Games won by the side that took it first. */
  readonly winShare: number
  /** Games that tell who took it first: ten at least, and a quarter of all. */
  readonly games: number | null
}

export interface Leader {
  readonly player: NamedId
  readonly team: NamedId | null
  readonly value: number
  /** Games that tell the statistic. */
  readonly games: number | null
}
