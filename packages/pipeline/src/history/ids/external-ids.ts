import * as z from 'zod'
import { parseDocument } from '../../json-document.ts'
import type { ExternalIds, IdTable, KnownTable, Series } from '../types.ts'
import { type EarlierFolder, earlierSchema, fromEarlier } from './earlier-ids.ts'
import {
  type PersonTuple,
  packPerson,
  packTeam,
  personRow,
  type TeamTuple,
  teamRow,
  unpackPerson,
  unpackTeam,
} from './known-rows.ts'

const noIds: IdTable = { last: 0, ids: {} }
const nobody: KnownTable<never> = { last: 0, lastListed: 0, rows: [] }

/** The ids that a first folder starts from: none. */
export const noExternalIds: ExternalIds = {
  teams: nobody,
  players: nobody,
  champions: noIds,
  tournaments: noIds,
  lastSeriesId: 0,
}

const id = z.int().nonnegative()
const names = z.object({ last: id, ids: z.record(z.string(), id) })
const known = <Row>(row: z.ZodType<Row>) => z.object({ last: id, lastListed: id, rows: z.array(row) })
interface IdsDocument extends Pick<ExternalIds, 'champions' | 'tournaments' | 'lastSeriesId'> {
  readonly formatVersion: 2
  readonly teams: KnownTable<TeamTuple>
  readonly players: KnownTable<PersonTuple>
}

const schema: z.ZodType<IdsDocument> = z.object({
  formatVersion: z.literal(2),
  teams: known(teamRow),
  players: known(personRow),
  champions: names,
  tournaments: names,
  lastSeriesId: id,
})
/** The first release wrote no version. */
const versioned = z.looseObject({ formatVersion: z.literal(2).optional() })

/**
 * Reads `ids.json`. A folder of an earlier release has ids and names alone: the rest comes from its other files.
 *
 * @throws ArtifactError `artifact_invalid`
 */
export function parseExternalIds(file: string, text: string, folder: EarlierFolder): ExternalIds {
  const { formatVersion } = parseDocument(file, text, versioned)
  if (formatVersion === undefined) return fromEarlier(parseDocument(file, text, earlierSchema), folder)
  const { formatVersion: _, teams, players, ...rest } = parseDocument(file, text, schema)
  return {
    ...rest,
    teams: { ...teams, rows: teams.rows.map(unpackTeam) },
    players: { ...players, rows: players.rows.map(unpackPerson) },
  }
}

/** The document of `ids.json`: a tuple a team or person, so that thousands stay small. */
export function packExternalIds({ teams, players, ...rest }: ExternalIds): IdsDocument {
  return {
    formatVersion: 2,
    teams: { ...teams, rows: teams.rows.map(packTeam) },
    players: { ...players, rows: players.rows.map(packPerson) },
    ...rest,
  }
}

/** Adds to a table the names of a folder that has ids of its own. A name that two share is no key. */
export function addNames(
  known: IdTable,
  rows: readonly { readonly id: number; readonly name: string }[],
  used = 0,
): IdTable {
  const added = new Map<string, number | null>()
  let last = Math.max(known.last, used)
  for (const { id, name } of [...rows].sort((a, b) => a.id - b.id)) {
    const key = nameKey(name)
    added.set(key, added.has(key) && added.get(key) !== id ? null : id)
    last = Math.max(last, id)
  }
  const ids: Record<string, number> = { ...known.ids }
  for (const [key, id] of added) {
    if (id === null) delete ids[key]
    else ids[key] = id
  }
  return { last, ids }
}

/** The highest ids in use: a folder may have games of tournaments that it does not list. */
export function lastUsed(all: readonly Series[]): { readonly series: number; readonly tournament: number } {
  const last = { series: 0, tournament: 0 }
  for (const series of all) {
    last.series = Math.max(last.series, series.id)
    last.tournament = Math.max(last.tournament, series.tournamentId ?? 0)
    for (const game of series.games) last.tournament = Math.max(last.tournament, game.tournamentId ?? 0)
  }
  return last
}

/** Finds or gives ids by name. */
export interface OpenIdTable {
  idOf(name: string): number
  close(): IdTable
}

/** The key of a name, in which case and space around it do not count. */
function nameKey(name: string): string {
  return `name:${name.trim().toLowerCase()}`
}

/** Continues the table `known`. */
export function createIdTable(known: IdTable = { last: 0, ids: {} }): OpenIdTable {
  const ids = new Map(Object.entries(known.ids))
  let last = known.last
  return {
    idOf: (name) => {
      const key = nameKey(name)
      const found = ids.get(key)
      if (found !== undefined) return found
      last += 1
      ids.set(key, last)
      return last
    },
    close: () => ({ last, ids: Object.fromEntries(ids) }),
  }
}
