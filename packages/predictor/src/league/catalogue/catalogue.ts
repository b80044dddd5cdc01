import { dayMs, parseUtc } from '@riftline/base'
import * as z from 'zod'
import { among, list, orElse, orNull, parseWith, record, string, table, whole } from '../../table-schema.ts'
import { type PickRole, pickRoles } from '../../types.ts'

const id = whole(1)
const optionalText = orNull(string)
const optionalList = orElse(list(string), undefined)
/** Form of a list that catalogues of earlier releases do not have. */
const newList = orElse<readonly string[], readonly string[] | undefined>(list(string), [])
const newText = orElse<string | null, null | undefined>(optionalText, null)
/** Former ids of the same team or person, from a double listing; they resolve to this row. */
const formerIds = orElse(list(id), undefined)

const team = record({
  id,
  name: string,
  /** Short codes and other spellings of the name. */
  aliases: list(string),
  /** Common names, equivalent to the team's own name: `SKT` for T1. */
  commonNames: newList,
  region: optionalText,
  /** Code of the team's league. */
  league: optionalText,
  logoUrl: optionalText,
  lastGameUtc: optionalText,
  formerIds,
})
/** A team with at least one game. Times here are UTC, `YYYY-MM-DDTHH:mm:ss`; null is unknown. */
export type CatalogueTeam = ReturnType<typeof team>

/** A seat of a team. */
export type CatalogueRole = PickRole

const player = record({
  id,
  name: string,
  aliases: list(string),
  role: orNull(among(pickRoles)),
  /**
   * The last team of a player who had a game within 180 days before the data date; null for other players, for retired ones, and
   * if the team has since fielded eight line-ups without the player.
   */
  teamId: orNull(id),
  /** The last team, also of a player without a team now. Null: unknown; absent in folders of earlier releases. */
  lastTeamId: orElse<number | null, null | undefined>(orNull(id), null),
  /** Absent in folders of earlier releases. */
  lastGameUtc: newText,
  formerIds,
})
/** A player with at least one game. */
export type CataloguePlayer = ReturnType<typeof player>

const champion = record({
  id,
  name: string,
  /** Names that players use: `J4`. */
  aliases: newList,
  imageUrl: optionalText,
})
/** A champion of the game. */
export type CatalogueChampion = ReturnType<typeof champion>

const tournament = record({
  id,
  /** Common name: `LFL 2025 Summer`. */
  name: string,
  /** Former and other names, including the one in the match history: `LFL 2025 Jul-Sep`. */
  formerNames: optionalList,
  /** Code of the league. */
  league: string,
  /** Name of the league; absent in folders of earlier releases, which have only the code. */
  leagueName: orElse(string, undefined),
  region: optionalText,
  /** Year of the season; the tournament may begin in the year before. */
  season: optionalText,
  startUtc: optionalText,
  endUtc: optionalText,
})
/** One edition of a league or event. */
export type CatalogueTournament = ReturnType<typeof tournament>

const league = record({
  code: string,
  /** Common name: `Worlds`. */
  name: string,
  /** 1 for the top leagues of the large regions; null for international events. */
  tier: orNull(among([1, 2, 3])),
  kind: among(['league', 'international', 'cup', 'second']),
  region: optionalText,
  /** First and last season with games, or the only one. */
  seasons: list(string),
  otherNames: list(string),
})
/** A league: the tournaments of one code. */
export type CatalogueLeague = ReturnType<typeof league>

const catalogueSchema = z.object({
  /** Data date, UTC, `YYYY-MM-DDTHH:mm:ss`: the start of the last match in the statistics. */
  asOf: z.string(),
  teams: table(list(team)),
  players: table(list(player)),
  champions: table(list(champion)),
  tournaments: table(list(tournament)),
  leagues: table(list(league)).default([]),
})
/** Names for lists and look-ups. Ids are those of the history from which the artifacts were built. */
export type Catalogue = Readonly<Omit<z.infer<typeof catalogueSchema>, 'leagues'>> & {
  /** Leagues; if absent, only their codes are known. */
  readonly leagues?: readonly CatalogueLeague[]
}

/** @throws ArtifactError `artifact_invalid` */
export function parseCatalogue(file: string, json: string): Catalogue {
  return parseWith(catalogueSchema, file, json)
}

/** The text of `catalogue.json`. Its keys have a fixed order, so that equal catalogues give equal text. */
export function writeCatalogue(catalogue: Catalogue): string {
  return `${JSON.stringify(parseCatalogue('catalogue.json', JSON.stringify(catalogue)))}\n`
}

/**
 * Rows by id, and by the former ids of joined rows.
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

/** Time without a game after which a team counts as inactive; 41 % of teams with so long a pause come back. */
export const activeMs: number = 180 * dayMs

/**
 * Whether a team or player had a game within 180 days before the data date; false if no game is known.
 *
 * @example isActive('2026-02-28T00:00:00', '2025-10-01T00:00:00') // => true
 */
export function isActive(asOf: string, lastGameUtc: string | null): boolean {
  const lastGameMs = parseUtc(lastGameUtc ?? '') ?? Number.NEGATIVE_INFINITY
  return lastGameMs >= (parseUtc(asOf) ?? Number.POSITIVE_INFINITY) - activeMs
}
