import { type ForecastState, joinMeetings, joinWins } from '@riftline/predictor'
import type { Baselines } from '../baselines/baselines.ts'
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
