import { type CatalogueIndex, describeTeams, findLeague, findTeams } from '@riftline/predictor'
import type { StatedTeam, TeamId } from '../snapshot.ts'

/** Finds a team named in a snapshot of a league: returns its id, or the rule that the name or id breaks. */
export type TeamFinder = (team: StatedTeam, league: string) => TeamId | string

/** Finder without a catalogue: trusts ids and refuses names. */
export const idsAlone: TeamFinder = (team) =>
  'id' in team ? team : `must be an id: names are found in artifacts, which are not there; got ${shown(team.name)}`

/** Finds teams by id, present or former, or by any name allowed in requests; of several with one name, the league's team. */
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

function shown(name: string): string {
  return JSON.stringify(name)
}
