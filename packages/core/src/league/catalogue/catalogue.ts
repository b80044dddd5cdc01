import type { PickRole } from '../../types.ts'

/** What discovery lists and name look-ups read. Ids are those of the history the artifacts were built from. */
export interface Catalogue {
  /** Data date, UTC, `YYYY-MM-DDTHH:mm:ss`: the last match the statistics know. */
  readonly asOf: string
  readonly teams: readonly CatalogueTeam[]
  readonly players: readonly CataloguePlayer[]
  readonly champions: readonly CatalogueChampion[]
  readonly tournaments: readonly CatalogueTournament[]
}

export interface CatalogueTeam {
  readonly id: number
  readonly name: string
  /** Other spellings and short codes that count as the team's name. */
  readonly aliases: readonly string[]
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
}

export interface CatalogueChampion {
  readonly id: number
  readonly name: string
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
