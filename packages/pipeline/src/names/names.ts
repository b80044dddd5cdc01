import { readFile } from 'node:fs/promises'
import type { CatalogueLeague } from '@riftline/predictor'
import * as z from 'zod'
import { parseDocument } from '../json-document.ts'
import { type Aliases, joinAliases, noAliases, parseAliases } from './aliases.ts'

/** Names that people use beside those of the match history, and the leagues. */
export interface Names {
  readonly aliases: Aliases
  readonly leagues: readonly CatalogueLeague[]
}

export const noNames: Names = { aliases: noAliases, leagues: [] }

const name = z.string().min(1).max(80)
const leaguesSchema = z.array(
  z.object({
    code: name,
    name,
    tier: z.union([z.literal(1), z.literal(2), z.literal(3)]).nullable(),
    kind: z.enum(['league', 'international', 'cup', 'second']),
    region: name.nullable(),
    seasons: z
      .array(z.string().regex(/^\d{4}$/))
      .min(1)
      .max(2),
    otherNames: z.array(name),
  }),
)

/** Texts of the two files as an artifacts folder has them. */
export interface NamesFiles {
  readonly 'aliases.json': string
  readonly 'leagues.json': string
}

/** The files of this package, written by hand from public knowledge. */
export async function readNamesFiles(): Promise<NamesFiles> {
  const read = (file: string): Promise<string> =>
    readFile(new URL(`names/${file}`, import.meta.resolve('@riftline/pipeline/package.json')), 'utf8')
  return { 'aliases.json': await read('aliases.json'), 'leagues.json': await read('leagues.json') }
}

/**
 * @param own what a person adds to the names of the files
 * @throws ArtifactError `artifact_invalid`
 */
export function parseNames(files: NamesFiles, own: Aliases = noAliases): Names {
  const aliases = joinAliases(parseAliases('aliases.json', files['aliases.json']), own)
  const leagues = parseDocument('leagues.json', files['leagues.json'], leaguesSchema)
  return { aliases, leagues: leagues.map((league) => nameLeague(league, aliases)) }
}

function nameLeague(league: CatalogueLeague, { leagues }: Aliases): CatalogueLeague {
  const names = leagues.flatMap(({ code, names }) => (code === league.code ? names : []))
  return names.length === 0 ? league : { ...league, otherNames: [...new Set([...league.otherNames, ...names])] }
}
