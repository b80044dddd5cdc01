/**
 * The statistics behind the detail routes, by id. A team or player that is not listed played no game in the window: see
 * `emptyTeamDetail` and its like. The catalogue has names and current teams; an answer is the catalogue's row followed by
 * these keys as they are. Fields named `winRate` are 0-100, every other rate or share 0-1; null is unknown.
 */
export interface CatalogueDetails {
  /** The 365 days that end with the catalogue's data date. */
  readonly teams: Readonly<Record<string, TeamDetail>>
  readonly players: Readonly<Record<string, PlayerDetail>>
  /** Whole tournaments. */
  readonly tournaments: Readonly<Record<string, TournamentDetail>>
}

export interface TeamDetail {
  /** `<wins>W - <losses>L`, in maps. */
  readonly record: string
  readonly winRate: number | null
  readonly stats: {
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
  readonly sideWinRate: SideWinRate
  /** Most games first, then champion id. */
  readonly championPool: readonly PooledChampion[]
}

export interface PlayerDetail {
  readonly record: string
  readonly winRate: number | null
  readonly stats: {
    readonly games: number
    readonly kda: number | null
    readonly csPerMin: number | null
    readonly goldShare: number | null
    readonly killParticipation: number | null
    readonly killsPerGame: number | null
    readonly deathsPerGame: number | null
    readonly assistsPerGame: number | null
  }
  readonly championPool: readonly PooledChampion[]
}

export interface PooledChampion {
  readonly champion: NamedId
  readonly games: number
  readonly wins: number
  readonly winRate: number
  readonly kda: number | null
}

export interface SideWinRate {
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
  readonly firstObjectiveRates: {
    readonly blood: FirstObjectiveRate | null
    readonly tower: FirstObjectiveRate | null
    readonly dragon: FirstObjectiveRate | null
    readonly herald: FirstObjectiveRate | null
    readonly baron: FirstObjectiveRate | null
  }
  /** At most five each, best first, then player id; at least five games with the statistic. */
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
}

export interface Leader {
  readonly player: NamedId
  readonly team: NamedId | null
  readonly value: number
}
