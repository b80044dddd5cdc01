import { type CatalogueIndex, describeTeams, findLeague, findTeams } from '@riftline/predictor'
import type { StatedTeam, TeamId } from './snapshot.ts'

/** Who a team is that a snapshot of this league states: its id, or the rule that the statement breaks. */
export type TeamFinder = (team: StatedTeam, league: string) => TeamId | string

/** Where there is no catalogue. */
export const idsAlone: TeamFinder = (team) =>
  'id' in team ? team : `must be an id: names are found in artifacts, which are not there; got ${shown(team.name)}`

/** By id, present or former, or by any name that requests may use; of several teams with one name the league's. */
export function teamsOf({ teams, leagues }: CatalogueIndex): TeamFinder {
  return (team, league) => {
    if ('id' in team) {
      const known = teams.byId.get(team.id)
      return known === undefined ? `must be the id of a team of the artifacts, got ${team.id}` : { id: known.id }
    }
    const found = findTeams(teams, team.name)
    const code = found.length > 1 ? findLeague(leagues, league) : null
    const ofLeague = found.filter((candidate) => candidate.league === code)
    const [first, ...others] = ofLeague.length === 1 ? ofLeague : found
    if (first === undefined) return `must be the name, code or id of a team of the artifacts, got ${shown(team.name)}`
    return others.length === 0 ? { id: first.id } : `${shown(team.name)} fits ${describeTeams(found)}; use an id`
  }
}

/** At most 80 characters without control characters, as every name. */
function shown(name: string): string {
  return JSON.stringify(name)
}
