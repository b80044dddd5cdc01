import type { Joins } from '../history/identity/joins.ts'
import type { BuiltCatalogue } from './build-catalogue.ts'
import { createKeyedSums } from './keyed-sums.ts'
import { playerFields } from './player-sums.ts'
import { type CatalogueRecent, poolFields } from './recent.ts'
import { playerAverageFields, teamAverageFields } from './season-averages.ts'
import { joinStandings } from './standings.ts'
import { teamFields } from './team-sums.ts'

/** The sums of earlier artifacts with those of joined ids added up. */
export function joinCatalogue(built: BuiltCatalogue, { teams, players }: Joins): BuiltCatalogue {
  if (teams.size === 0 && players.size === 0) return built
  const { recent } = built
  const add = <Field extends string>(
    rows: CatalogueRecent['teamDays'],
    fields: readonly Field[],
    joins: readonly (ReadonlyMap<number, number> | null)[],
  ): CatalogueRecent['teamDays'] => {
    const sums = createKeyedSums(fields, joins.length)
    for (const [key, row] of createKeyedSums(fields, joins.length, rows).entries()) {
      sums.add(
        key.map((id, place) => joins[place]?.get(id) ?? id),
        row,
      )
    }
    return sums.pack()
  }
  return {
    ...built,
    recent: {
      ...recent,
      teamDays: add(recent.teamDays, teamFields, [teams, null]),
      playerDays: add(recent.playerDays, playerFields, [players, null]),
      teamPools: add(recent.teamPools, poolFields, [teams, null, null]),
      playerPools: add(recent.playerPools, poolFields, [players, null, null]),
      tournamentPlayers: add(recent.tournamentPlayers, playerFields, [null, players, teams]),
      teamSeasons: add(recent.teamSeasons, teamFields, [teams, null, null]),
      playerSeasons: add(recent.playerSeasons, playerFields, [players, null, null]),
      playerTeams: add(recent.playerTeams, ['games'], [players, null, teams]),
      standings: joinStandings(recent.standings, teams),
      teamAverages: add(recent.teamAverages, teamAverageFields, [null, teams]),
      playerAverages: add(recent.playerAverages, playerAverageFields, [null, players, teams]),
    },
  }
}
