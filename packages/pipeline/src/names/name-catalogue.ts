import { type Catalogue, type CataloguePlayer, isActive } from '@riftline/predictor'
import type { NamedById } from './aliases.ts'
import type { Names } from './names.ts'

/** Adds to a catalogue the names that people use, and takes the team from who plays no more. Ids that it does not hold say nothing. */
export function nameCatalogue(catalogue: Catalogue, { aliases, leagues }: Names): Catalogue {
  const teams = namesById(aliases.teams)
  const champions = namesById(aliases.champions)
  const retired = new Set(aliases.retired)
  const isPlaying = ({ id, lastGameUtc = null }: CataloguePlayer): boolean =>
    !retired.has(id) && isActive(catalogue.asOf, lastGameUtc)
  return {
    ...catalogue,
    teams: catalogue.teams.map((team) => ({ ...team, commonNames: teams.get(team.id) ?? [] })),
    champions: catalogue.champions.map((champion) => ({ ...champion, aliases: champions.get(champion.id) ?? [] })),
    players: catalogue.players.map((player) => (isPlaying(player) ? player : { ...player, teamId: null })),
    leagues,
  }
}

function namesById(rows: readonly NamedById[]): ReadonlyMap<number, readonly string[]> {
  const byId = new Map<number, readonly string[]>()
  for (const { id, names } of rows) byId.set(id, [...new Set([...(byId.get(id) ?? []), ...names])])
  return byId
}
