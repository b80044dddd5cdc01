import { dayMs, parseUtc } from '@riftline/base'
import * as z from 'zod'
import { among, list, orElse, orNull, parseWith, record, string, table, whole } from '../../table-schema.ts'
import { type PickRole, pickRoles } from '../../types.ts'

const id = whole(1)
const optionalText = orNull(string)
const optionalList = orElse(list(string), undefined)
/** Lists and values that the catalogue of an earlier release does not have. */
const newList = orElse<readonly string[], readonly string[] | undefined>(list(string), [])
const newText = orElse<string | null, null | undefined>(optionalText, null)
/** Ids of the same team or person, who was listed twice: they answer as this one. */
const formerIds = orElse(list(id), undefined)

const team = record({
  id,
  name: string,
  /** Short codes and other spellings. */
  aliases: list(string),
  /** Names that people know the team by, as good as its own: `SKT` for T1. */
  commonNames: newList,
  region: optionalText,
  /** Code of the one that it plays in. */
  league: optionalText,
  logoUrl: optionalText,
  lastGameUtc: optionalText,
  formerIds,
})
/** A team that has played. Times here are UTC, `YYYY-MM-DDTHH:mm:ss`; null is unknown. */
export type CatalogueTeam = ReturnType<typeof team>

/** A seat of a team. */
export type CatalogueRole = PickRole

const player = record({
  id,
  name: string,
  aliases: list(string),
  role: orNull(among(pickRoles)),
  /**
   * The last team of a player who had a game within 180 days before the data date; null for others, for who retired, and where the
   * team has fielded eight line-ups without them since.
   */
  teamId: orNull(id),
  /** The last team, also of a player without one now. Null: unknown; absent in folders of earlier releases. */
  lastTeamId: orElse<number | null, null | undefined>(orNull(id), null),
  /** Absent in folders of earlier releases. */
  lastGameUtc: newText,
  formerIds,
})
/** A person who has played. */
export type CataloguePlayer = ReturnType<typeof player>

const champion = record({
  id,
  name: string,
  /** Names among players: `J4`. */
  aliases: newList,
  imageUrl: optionalText,
})
/** A champion of the game. */
export type CatalogueChampion = ReturnType<typeof champion>

const tournament = record({
  id,
  /** As people say it: `LFL 2025 Summer`. */
  name: string,
  /** Other names that it had, also the one in the match history: `LFL 2025 Jul-Sep`. */
  formerNames: optionalList,
  /** The league's code. */
  league: string,
  /** Absent in folders of earlier releases: the code. */
  leagueName: orElse(string, undefined),
  region: optionalText,
  /** The year, which a tournament may begin before. */
  season: optionalText,
  startUtc: optionalText,
  endUtc: optionalText,
})
/** One edition of a league or event. */
export type CatalogueTournament = ReturnType<typeof tournament>

const league = record({
  code: string,
  /** Names among people: `Worlds`. */
  name: string,
  /** 1 for the first leagues of the large regions; null for international events. */
  tier: orNull(among([1, 2, 3])),
  kind: among(['league', 'international', 'cup', 'second']),
  region: optionalText,
  /** The first and the last one with games, or the only one. */
  seasons: list(string),
  otherNames: list(string),
})
/** A league: the tournaments of one code. */
export type CatalogueLeague = ReturnType<typeof league>

const catalogueSchema = z.object({
  /** Data date, UTC, `YYYY-MM-DDTHH:mm:ss`: the last match the statistics know. */
  asOf: z.string(),
  teams: table(list(team)),
  players: table(list(player)),
  champions: table(list(champion)),
  tournaments: table(list(tournament)),
  leagues: table(list(league)).default([]),
})
/** Names for discovery lists and look-ups. Ids are those of the history the artifacts were built from. */
export type Catalogue = Readonly<Omit<z.infer<typeof catalogueSchema>, 'leagues'>> & {
  /** Absent: leagues are known by their codes alone. */
  readonly leagues?: readonly CatalogueLeague[]
}

/** @throws ArtifactError `artifact_invalid` */
export function parseCatalogue(file: string, json: string): Catalogue {
  return parseWith(catalogueSchema, file, json)
}

/** The text of `catalogue.json`. Its keys have one order: equal catalogues give equal text. */
export function writeCatalogue(catalogue: Catalogue): string {
  return `${JSON.stringify(parseCatalogue('catalogue.json', JSON.stringify(catalogue)))}\n`
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
