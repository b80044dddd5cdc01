// Written from packages/server/openapi.json by npm run client-types; do not edit.

/** An id and what it is called. */
export interface Named {
  /** What other calls take, at least 1. */
  readonly id: number
  /** What it is called now. */
  readonly name: string
}

/** A seat of a team. */
export type Role = 'TOP' | 'JUNGLE' | 'MID' | 'BOT' | 'SUPPORT'

/** A team that has played. */
export interface Team {
  /** What other calls take, at least 1. */
  readonly id: number
  /** What the team is called now. */
  readonly name: string
  /** Region of its league; null where none is known. */
  readonly region: string | null
  /** An absolute URL; that of a placeholder where no logo is known. */
  readonly logoUrl: string
  /** Code of its home league; null where none is known. */
  readonly league: string | null
  /** What scoreboards show; null where that is not known. */
  readonly code: string | null
  /** A game within 180 days before the data date. */
  readonly active: boolean
  /** Start of the last game; null where none is known. UTC, without a suffix. */
  readonly lastGameUtc: string | null
}

/** A person who has played. */
export interface Player {
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
}

/** What a player picks for a game. */
export interface Champion {
  /** What other calls take, at least 1. */
  readonly id: number
  /** What picks accept. */
  readonly name: string
  /** An absolute URL; null without a picture. */
  readonly imageUrl: string | null
}

/** One edition of a league or event. */
export interface Tournament {
  /** What other calls take, at least 1. */
  readonly id: number
  /** League, year and split, as people write them. */
  readonly name: string
  /** The code of the league. */
  readonly league: string
  /** The league as people call it. */
  readonly leagueName: string
  /** The year, which a tournament may begin before. */
  readonly season: string | null
  /** Region of its league; null for international ones. */
  readonly region: string | null
  /** When it began; null where that is not known. UTC, without a suffix. */
  readonly startUtc: string | null
  /** When it ended, or its last game so far began; null where neither is known. UTC, without a suffix. */
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
  /** The items, in the order that the operation names. */
  readonly teams: readonly Team[]
  /** What a name may mean, best first; absent where nothing is near. At most 8 items. */
  readonly candidates?: readonly {
    /** Its id; absent where a word and no id is meant. */
    readonly id?: number
    /** Its present name, or the word. */
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
  /** The items, in the order that the operation names. */
  readonly players: readonly Player[]
  /** What a name may mean, best first; absent where nothing is near. At most 8 items. */
  readonly candidates?: readonly {
    /** Its id; absent where a word and no id is meant. */
    readonly id?: number
    /** Its present name, or the word. */
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
  /** The items, in the order that the operation names. */
  readonly champions: readonly Champion[]
  /** What a name may mean, best first; absent where nothing is near. At most 8 items. */
  readonly candidates?: readonly {
    /** Its id; absent where a word and no id is meant. */
    readonly id?: number
    /** Its present name, or the word. */
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
  /** The items, in the order that the operation names. */
  readonly tournaments: readonly Tournament[]
  /** What a name may mean, best first; absent where nothing is near. At most 8 items. */
  readonly candidates?: readonly {
    /** Its id; absent where a word and no id is meant. */
    readonly id?: number
    /** Its present name, or the word. */
    readonly name: string
  }[]
}

/** A series to come. */
export interface ScheduledSeries {
  /** Never changes; the `esportsMatchId` of odds. */
  readonly id: string
  /** Code of the league. */
  readonly league: string
  /** The league as people call it. */
  readonly leagueName: string
  /** 1, 2, 3 or 5; null where nobody says. 1-5. */
  readonly bestOf: number | null
  /** When it is to begin. UTC, without a suffix. */
  readonly scheduledUtc: string
  /** The team that is named first; sides are not known yet. */
  readonly team1: Named
  /** The other team. */
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
  /** The items, in the order that the operation names. */
  readonly schedule: readonly ScheduledSeries[]
  /** What a name may mean, best first; absent where nothing is near. At most 8 items. */
  readonly candidates?: readonly {
    /** Its id; absent where a word and no id is meant. */
    readonly id?: number
    /** Its present name, or the word. */
    readonly name: string
  }[]
}
