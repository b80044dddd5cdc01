import { type ForecastState, joinMeetings, joinWins } from '@riftline/predictor'
import type { Baselines } from '../baselines/baselines.ts'
import type { BuiltCatalogue } from '../catalogue/build-catalogue.ts'
import { playerFields } from '../catalogue/game-sums.ts'
import { type CatalogueRecent, poolFields } from '../catalogue/recent.ts'
import { playerAverageFields, teamAverageFields } from '../catalogue/season-averages.ts'
import { joinStandings } from '../catalogue/standings.ts'
import { createKeyedSums } from '../catalogue/sums.ts'
import { teamFields } from '../catalogue/team-sums.ts'
import type { Joins } from '../history/identity/joins.ts'

/**
 * Makes one rating of two where ids were joined and the games are not at hand: that of whoever has more games stays, the games
 * add up. What is known only of the former id moves.
 */
export function joinRatings(state: ForecastState, baselines: Baselines, { teams, players }: Joins): void {
  const { ratings } = state
  for (const [from, into] of players) {
    joinCounted(
      ratings.players,
      from,
      into,
      ({ games }) => games,
      (rating, games) => ({ ...rating, games }),
    )
    joinWins(state.playerWins, from, into)
  }
  for (const [id, team] of ratings.teams) {
    const lineup = team.lineup?.map((player) => players.get(player) ?? player) ?? null
    ratings.teams.set(id, { ...team, lineup })
  }
  for (const [from, into] of teams) {
    const [own = 0, former = 0] = [into, from].map((id) => ratings.teams.get(id)?.series)
    const stays = own >= former
    joinCounted(
      ratings.teams,
      from,
      into,
      ({ series }) => series,
      (rating, series) => ({ ...rating, series }),
    )
    for (const table of [state.creepScores, state.seasonKills, state.records, baselines.elo, baselines.glicko2]) {
      move<unknown>(table, from, into, stays)
    }
    joinWins(state.teamWins, from, into)
    joinMeetings(state.headToHead, from, into)
  }
}

function joinCounted<Rating>(
  ratings: Map<number, Rating>,
  from: number,
  into: number,
  count: (rating: Rating) => number,
  withCount: (rating: Rating, count: number) => Rating,
): void {
  const [own, former] = [ratings.get(into), ratings.get(from)]
  if (former === undefined) return
  ratings.delete(from)
  const stays = own !== undefined && count(own) >= count(former) ? own : former
  ratings.set(into, withCount(stays, count(former) + (own === undefined ? 0 : count(own))))
}

function move<Value>(table: Map<number, Value>, from: number, into: number, stays: boolean): void {
  const former = table.get(from)
  if (former === undefined) return
  table.delete(from)
  if (!stays || !table.has(into)) table.set(into, former)
}

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
