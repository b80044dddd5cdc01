import { toUtc } from '@riftline/base'
import type { ScheduledSeries } from '@riftline/predictor'
import type { OddsStore } from '../book/odds-store.ts'
import { fromStored } from '../book/stored-snapshot.ts'
import { chooseOdds } from './choose-odds.ts'
import { type AskedTeam, idsOf, type OddsScope, oddsAnswer } from './shown-offers.ts'

/** Two different teams, in the order of a request. */
export type AskedPair = readonly [AskedTeam, AskedTeam]

/**
 * Finds the odds to show for two teams now; null if there are none. A snapshot or the schedule names a team by the id that it had at that
 * time, so the present and the former ids are looked up.
 * @param scheduled series of the schedule, of any teams
 * @param nowMs ms since 1970
 */
export async function findOdds(
  store: OddsStore,
  scheduled: readonly ScheduledSeries[],
  teams: AskedPair,
  scope: OddsScope,
  nowMs: number,
): Promise<ReturnType<typeof oddsAnswer>> {
  const stored = await store.seriesBetween(idsOf(teams[0]), idsOf(teams[1]), nowMs)
  const chosen = chooseOdds(stored, scheduled.filter(isOfPair(teams)), nowMs)
  for (const one of chosen?.snapshots ?? []) {
    const { scheduledMs, isClosingLine } = chosen!
    const snapshot = fromStored(one)
    const match = { ...snapshot.match, scheduledUtc: toUtc(scheduledMs) }
    const shown = { ...snapshot, match, isClosingLine: isClosingLine || snapshot.isClosingLine }
    const answer = oddsAnswer(shown, scope, teams)
    if (answer !== null) return answer
  }
  return null
}

/** Whether a series of the schedule is between two teams, in either order. */
export function isOfPair([first, second]: AskedPair): (series: ScheduledSeries) => boolean {
  const [one, other] = [new Set(idsOf(first)), new Set(idsOf(second))]
  return ({ team1, team2 }) => (one.has(team1.id) && other.has(team2.id)) || (one.has(team2.id) && other.has(team1.id))
}
