import { RiftlineError } from '@riftline/base'
import { type CatalogueIndex, isSameName, resolveTeam, teamNameFault } from '@riftline/predictor'
import type { AskedPair } from './find-odds.ts'

/** Both teams of a request, each given by id or by name. */
export interface PairQuery {
  readonly ids: Pair<number | undefined>
  readonly names: Pair<string | undefined>
}

type Pair<T> = readonly [T, T]

function both<T>(make: (team: 'team1' | 'team2', index: 0 | 1) => T): Pair<T> {
  return [make('team1', 0), make('team2', 1)]
}

/**
 * Parses `team1Id` or `team1`, and `team2Id` or `team2`, in the order of the contract's table.
 * @param parseId parses the id in a parameter
 * @throws RiftlineError `validation_error`, or what `parseId` throws
 */
export function parsePair(
  parameters: ReadonlyMap<string, string>,
  parseId: (parameter: string, text: string) => number,
): PairQuery {
  both((team) => {
    if (parameters.has(`${team}Id`) === parameters.has(team))
      throw invalidPair(`${team}Id: give either ${team}Id or ${team}`)
  })
  const ids = both((team) => {
    const text = parameters.get(`${team}Id`)
    return text === undefined ? undefined : parseId(`${team}Id`, text)
  })
  const names = both((team) => {
    const fault = teamNameFault(parameters.get(team) ?? 'x')
    if (fault !== null) throw invalidPair(`${team}: ${fault}`)
    return parameters.get(team)
  })
  return { ids, names }
}

/** Resolves both teams. @throws RiftlineError `team_not_found`, `ambiguous_team`, `validation_error` */
export function resolvePair(teams: CatalogueIndex['teams'], { ids, names }: PairQuery): AskedPair {
  // A team that is given twice in the same way is refused even if nobody knows it.
  const sameId = ids[0] !== undefined && ids[0] === ids[1]
  if (sameId || isSameName(names[0] ?? '', names[1] ?? '')) throw sameTeam(ids)
  const [first, second] = both((team, index) => teams.byId.get(resolveTeam(teams, team, ids[index], names[index]).id)!)
  if (first.id === second.id) throw sameTeam(ids)
  return [first, second]
}

/** The teams of stored odds under their present names; null if the catalogue does not know both. */
export function storedPair(teams: CatalogueIndex['teams'], ids: Pair<number> | null): AskedPair | null {
  const [first, second] = (ids ?? []).map((id) => teams.byId.get(id))
  return first === undefined || second === undefined || first === second ? null : [first, second]
}

function sameTeam([id1, id2]: PairQuery['ids']): RiftlineError {
  return invalidPair(`team2${id2 === undefined ? '' : 'Id'}: must differ from team1${id1 === undefined ? '' : 'Id'}`)
}

function invalidPair(message: string): RiftlineError {
  return new RiftlineError('validation_error', message)
}
