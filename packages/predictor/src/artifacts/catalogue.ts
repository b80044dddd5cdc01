import * as z from 'zod'
import type { Catalogue } from '../league/catalogue/catalogue.ts'
import { pickRoles } from '../types.ts'
import { parseWith } from './parse-with.ts'
import { integer, list, oneOf, orElse, orNone, orNull, record, table, text } from './table-schema.ts'

const id = integer(1)
const optionalText = orNull(text)
const role = oneOf(pickRoles)
const formerIds = orElse(list(id), undefined)

const team = record({
  id,
  name: text,
  aliases: list(text),
  commonNames: orNone(list(text)),
  region: optionalText,
  league: optionalText,
  logoUrl: optionalText,
  lastGameUtc: optionalText,
  formerIds,
})
const player = record({
  id,
  name: text,
  aliases: list(text),
  role: orNull(role),
  teamId: orNull(id),
  lastTeamId: orElse(orNull(id), null),
  lastGameUtc: orElse(optionalText, null),
  formerIds,
})
const champion = record({ id, name: text, aliases: orNone(list(text)), imageUrl: optionalText })
const tournament = record({
  id,
  name: text,
  formerNames: orElse(list(text), undefined),
  league: text,
  leagueName: orElse(text, undefined),
  region: optionalText,
  season: optionalText,
  startUtc: optionalText,
  endUtc: optionalText,
})
const league = record({
  code: text,
  name: text,
  tier: orNull(oneOf([1, 2, 3])),
  kind: oneOf(['league', 'international', 'cup', 'second']),
  region: optionalText,
  seasons: list(text),
  otherNames: list(text),
})

const catalogueSchema = z.object({
  asOf: z.string(),
  teams: table(list(team)),
  players: table(list(player)),
  champions: table(list(champion)),
  tournaments: table(list(tournament)),
  leagues: table(list(league)).default([]),
})

/** @throws ArtifactError `artifact_invalid` */
export function parseCatalogue(file: string, json: string): Catalogue {
  return parseWith(catalogueSchema, file, json)
}

/** The text of `catalogue.json`, its keys in one order however the catalogue came about: equal catalogues give equal text. */
export function writeCatalogue(catalogue: Catalogue): string {
  return `${JSON.stringify(parseCatalogue('catalogue.json', JSON.stringify(catalogue)))}\n`
}
