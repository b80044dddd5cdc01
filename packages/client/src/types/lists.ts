/** An id and what it is called. */
export interface Named {
  readonly id: number
  readonly name: string
}

export type Role = 'TOP' | 'JUNGLE' | 'MID' | 'BOT' | 'SUPPORT'

export interface Team extends Named {
  readonly region: string | null
  /** Absolute; a placeholder where no logo is known. */
  readonly logoUrl: string
}

export interface Player extends Named {
  readonly role: Role | null
  /** The current team. */
  readonly team: Named | null
}

/** `name` is what picks accept. */
export interface Champion extends Named {
  readonly imageUrl: string | null
}

/** Times are UTC, `YYYY-MM-DDTHH:mm:ss`. */
export interface Tournament extends Named {
  readonly league: string
  readonly region: string | null
  readonly startUtc: string | null
  readonly endUtc: string | null
}

export interface TeamList {
  readonly count: number
  /** Sorted by id, as every list. */
  readonly teams: readonly Team[]
}

export interface PlayerList {
  readonly count: number
  readonly players: readonly Player[]
}

export interface ChampionList {
  readonly count: number
  readonly champions: readonly Champion[]
}

export interface TournamentList {
  readonly count: number
  readonly tournaments: readonly Tournament[]
}
