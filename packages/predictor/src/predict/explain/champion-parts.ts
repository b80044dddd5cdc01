import type { ChampionEffects } from '../../league/picks/champion-effects.ts'
import { championShares } from '../../league/picks/draft-offset.ts'
import { pickRoles, type Side } from '../../types.ts'
import type { Series } from '../series.ts'
import type { Names } from './names.ts'
import type { LogitPart } from './waypoint.ts'

/** What each champion adds to the log odds of the first team, blue's five before red's; null without picks. */
export function championParts(
  effects: ChampionEffects,
  { draft, request, blueFirst }: Series,
  gameLogit: number,
  names: Names,
): readonly LogitPart[] | null {
  if (draft === null) return null
  const shares = championShares(effects, draft, gameLogit, request.bestOf)
  const partsOf = (side: Side): readonly LogitPart[] => {
    const isFirst = (side === 'blue') === blueFirst
    const [champions, own] = isFirst ? [draft.team1, shares.team1] : [draft.team2, shares.team2]
    return champions.map((id, seat) => ({
      label: { part: 'champion', side, role: pickRoles[seat]!, champion: names.champion(id) },
      logit: isFirst ? own[seat]! : -own[seat]!,
    }))
  }
  return [...partsOf('blue'), ...partsOf('red')]
}
