import type { CatalogueTeam } from '../catalogue/catalogue.ts'

/**
 * Describes teams that a name fits, so that a person can choose, in the order given, eight at most.
 *
 * @example describeTeams(findTeams(index.teams, 'warriors')) // '1075 Saigon Warriors (VCS, 2026-02-28), 32 ...'
 */
export function describeTeams(teams: readonly CatalogueTeam[]): string {
  return teams.slice(0, mostNamed).map(describeTeam).join(', ')
}

/** Teams that an error names. */
export const mostNamed = 8

function describeTeam({ id, name, league, lastGameUtc }: CatalogueTeam): string {
  return `${id} ${name} (${league ?? 'no league'}, ${lastGameUtc?.slice(0, 10) ?? 'no game'})`
}
