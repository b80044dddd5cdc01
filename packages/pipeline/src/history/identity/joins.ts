import type { ExternalIds, KnownPerson, KnownTable, KnownTeam } from '../types.ts'

/** Former ids with those that they are now. */
export interface Joins {
  readonly teams: ReadonlyMap<number, number>
  readonly players: ReadonlyMap<number, number>
}

export function joinsOf({ teams, players }: Pick<ExternalIds, 'teams' | 'players'>): Joins {
  return { teams: formerIds(teams), players: formerIds(players) }
}

function formerIds({ rows }: KnownTable<KnownTeam | KnownPerson>): ReadonlyMap<number, number> {
  return new Map(rows.flatMap(({ id, formerIds }) => formerIds.map((former) => [former, id] as const)))
}
