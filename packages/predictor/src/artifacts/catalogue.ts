import * as z from 'zod'
import type { Catalogue } from '../league/catalogue/catalogue.ts'
import { pickRoles } from '../types.ts'
import { parseWith } from './parse-with.ts'
import { among, list, orElse, orNull, record, string, table, whole } from './table-schema.ts'

const id = whole(1)
const optionalText = orNull(string)
const role = among(pickRoles)
const formerIds = orElse(list(id), undefined)

const team = record({
  id,
  name: string,
  aliases: list(string),
  commonNames: orElse(list(string), []),
  region: optionalText,
  league: optionalText,
  logoUrl: optionalText,
  lastGameUtc: optionalText,
  formerIds,
})
const player = record({
  id,
  name: string,
  aliases: list(string),
  role: orNull(role),
  teamId: orNull(id),
  lastTeamId: orElse(orNull(id), null),
  lastGameUtc: orElse(optionalText, null),
  formerIds,
})
const champion = record({ id, name: string, aliases: orElse(list(string), []), imageUrl: optionalText })
const tournament = record({
  id,
  name: string,
  formerNames: orElse(list(string), undefined),
  league: string,
  leagueName: orElse(string, undefined),
  region: optionalText,
  season: optionalText,
  startUtc: optionalText,
  endUtc: optionalText,
})
const league = record({
  code: string,
  name: string,
  tier: orNull(among([1, 2, 3])),
  kind: among(['league', 'international', 'cup', 'second']),
  region: optionalText,
  seasons: list(string),
  otherNames: list(string),
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

/** The string of `catalogue.json`, its keys in one order however the catalogue came about: equal catalogues give equal string. */
export function writeCatalogue(catalogue: Catalogue): string {
  return `${JSON.stringify(parseCatalogue('catalogue.json', JSON.stringify(catalogue)))}\n`
}
