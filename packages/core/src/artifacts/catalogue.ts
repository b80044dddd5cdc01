import { z } from 'zod'
import type { Catalogue } from '../league/catalogue/catalogue.ts'
import { parseWith } from './parse-with.ts'

const id = z.int().positive()
const text = z.string()
const optionalText = text.nullable()
const role = z.enum(['TOP', 'JUNGLE', 'MID', 'BOT', 'SUPPORT'])

const catalogueSchema = z.object({
  asOf: text,
  teams: z.array(
    z.object({
      id,
      name: text,
      aliases: z.array(text),
      region: optionalText,
      league: optionalText,
      logoUrl: optionalText,
      lastGameUtc: optionalText,
    }),
  ),
  players: z.array(z.object({ id, name: text, aliases: z.array(text), role: role.nullable(), teamId: id.nullable() })),
  champions: z.array(z.object({ id, name: text, imageUrl: optionalText })),
  tournaments: z.array(
    z.object({
      id,
      name: text,
      league: text,
      region: optionalText,
      season: optionalText,
      startUtc: optionalText,
      endUtc: optionalText,
    }),
  ),
})

/** @throws ArtifactError `artifact_invalid` */
export function parseCatalogue(file: string, json: string): Catalogue {
  return parseWith(catalogueSchema, file, json)
}
