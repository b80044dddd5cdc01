import { parseJsonDocument } from '@riftline/record'
import * as z from 'zod'
import {
  type ExternalIds,
  type HistorySeries,
  type IdTable,
  type KnownPerson,
  type KnownTable,
  type KnownTeam,
  roles,
} from './types.ts'

const noIds: IdTable = { last: 0, ids: {} }
const nobody: KnownTable<never> = { last: 0, lastListed: 0, rows: [] }

export const noExternalIds: ExternalIds = {
  teams: nobody,
  players: nobody,
  champions: noIds,
  tournaments: noIds,
  lastSeriesId: 0,
}

const id = z.int().nonnegative()
const count = z.int().nonnegative()
const seconds = z.int()
const texts = z.array(z.string())
const formerIds = z.array(z.int().positive())
/** Equal neighbours in a list are stored as one entry with their count. */
const runs = <Item extends z.ZodType>(item: Item) => z.array(z.tuple([item, z.int().min(1).max(30)]))
/** Id, names, former ids, source ids and region of a team or a person. */
const entity = [z.int().positive(), texts, formerIds, texts, z.string().nullable()] as const

/** A team: its recent leagues, and the time of its last game in each league, in seconds. */
const teamRow = z.tuple([...entity, runs(z.string()), z.array(z.tuple([z.string(), seconds]))])

/** A person: team, recent roles, games, times of the first and the last game in seconds, line-ups missed. */
const personRow = z.tuple([
  ...entity,
  z.int().positive().nullable(),
  runs(z.enum(roles)),
  count,
  seconds.nullable(),
  seconds.nullable(),
  count.optional(),
])

const names = z.object({ last: id, ids: z.record(z.string(), id) })
const table = <Row extends z.ZodType>(row: Row) => z.object({ last: id, lastListed: id, rows: z.array(row) })
const schema = z.object({
  formatVersion: z.literal(2),
  teams: table(teamRow),
  players: table(personRow),
  champions: names,
  tournaments: names,
  lastSeriesId: id,
})

/** Reads `ids.json`. @throws ArtifactError `artifact_invalid` */
export function parseExternalIds(file: string, text: string): ExternalIds {
  const { formatVersion: _, teams, players, ...rest } = parseJsonDocument(file, text, schema)
  return {
    ...rest,
    teams: { ...teams, rows: teams.rows.map(unpackTeam) },
    players: { ...players, rows: players.rows.map(unpackPerson) },
  }
}

/** The document of `ids.json`: one tuple per team or person, to keep thousands of them small. */
export function packExternalIds({ teams, players, ...rest }: ExternalIds) {
  return {
    formatVersion: 2,
    teams: { ...teams, rows: teams.rows.map(packTeam) },
    players: { ...players, rows: players.rows.map(packPerson) },
    ...rest,
  }
}

function packTeam({ id, names, formerIds, sources, region, recentLeagues, lastByLeague }: KnownTeam) {
  const last = lastByLeague.map(([league, ms]) => [league, ms / 1000] as const)
  return [id, names, formerIds, sources, region, toRuns(recentLeagues), last] as const
}

function unpackTeam([id, names, formerIds, sources, region, leagues, last]: z.infer<typeof teamRow>): KnownTeam {
  const lastByLeague = last.map(([league, s]) => [league, s * 1000] as const)
  return { id, names, formerIds, sources, region, recentLeagues: fromRuns(leagues), lastByLeague }
}

function packPerson(person: KnownPerson) {
  const { id, names, formerIds, sources, region, teamId, recentRoles, games, firstGameMs, lastGameMs } = person
  const [first, last] = [toSeconds(firstGameMs), toSeconds(lastGameMs)]
  const row = [id, names, formerIds, sources, region, teamId, toRuns(recentRoles), games, first, last] as const
  return person.lineupsMissed === undefined ? row : ([...row, person.lineupsMissed] as const)
}

function unpackPerson(row: z.infer<typeof personRow>): KnownPerson {
  const [id, names, formerIds, sources, region, teamId, recent, games, first, last, lineupsMissed] = row
  return {
    ...{ id, names, formerIds, sources, region, teamId },
    ...(lineupsMissed !== undefined && { lineupsMissed }),
    recentRoles: fromRuns(recent),
    games,
    firstGameMs: first === null ? null : first * 1000,
    lastGameMs: last === null ? null : last * 1000,
  }
}

function toSeconds(ms: number | null): number | null {
  return ms === null ? null : ms / 1000
}

function toRuns<T>(items: readonly T[]): [T, number][] {
  const all: [T, number][] = []
  for (const item of items) {
    const run = all.at(-1)
    if (run !== undefined && run[0] === item) run[1] += 1
    else all.push([item, 1])
  }
  return all
}

function fromRuns<T>(all: readonly (readonly [item: T, times: number])[]): T[] {
  return all.flatMap(([item, times]) => Array.from({ length: times }, () => item))
}

/** Adds the names of a folder with its own ids to a table. A name that two entities share is left out. */
export function addNames(known: IdTable, rows: readonly { readonly id: number; readonly name: string }[], used = 0) {
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

/** The highest ids in use: games may name tournaments that the folder does not list. */
export function lastUsed(all: readonly HistorySeries[]): { readonly series: number; readonly tournament: number } {
  const last = { series: 0, tournament: 0 }
  for (const series of all) {
    last.series = Math.max(last.series, series.id)
    last.tournament = Math.max(last.tournament, series.tournamentId ?? 0)
    for (const game of series.games) last.tournament = Math.max(last.tournament, game.tournamentId ?? 0)
  }
  return last
}

export type OpenIdTable = ReturnType<typeof createIdTable>

/** The key of a name, without case and surrounding space. */
function nameKey(name: string): string {
  return `name:${name.trim().toLowerCase()}`
}

export function createIdTable(known: IdTable = { last: 0, ids: {} }) {
  const ids = new Map(Object.entries(known.ids))
  let last = known.last
  return {
    idOf: (name: string): number => {
      const key = nameKey(name)
      const found = ids.get(key)
      if (found !== undefined) return found
      last += 1
      ids.set(key, last)
      return last
    },
    close: (): IdTable => ({ last, ids: Object.fromEntries(ids) }),
  }
}
