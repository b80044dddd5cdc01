import { requireOptions } from '@riftline/base'
import {
  type CatalogueDetails,
  detailsSchema,
  type PlayerDetail,
  type TeamDetail,
  writeSeason,
} from '../league/catalogue/details.ts'
import { playerNumbers, teamNumbers } from '../league/catalogue/statistics.ts'
import { checkWith, finish, parseJson } from '../table-schema.ts'

/**
 * Reads `details.json` of an artifacts folder: the text in `Artifacts.details`. Ranges are checked; keys unknown to the type
 * are dropped.
 *
 * @param options.mends reads a share outside of 0 to 1, which folders of earlier releases may have, as unknown; default: it is a fault
 * @throws ArtifactError `artifact_invalid` with the JSON path of the first fault
 * @example parseDetails('{"teams":{},"players":{},"tournaments":{}}').teams // => {}
 */
export function parseDetails(text: string, options: DetailsOptions = {}): CatalogueDetails {
  return finish(detailsSteps(text, options))
}

/** Treatment of contradictory numbers. */
export interface DetailsOptions {
  readonly mends?: boolean
}

const file = 'details.json'
const kinds = ['teams', 'players', 'tournaments'] as const
const rowsAtOnce = 50

/** `parseDetails` in steps of 50 rows, for callers with other work to do in between. */
export function* detailsSteps(
  text: string,
  options: DetailsOptions = {},
): Generator<undefined, CatalogueDetails, undefined> {
  requireOptions(options, ['mends'])
  const { mends = false } = options
  const { rest, parts } = linesOf(text)
  const json = parseJson(file, rest)
  yield
  const details = checkWith(detailsSchema, file, withoutRows(json))
  const take = (kind: (typeof kinds)[number], rows: unknown): void => {
    if (mends) for (const row of Object.values(asObject(rows))) mendRow(row)
    Object.assign(details[kind], checkWith(detailsSchema, file, { ...withoutRows(json), [kind]: rows })[kind])
  }
  for (const kind of kinds) {
    const rows = Object.entries((json as CatalogueDetails)[kind])
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      take(kind, Object.fromEntries(rows.slice(from, from + rowsAtOnce)))
      yield
    }
  }
  for (const [kind, lines] of parts) {
    for (let from = 0; from < lines.length; from += rowsAtOnce) {
      const some = lines.slice(from, from + rowsAtOnce).join('')
      take(kind, parseJson(file, `{${some.endsWith(',') ? some.slice(0, -1) : some}}`))
      yield
    }
  }
  return details
}

/** Splits the text into lines that hold one row of a table, by table, and the rest, a document without these rows. */
function linesOf(text: string): {
  readonly rest: string
  readonly parts: ReadonlyMap<(typeof kinds)[number], readonly string[]>
} {
  const parts = new Map(kinds.map((kind) => [kind, [] as string[]]))
  let lines: string[] | undefined
  let rest = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('"') && lines !== undefined) lines.push(line)
    else {
      rest += line
      const kind = kinds.find((one) => line.endsWith(`"${one}":{`))
      lines = kind && parts.get(kind)
    }
  }
  return { rest, parts }
}

/** Empties the tables of a document. A value that is not a table is kept, for the schema to refuse. */
function withoutRows(json: unknown): Readonly<Record<string, unknown>> {
  const tables = asObject(json)
  return Object.fromEntries(kinds.map((kind) => [kind, isObject(tables[kind]) ? {} : tables[kind]]))
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The text of `details.json`, with one line per row. A team or player without a game in the window has only its seasons,
 * and a season has no fields that follow from its record.
 *
 * @example writeDetails({ teams: {}, players: {}, tournaments: {} }) // => '{"teams":{},"players":{},"tournaments":{}}\n'
 */
export function writeDetails({ teams, players, tournaments }: CatalogueDetails): string {
  const tables = { teams: writeRows(teams), players: writeRows(players), tournaments }
  return `{${kinds.map((kind) => `"${kind}":{${toLines(tables[kind])}}`).join(',')}}\n`
}

/** Writes one line per row, so that a server can read a few rows at a time between two requests. */
function toLines(rows: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(rows).map(([id, row]) => `\n${JSON.stringify(id)}:${JSON.stringify(row)}`)
  return lines.length === 0 ? '' : `${lines.join(',')}\n`
}

function writeRows(rows: Readonly<Record<string, TeamDetail | PlayerDetail>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(rows).map(([id, row]) => {
    const seasons = row.seasons.map(writeSeason)
    return [id, row.stats.games === 0 ? { seasons } : { ...row, seasons }]
  })
  return Object.fromEntries(entries)
}

const kindOf: Readonly<Record<string, string>> = { ...teamNumbers, ...playerNumbers }
/** Numbers that depend on the same kills and assists as a contradictory share. */
const restOnKills: readonly string[] = ['kda', 'killsPerGame', 'deathsPerGame', 'assistsPerGame']

type Json = Record<string, unknown>

/** Sets contradictory numbers of a row to unknown, in place: earlier builds published shares above 1 after mistyped match data. */
function mendRow(row: unknown): void {
  const { stats, samples, seasons, leaders, championPool } = asObject(row)
  const numbers = asObject(stats)
  for (const name of impossible(numbers, (value) => value)) {
    numbers[name] = null
    asObject(samples)[name] = null
    if (name !== 'kda') continue
    for (const pooled of asList(championPool)) Object.assign(asObject(pooled), { kda: null, kdaGames: 0 })
  }
  for (const season of asList(seasons)) {
    const written = asObject(asObject(season).stats)
    for (const name of impossible(written, (value) => asList(value)[0])) delete written[name]
  }
  const lists = asObject(leaders)
  for (const [name, list] of Object.entries(lists)) {
    if (Array.isArray(list)) lists[name] = list.filter((leader) => isPossible(name, asObject(leader).value))
  }
}

/** Names of impossible numbers, and of numbers that depend on the same kills. */
function impossible(numbers: Json, toValue: (written: unknown) => unknown): readonly string[] {
  const names = Object.keys(numbers).filter(
    (name) => numbers[name] !== null && !isPossible(name, toValue(numbers[name])),
  )
  return names.includes('killParticipation') ? [...names, ...restOnKills] : names
}

/** Whether a number is possible; null stands for a number that is not finite, which JSON cannot write. */
function isPossible(name: string, value: unknown): boolean {
  if (value === null) return false
  return typeof value !== 'number' || kindOf[name] !== 'share' || (value >= 0 && value <= 1)
}

/** Returns the value if it is an object, else a new one for the schema to refuse. */
function asObject(value: unknown): Json {
  return isObject(value) ? value : {}
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
