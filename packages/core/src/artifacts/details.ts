import type { CatalogueDetails, PlayerDetail, TeamDetail } from '../league/catalogue/details.ts'
import { detailsSchema } from './details-schema.ts'
import { finish } from './finish.ts'
import { checkWith, parseJson } from './parse-with.ts'
import { writeSeason } from './statistics-schema.ts'

/**
 * Reads `details.json` of an artifacts folder, the text in `Artifacts.details`. Ranges are checked, keys that the type
 * does not have are dropped.
 *
 * @throws ArtifactError `artifact_invalid` with the JSON path of the first fault
 * @example parseDetails('{"teams":{},"players":{},"tournaments":{}}').teams // {}
 */
export function parseDetails(text: string): CatalogueDetails {
  return finish(detailsSteps(text))
}

const file = 'details.json'
const kinds = ['teams', 'players', 'tournaments'] as const
const rowsAtOnce = 200

/** `parseDetails` 200 rows at a time, for callers with other work to do between two steps. */
export function* detailsSteps(text: string): Generator<undefined, CatalogueDetails, undefined> {
  const json = parseJson(file, text)
  yield
  const details = checkWith(detailsSchema, file, withoutRows(json))
  for (const kind of kinds) {
    const rows = Object.entries((json as CatalogueDetails)[kind])
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      const some = { ...withoutRows(json), [kind]: Object.fromEntries(rows.slice(from, from + rowsAtOnce)) }
      Object.assign(details[kind], checkWith(detailsSchema, file, some)[kind])
      yield
    }
  }
  return details
}

/** The tables without their rows. Whatever is not a table stays, for the schema to refuse. */
function withoutRows(json: unknown): Readonly<Record<string, unknown>> {
  const tables = isObject(json) ? json : {}
  return Object.fromEntries(kinds.map((kind) => [kind, isObject(tables[kind]) ? {} : tables[kind]]))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The text of `details.json`. Whoever played no game in the window is written by their seasons alone, and a season without what
 * follows from its record.
 *
 * @example writeDetails({ teams: {}, players: {}, tournaments: {} }) // '{"teams":{},"players":{},"tournaments":{}}\n'
 */
export function writeDetails({ teams, players, tournaments }: CatalogueDetails): string {
  return `${JSON.stringify({ teams: writeRows(teams), players: writeRows(players), tournaments })}\n`
}

function writeRows(rows: Readonly<Record<string, TeamDetail | PlayerDetail>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(rows).map(([id, row]) => {
    const seasons = row.seasons.map(writeSeason)
    return [id, row.stats.games === 0 ? { seasons } : { ...row, seasons }]
  })
  return Object.fromEntries(entries)
}
