import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ArtifactError } from '@riftline/base'
import type { CatalogueLeague } from '@riftline/predictor'
import { parseJsonDocument } from '@riftline/record'
import * as z from 'zod'
import { readOptionalText } from '../optional-text.ts'

const name = z.string().trim().min(1).max(80)
const names = z.array(name).default([])
const id = z.int().positive()
const source = z.string().min(1).max(200)
const named = z.strictObject({ id, names })
/** Source ids listed here, such as `leaguepedia:Movistar KOI`, take precedence over those that a source itself gives. */
const entity = z.strictObject({ id, names, sources: z.array(source).default([]) })
const byKind = <T>(item: z.ZodType<T>) =>
  z
    .strictObject({ teams: z.array(item).default([]), players: z.array(item).default([]) })
    .default({ teams: [], players: [] })
const merge = z
  .strictObject({ from: id, into: id })
  .refine(({ from, into }) => from !== into, { error: 'expected two ids', path: ['into'] })
const schema = z.strictObject({
  format: z.literal('riftline-aliases'),
  formatVersion: z.literal(1),
  teams: z.array(entity).default([]),
  players: z.array(entity).default([]),
  champions: z.array(named).default([]),
  leagues: z.array(z.strictObject({ code: name, names })).default([]),
  /** Source ids of teams and players that are not known yet; they get new ids. */
  new: byKind(source),
  /** Pairs of ids of one team or player: `from` resolves to `into`. */
  merge: byKind(merge),
  /** Ids of retired players. */
  retired: z.array(id).default([]),
})

/** `aliases.json`: facts about teams, people, champions and leagues that match history does not contain. */
export type Aliases = ReadonlyDeep<Omit<z.infer<typeof schema>, 'format' | 'formatVersion'>>
export type NamedById = Aliases['champions'][number]
export type EntityAliases = Aliases['teams'][number]
export type Merge = Aliases['merge']['teams'][number]

type ReadonlyDeep<T> = T extends object ? { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> } : T

export const noAliases: Aliases = parseAliases('', JSON.stringify({ format: 'riftline-aliases', formatVersion: 1 }))

/** @throws ArtifactError `artifact_invalid` with the JSON path of the first fault */
export function parseAliases(file: string, text: string): Aliases {
  const { format: _, formatVersion: __, ...aliases } = parseJsonDocument(file, text, schema)
  return aliases
}

/** Reads `aliases.json` of a data folder; empty if there is none. @throws ArtifactError `artifact_invalid` with its path */
export async function readOwnAliases(dataDirectory: string): Promise<Aliases> {
  const path = join(dataDirectory, 'aliases.json')
  const text = await readOptionalText(path).catch((cause: NodeJS.ErrnoException) => {
    throw new ArtifactError('artifact_invalid', path, `expected a readable file (${cause.code})`, { cause })
  })
  return text === null ? noAliases : parseAliases(path, text)
}

/** Joins all lists of two objects with the same keys; on a conflict about a source id the second object's statement counts. */
function concatenated<T extends object>(first: T, second: T): T {
  const entries = Object.entries(first).map(([key, value]) => {
    const other = second[key as keyof T]
    return [key, Array.isArray(value) && Array.isArray(other) ? [...value, ...other] : concatenated(value, other)]
  })
  return Object.fromEntries(entries)
}

export interface CommonNames {
  readonly aliases: Aliases
  readonly leagues: readonly CatalogueLeague[]
}

export const noNames: CommonNames = { aliases: noAliases, leagues: [] }

const leagueText = z.string().min(1).max(80)
const leaguesSchema = z.array(
  z.object({
    code: leagueText,
    name: leagueText,
    tier: z.union([z.literal(1), z.literal(2), z.literal(3)]).nullable(),
    kind: z.enum(['league', 'international', 'cup', 'second']),
    region: leagueText.nullable(),
    seasons: z
      .array(z.string().regex(/^\d{4}$/))
      .min(1)
      .max(2),
    otherNames: z.array(leagueText),
  }),
)

/** Texts of the two files, as stored in an artifacts folder. */
export type NamesFiles = Readonly<Record<'aliases.json' | 'leagues.json', string>>

export async function readNamesFiles(): Promise<NamesFiles> {
  const read = (file: string): Promise<string> =>
    readFile(new URL(`names/${file}`, import.meta.resolve('@riftline/pipeline/package.json')), 'utf8')
  return { 'aliases.json': await read('aliases.json'), 'leagues.json': await read('leagues.json') }
}

/** @param own names that a person adds to the files' @throws ArtifactError `artifact_invalid` */
export function parseNamesFiles(files: NamesFiles, own: Aliases = noAliases): CommonNames {
  const aliases = concatenated(parseAliases('aliases.json', files['aliases.json']), own)
  const leagues = parseJsonDocument('leagues.json', files['leagues.json'], leaguesSchema)
  return { aliases, leagues: leagues.map((league) => nameLeague(league, aliases)) }
}

function nameLeague(league: CatalogueLeague, { leagues }: Aliases): CatalogueLeague {
  const names = leagues.flatMap(({ code, names }) => (code === league.code ? names : []))
  return names.length === 0 ? league : { ...league, otherNames: [...new Set([...league.otherNames, ...names])] }
}
