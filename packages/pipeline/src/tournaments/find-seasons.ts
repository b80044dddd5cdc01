import { type BestOf, byStartAndTeams, hasForecast } from '@riftline/predictor'
import { groupBy } from '../group-by.ts'
import type { HistorySeries } from '../history/types.ts'
import { isGraded } from '../replay/replay.ts'

/** A finished season in which each pair met the same number of times, without its play-offs and tie-breaks. */
export interface PastSeason {
  readonly league: string
  readonly tournamentId: number
  /** Ids in ascending order. */
  readonly teams: readonly number[]
  /** Number of times that each pair met. */
  readonly rounds: number
  readonly bestOf: BestOf
  /** All series of the season, by start. */
  readonly series: readonly HistorySeries[]
}

/** Reasons for which the rule leaves out a tournament of enough teams. */
export const refusals = ['otherFormat', 'incomplete', 'otherLengths'] as const
export type Refusal = (typeof refusals)[number]

/** Fewest teams of a season in the back-test. */
export const fewestTeams = 8

/**
 * Finds complete round-robin seasons by one rule. Series count that are known not to be play-offs, or all unmarked ones where a
 * tournament marks none. Most pairs met `rounds` times; these first meetings of every pair are the season, each with a result and of one
 * length. A pair that met more often did so after all these: in a tie-break or a play-off.
 */
export function findSeasons(series: readonly HistorySeries[]) {
  const refused: Record<Refusal, number> = { otherFormat: 0, incomplete: 0, otherLengths: 0 }
  const seasons: PastSeason[] = []
  for (const [tournamentId, all] of groupBy(series, (one) => one.tournamentId)) {
    if (tournamentId === null) continue
    const found = seasonOf(tournamentId, all)
    if (found === null) continue
    if (typeof found === 'string') refused[found] += 1
    else seasons.push(found)
  }
  return { seasons: seasons.sort((a, b) => byStartAndTeams(a.series[0]!, b.series[0]!)), refused }
}

/** Null for a tournament of too few teams. */
function seasonOf(tournamentId: number, all: readonly HistorySeries[]): PastSeason | Refusal | null {
  const marked = all.filter(({ playoffs }) => playoffs === false)
  const played = (marked.length > 0 ? marked : all.filter(({ playoffs }) => playoffs === null)).sort(byStartAndTeams)
  const teams = [...new Set(played.flatMap(({ team1Id, team2Id }) => [team1Id, team2Id]))].sort((a, b) => a - b)
  if (teams.length < fewestTeams) return null
  const meetings = groupBy(played, pairOf)
  const pairs = (teams.length * (teams.length - 1)) / 2
  const rounds = commonMeetings([...meetings.values()], pairs)
  if (rounds === 0) return 'otherFormat'
  const regular = [...meetings.values()].flatMap((own) => own.slice(0, rounds)).sort(byStartAndTeams)
  const further = [...meetings.values()].flatMap((own) => own.slice(rounds))
  const { league, bestOf, startMs } = regular.at(-1)!
  if (further.some((one) => one.startMs < startMs)) return 'otherFormat'
  if (regular.length < pairs * rounds || !regular.every((one) => one.complete)) return 'incomplete'
  if (!hasForecast(bestOf) || !regular.every((one) => one.bestOf === bestOf && isGraded(one))) return 'otherLengths'
  return { league, tournamentId, teams, rounds, bestOf, series: regular }
}

function pairOf({ team1Id, team2Id }: HistorySeries): string {
  return `${Math.min(team1Id, team2Id)} ${Math.max(team1Id, team2Id)}`
}

/** The most frequent number of meetings over all pairs, the smaller one on a tie. */
function commonMeetings(meetings: readonly (readonly HistorySeries[])[], pairs: number): number {
  let [best, most] = [0, pairs - meetings.length]
  for (const [count, { length }] of [...groupBy(meetings, (own) => own.length)].sort(([a], [b]) => a - b)) {
    if (length > most) [best, most] = [count, length]
  }
  return best
}
