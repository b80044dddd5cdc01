import type { Catalogue } from '@riftline/core'
import type { NamedById, Names } from './names.ts'

/** Adds to a catalogue the names that people use. Ids that it does not hold say nothing. */
export function nameCatalogue(catalogue: Catalogue, { aliases, leagues }: Names): Catalogue {
  const teams = namesById(aliases.teams)
  const champions = namesById(aliases.champions)
  return {
    ...catalogue,
    teams: catalogue.teams.map((team) => ({ ...team, commonNames: teams.get(team.id) ?? [] })),
    champions: catalogue.champions.map((champion) => ({ ...champion, aliases: champions.get(champion.id) ?? [] })),
    leagues,
  }
}

function namesById(rows: readonly NamedById[]): ReadonlyMap<number, readonly string[]> {
  return new Map(rows.map(({ id, names }) => [id, names]))
}
