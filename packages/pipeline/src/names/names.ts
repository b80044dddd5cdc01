import { readFile } from 'node:fs/promises'
import type { CatalogueLeague } from '@riftline/core'
import { z } from 'zod'
import { parseDocument } from '../json-document.ts'

/** Names that people use beside those of the match history, by id, and the leagues. */
export interface Names {
  readonly aliases: Aliases
  readonly leagues: readonly CatalogueLeague[]
}

export interface Aliases {
  readonly teams: readonly NamedById[]
  readonly champions: readonly NamedById[]
}

export interface NamedById {
  readonly id: number
  readonly names: readonly string[]
}

export const noNames: Names = { aliases: { teams: [], champions: [] }, leagues: [] }

const name = z.string().min(1).max(80)
const namedById = z.object({ id: z.int().positive(), names: z.array(name) })
const aliasesSchema = z.object({
  format: z.literal('riftline-aliases'),
  formatVersion: z.literal(1),
  teams: z.array(namedById),
  champions: z.array(namedById),
})
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

/** @throws ArtifactError `artifact_invalid` */
export function parseNames(files: NamesFiles): Names {
  const { teams, champions } = parseDocument('aliases.json', files['aliases.json'], aliasesSchema)
  return { aliases: { teams, champions }, leagues: parseDocument('leagues.json', files['leagues.json'], leaguesSchema) }
}
