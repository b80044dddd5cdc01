import { requireOptions } from '@riftline/base'
import type { CatalogueDetails, PlayerDetail, TeamDetail } from '../league/catalogue/details.ts'
import { detailsSchema, writeSeason } from './details-schema.ts'
import { finish } from './finish.ts'
import { mendRow } from './mend-details.ts'
import { checkWith, parseJson } from './parse-with.ts'

/**
 * Reads `details.json` of an artifacts folder, the text in `Artifacts.details`. Ranges are checked, keys that the type
 * does not have are dropped.
 *
 * @param options.mends reads a share outside of 0 to 1, as folders of earlier releases may have, as unknown; default: it is a fault
 * @throws ArtifactError `artifact_invalid` with the JSON path of the first fault
 * @example parseDetails('{"teams":{},"players":{},"tournaments":{}}').teams // => {}
 */
export function parseDetails(text: string, options: DetailsOptions = {}): CatalogueDetails {
  return finish(detailsSteps(text, options))
}

/** Whether contradictory numbers are a fault, or unknown. */
export interface DetailsOptions {
  readonly mends?: boolean
}

const file = 'details.json'
const kinds = ['teams', 'players', 'tournaments'] as const
const rowsAtOnce = 50

/** `parseDetails` 50 rows at a time, for callers with other work to do between two steps. */
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
    if (mends && isObject(rows)) for (const row of Object.values(rows)) mendRow(row)
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

/** Lines that are one row of a table each, as they are written, by table; the rest of the text is a document without them. */
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

/** The tables without their rows. A value that is no table stays, for the schema to refuse. */
function withoutRows(json: unknown): Readonly<Record<string, unknown>> {
  const tables = isObject(json) ? json : {}
  return Object.fromEntries(kinds.map((kind) => [kind, isObject(tables[kind]) ? {} : tables[kind]]))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The text of `details.json`, a line for each row. A team or player without a game in the window is written by seasons alone,
 * and a season without the fields that follow from its record.
 *
 * @example writeDetails({ teams: {}, players: {}, tournaments: {} }) // => '{"teams":{},"players":{},"tournaments":{}}\n'
 */
export function writeDetails({ teams, players, tournaments }: CatalogueDetails): string {
  const tables = { teams: writeRows(teams), players: writeRows(players), tournaments }
  return `{${kinds.map((kind) => `"${kind}":{${toLines(tables[kind])}}`).join(',')}}\n`
}

/** A line for each row, so that a server can read a few of them between two requests. */
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
