import type { NamedId } from '@riftline/predictor'
import type { SourcedGame } from '../history/stated/sourced-game.ts'
import type { KnownPerson, KnownTable, KnownTeam } from '../history/types.ts'
import type { Replay } from './replay.ts'

/** What new statements changed. */
export interface MergedChanges {
  /** Series without a game that was known. */
  readonly newSeries: number
  /** Known games that are stated otherwise now. */
  readonly corrected: number
  readonly newTeams: readonly NamedId[]
  readonly newPlayers: readonly NamedId[]
}

export function compareReplays(before: Replay, after: Replay): MergedChanges {
  const known = new Map(before.games.map((game) => [game.id, contentOf(game)]))
  const isKnown = ({ id }: { readonly id: string }): boolean => known.has(id)
  const [old, now] = [before.history.externalIds, after.history.externalIds]
  return {
    newSeries: after.history.series.filter(({ games }) => !games.some(isKnown)).length,
    corrected: after.games.filter((game) => isKnown(game) && known.get(game.id) !== contentOf(game)).length,
    newTeams: newIn(now?.teams, old?.teams),
    newPlayers: newIn(now?.players, old?.players),
  }
}

/** Who says it makes no other game. */
function contentOf({ source: _, statements: __, ...game }: SourcedGame): string {
  return JSON.stringify(game)
}

function newIn(
  now: KnownTable<KnownTeam | KnownPerson> | undefined,
  old: KnownTable<KnownTeam | KnownPerson> | undefined,
): readonly NamedId[] {
  const known = new Set(old?.rows.map(({ id }) => id))
  return (now?.rows ?? []).flatMap(({ id, names: [name = ''] }) => (known.has(id) ? [] : [{ id, name }]))
}
