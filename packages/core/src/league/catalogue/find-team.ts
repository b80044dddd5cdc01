import type { CatalogueTeam } from './catalogue.ts'
import { normaliseName } from './normalise-name.ts'

/** Teams by id, by own name and by alias; Maps, so that no name can meet a prototype key. */
export interface TeamIndex {
  readonly byId: ReadonlyMap<number, CatalogueTeam>
  readonly byName: ReadonlyMap<string, readonly CatalogueTeam[]>
  readonly byAlias: ReadonlyMap<string, readonly CatalogueTeam[]>
}

export function createTeamIndex(teams: readonly CatalogueTeam[]): TeamIndex {
  const byName = new Map<string, CatalogueTeam[]>()
  const byAlias = new Map<string, CatalogueTeam[]>()
  for (const team of teams) {
    add(byName, team.name, team)
    for (const alias of team.aliases) add(byAlias, alias, team)
  }
  return { byId: new Map(teams.map((team) => [team.id, team])), byName, byAlias }
}

/**
 * The teams that a name fits, by id: none, one, or several that the caller must refuse as ambiguous. A team's own name
 * wins over aliases; within a level there is no preference.
 */
export function findTeams(index: TeamIndex, name: string): readonly CatalogueTeam[] {
  const key = normaliseName(name)
  return index.byName.get(key) ?? index.byAlias.get(key) ?? []
}

function add(map: Map<string, CatalogueTeam[]>, name: string, team: CatalogueTeam): void {
  const key = normaliseName(name)
  const teams = map.get(key)
  if (teams === undefined) map.set(key, [team])
  else if (!teams.includes(team)) {
    teams.push(team)
    teams.sort((a, b) => a.id - b.id)
  }
}
