// Written from packages/server/openapi.json by npm run client-types; do not edit.

/** An id and what it is called. */
export interface Named {
  readonly id: number
  readonly name: string
}

/** A seat of a team. */
export type Role = 'TOP' | 'JUNGLE' | 'MID' | 'BOT' | 'SUPPORT'

/** A team that has played. */
export interface Team {
  readonly id: number
  readonly name: string
  readonly region: string | null
  /** An absolute URL; that of a placeholder where no logo is known. */
  readonly logoUrl: string
  /** A code. */
  readonly league: string | null
  /** What scoreboards show. */
  readonly code: string | null
  /** A game within 180 days before the data date. */
  readonly active: boolean
  /** UTC, without a suffix. */
  readonly lastGameUtc: string | null
}

/** A person who has played. */
export interface Player {
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
}

/** What a player picks for a game. */
export interface Champion {
  readonly id: number
  /** What picks accept. */
  readonly name: string
  readonly imageUrl: string | null
}

/** One edition of a league or event. */
export interface Tournament {
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
}

/** Sorted by id, as every list. */
export interface TeamList {
  /** The number of items. */
  readonly count: number
  /** With limit: how many fit. */
  readonly total?: number
  /** The data date: start of the last game learned. UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Which models and tables answer; as the header `X-Artifacts`. */
  readonly artifacts: string
  readonly teams: readonly Team[]
  /** What a name may mean, best first; absent where nothing is near. At most 8 items. */
  readonly candidates?: readonly {
    readonly id?: number
    readonly name: string
  }[]
}

/** Sorted by id. */
export interface PlayerList {
  /** The number of items. */
  readonly count: number
  /** With limit: how many fit. */
  readonly total?: number
  /** The data date: start of the last game learned. UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Which models and tables answer; as the header `X-Artifacts`. */
  readonly artifacts: string
  readonly players: readonly Player[]
  /** What a name may mean, best first; absent where nothing is near. At most 8 items. */
  readonly candidates?: readonly {
    readonly id?: number
    readonly name: string
  }[]
}

/** Sorted by id. */
export interface ChampionList {
  /** The number of items. */
  readonly count: number
  /** With limit: how many fit. */
  readonly total?: number
  /** The data date: start of the last game learned. UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Which models and tables answer; as the header `X-Artifacts`. */
  readonly artifacts: string
  readonly champions: readonly Champion[]
  /** What a name may mean, best first; absent where nothing is near. At most 8 items. */
  readonly candidates?: readonly {
    readonly id?: number
    readonly name: string
  }[]
}

/** Sorted by id. */
export interface TournamentList {
  /** The number of items. */
  readonly count: number
  /** With limit: how many fit. */
  readonly total?: number
  /** The data date: start of the last game learned. UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Which models and tables answer; as the header `X-Artifacts`. */
  readonly artifacts: string
  readonly tournaments: readonly Tournament[]
  /** What a name may mean, best first; absent where nothing is near. At most 8 items. */
  readonly candidates?: readonly {
    readonly id?: number
    readonly name: string
  }[]
}

/** A series to come. */
export interface ScheduledSeries {
  /** Never changes; the `esportsMatchId` of odds. */
  readonly id: string
  /** A code. */
  readonly league: string
  /** The league as people call it. */
  readonly leagueName: string
  /** 1, 2, 3 or 5; null where nobody says. 1-5. */
  readonly bestOf: number | null
  /** UTC, without a suffix. */
  readonly scheduledUtc: string
  readonly team1: Named
  readonly team2: Named
}

/** Series that have not begun, by start. */
export interface Schedule {
  /** The number of items. */
  readonly count: number
  /** With limit: how many fit. */
  readonly total?: number
  /** The data date: start of the last game learned. UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Which models and tables answer; as the header `X-Artifacts`. */
  readonly artifacts: string
  readonly schedule: readonly ScheduledSeries[]
  /** What a name may mean, best first; absent where nothing is near. At most 8 items. */
  readonly candidates?: readonly {
    readonly id?: number
    readonly name: string
  }[]
}
