import type { PickRole } from '../../types.ts'

/** What discovery lists and name look-ups read. Ids are those of the history the artifacts were built from. */
export interface Catalogue {
  /** Data date, UTC, `YYYY-MM-DDTHH:mm:ss`: the last match the statistics know. */
  readonly asOf: string
  readonly teams: readonly CatalogueTeam[]
  readonly players: readonly CataloguePlayer[]
  readonly champions: readonly CatalogueChampion[]
  readonly tournaments: readonly CatalogueTournament[]
  /** Absent: leagues are known by their codes alone. */
  readonly leagues?: readonly CatalogueLeague[]
}

export interface CatalogueTeam {
  readonly id: number
  readonly name: string
  /** Short codes and other spellings. */
  readonly aliases: readonly string[]
  /** Names that people know the team by, as good as its own: `SKT` for T1. */
  readonly commonNames?: readonly string[]
  readonly region: string | null
  readonly league: string | null
  readonly logoUrl: string | null
  readonly lastGameUtc: string | null
}

export type CatalogueRole = PickRole

export interface CataloguePlayer {
  readonly id: number
  readonly name: string
  readonly aliases: readonly string[]
  readonly role: CatalogueRole | null
  readonly teamId: number | null
  /** Absent in folders that do not know it. */
  readonly lastGameUtc?: string | null
}

export interface CatalogueChampion {
  readonly id: number
  readonly name: string
  /** What players call it: `J4`. */
  readonly aliases?: readonly string[]
  readonly imageUrl: string | null
}

export interface CatalogueTournament {
  readonly id: number
  readonly name: string
  readonly league: string
  readonly region: string | null
  readonly season: string | null
  readonly startUtc: string | null
  readonly endUtc: string | null
}

export interface CatalogueLeague {
  readonly code: string
  /** What people call it: `Worlds`. */
  readonly name: string
  /** 1 for the first leagues of the large regions; null for international events. */
  readonly tier: 1 | 2 | 3 | null
  readonly kind: 'league' | 'international' | 'cup' | 'second'
  readonly region: string | null
  /** The first and the last one with games, or the only one. */
  readonly seasons: readonly string[]
  readonly otherNames: readonly string[]
}
