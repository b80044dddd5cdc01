import { fold, type StatedName } from '@riftline/predictor'
import { openIdentity } from '../identity/identity.ts'
import type { OpenTeam } from '../identity/known.ts'
import type { ReadBase } from '../read-history.ts'
import type { TeamKey } from './merge-games.ts'

/** The game or series in which a team is named. */
interface NamedIn {
  readonly league: string
  readonly startMs: number
  readonly opponent: StatedName
}

/** Finds the team that a name means, by source id or name as everywhere; null for one that nobody knows. Nothing is learned. */
export function createTeamFinder({
  known,
  names: { aliases, leagues },
}: ReadBase): (team: StatedName, where: NamedIn) => OpenTeam | null {
  const none = { teams: new Set<string>(), players: new Set<string>() }
  const { knownTeam, homeLeague } = openIdentity({ known, aliases, leagues, present: none })
  return (team, { league, startMs, opponent }) =>
    knownTeam({ ...team, league, startMs, opponentLeague: homeLeague(opponent.sourceId, opponent.name) })
}

/** The id of a team that is known; the folded name of another. */
export function createTeamKey(base: ReadBase): TeamKey {
  const findTeam = createTeamFinder(base)
  return (team, { league, startMs, sides }) => {
    const opponent = sides.find((side) => side.team !== team)?.team ?? team
    const found = findTeam(team, { league, startMs, opponent })
    return found === null ? fold(team.name) : String(found.id)
  }
}
