import { dayMs, parseUtc } from '@riftline/base'
import type { PickRole } from '../../types.ts'

/** Names for discovery lists and look-ups. Ids are those of the history the artifacts were built from. */
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

/** A team that has played. Times here are UTC, `YYYY-MM-DDTHH:mm:ss`; null is unknown. */
export interface CatalogueTeam {
  readonly id: number
  readonly name: string
  /** Short codes and other spellings. */
  readonly aliases: readonly string[]
  /** Names that people know the team by, as good as its own: `SKT` for T1. */
  readonly commonNames?: readonly string[]
  readonly region: string | null
  /** Code of the one that it plays in. */
  readonly league: string | null
  readonly logoUrl: string | null
  readonly lastGameUtc: string | null
  /** Ids of the same team, which was listed twice: they answer as this one. */
  readonly formerIds?: readonly number[] | undefined
}

/** A seat of a team. */
export type CatalogueRole = PickRole

/** A person who has played. */
export interface CataloguePlayer {
  readonly id: number
  readonly name: string
  readonly aliases: readonly string[]
  readonly role: CatalogueRole | null
  /**
   * The last team of a player who had a game within 180 days before the data date; null for others, for who retired, and where the
   * team has fielded eight line-ups without them since.
   */
  readonly teamId: number | null
  /** The last team, also of whoever plays for none now. Null: unknown; absent in folders of earlier releases. */
  readonly lastTeamId?: number | null
  /** Absent in folders of earlier releases. */
  readonly lastGameUtc?: string | null
  /** Ids of the same person, who was listed twice: they answer as this one. */
  readonly formerIds?: readonly number[] | undefined
}

/** A champion of the game. */
export interface CatalogueChampion {
  readonly id: number
  readonly name: string
  /** Names among players: `J4`. */
  readonly aliases?: readonly string[]
  readonly imageUrl: string | null
}

/** One edition of a league or event. */
export interface CatalogueTournament {
  readonly id: number
  /** As people say it: `LFL 2025 Summer`. */
  readonly name: string
  /** Other names that it had, also the one in the match history: `LFL 2025 Jul-Sep`. */
  readonly formerNames?: readonly string[] | undefined
  /** The league's code. */
  readonly league: string
  /** Absent in folders of earlier releases: the code. */
  readonly leagueName?: string | undefined
  readonly region: string | null
  /** The year, which a tournament may begin before. */
  readonly season: string | null
  readonly startUtc: string | null
  readonly endUtc: string | null
}

/** A league: the tournaments of one code. */
export interface CatalogueLeague {
  readonly code: string
  /** Names among people: `Worlds`. */
  readonly name: string
  /** 1 for the first leagues of the large regions; null for international events. */
  readonly tier: 1 | 2 | 3 | null
  readonly kind: 'league' | 'international' | 'cup' | 'second'
  readonly region: string | null
  /** The first and the last one with games, or the only one. */
  readonly seasons: readonly string[]
  readonly otherNames: readonly string[]
}

/**
 * Rows by id and by the ids that they had before two were joined.
 *
 * @example byAnyId([{ id: 1, formerIds: [4] }]).get(4)?.id // => 1
 */
export function byAnyId<Row extends { readonly id: number; readonly formerIds?: readonly number[] | undefined }>(
  rows: readonly Row[],
): ReadonlyMap<number, Row> {
  const byId = new Map<number, Row>()
  for (const row of rows) for (const id of row.formerIds ?? []) byId.set(id, row)
  for (const row of rows) byId.set(row.id, row)
  return byId
}

/** 41 % of the teams that are silent for so long come back. */
export const activeMs: number = 180 * dayMs

/**
 * Whether a team or player had a game within 180 days before the data date; false where no game is known.
 *
 * @example isActive('2026-02-28T00:00:00', '2025-10-01T00:00:00') // => true
 */
export function isActive(asOf: string, lastGameUtc: string | null): boolean {
  const lastGameMs = parseUtc(lastGameUtc ?? '') ?? Number.NEGATIVE_INFINITY
  return lastGameMs >= (parseUtc(asOf) ?? Number.POSITIVE_INFINITY) - activeMs
}
