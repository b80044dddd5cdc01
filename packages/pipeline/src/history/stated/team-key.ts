import { fold } from '@riftline/core'
import { openIdentity } from '../identity/identity.ts'
import type { ReadBase } from '../read-history.ts'
import type { TeamKey } from './same-game.ts'

/** The id of a team that is known, by source id or name as everywhere; the folded name of another. */
export function createTeamKey({ known, names: { aliases, leagues } }: ReadBase): TeamKey {
  const none = { teams: new Set<string>(), players: new Set<string>() }
  const { knownTeam, homeLeague } = openIdentity({ known, aliases, leagues, present: none })
  return (team, { league, startMs, sides }) => {
    const opponent = sides.find((side) => side.team !== team)?.team ?? team
    const opponentLeague = homeLeague(opponent.sourceId, opponent.name)
    const found = knownTeam({ ...team, league, startMs, opponentLeague })
    return found === null ? fold(team.name) : String(found.id)
  }
}
