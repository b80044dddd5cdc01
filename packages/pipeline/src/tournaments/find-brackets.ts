import { type BestOf, byStartAndTeams } from '@riftline/predictor'
import { groupBy } from '../group-by.ts'
import type { HistorySeries } from '../history/types.ts'
import { isGraded } from '../replay/replay.ts'

/** An elimination bracket as it was played. */
export interface PlayedBracket {
  readonly league: string
  readonly tournamentId: number
  /** Ids in the order of their first series. */
  readonly teams: readonly number[]
  /** By start; the last one is the final. */
  readonly series: readonly BracketSeries[]
  readonly winnerTeamId: number
  /** Id and start of the first series. */
  readonly firstId: number
  readonly timeMs: number
}

/** A series of a bracket, whose two sides come from earlier ones. */
export interface BracketSeries {
  readonly bestOf: BestOf
  readonly sides: readonly [BracketSide, BracketSide]
}

/** A team that begins here, by its place in `teams`; or the winner or loser of an earlier series, by its place in `series`. */
export type BracketSide = { readonly team: number } | { readonly from: number; readonly isWinner: boolean }

const fewestSeries = 3
const fewestTeams = 4

/**
 * Finds the brackets of play-offs and international events by one rule: the series marked as play-offs, else all series of the
 * tournament, else its last series in a row of best-of-5, whichever first is a bracket. Counts the tournaments that have play-offs or
 * best-of-5s, and no bracket.
 */
export function findBrackets(series: readonly HistorySeries[]) {
  const brackets: PlayedBracket[] = []
  let refused = 0
  for (const [tournamentId, all] of groupBy(series, (one) => one.tournamentId)) {
    if (tournamentId === null) continue
    const played = [...all].sort(byStartAndTeams)
    const lastOther = played.findLastIndex(({ bestOf }) => bestOf !== 5)
    const attempts = [played.filter(({ playoffs }) => playoffs === true), played, played.slice(lastOther + 1)]
    const found = attempts
      .filter((attempt) => inOneRow(attempt, played))
      .map((attempt) => bracketOf(tournamentId, attempt))
      .find((bracket) => bracket !== null)
    if (found !== undefined) brackets.push(found)
    else if (attempts[0]!.length >= fewestSeries || attempts[2]!.length >= fewestSeries) refused += 1
  }
  return { brackets: brackets.sort((a, b) => a.timeMs - b.timeMs || a.tournamentId - b.tournamentId), refused }
}

/**
 * The bracket that these series are: the winner of each goes on to a later one, but for the final, which is the last; nobody plays on
 * after two losses or at once against the same team. A match for third place is left out. Null if they are no bracket.
 */
function bracketOf(tournamentId: number, listed: readonly HistorySeries[]): PlayedBracket | null {
  const played = withoutThirdPlace(listed)
  if (played.length < fewestSeries || !played.every(isGraded)) return null
  const { teams, series, last } = traceTeams(played)
  const { league, winnerTeamId } = played.at(-1)!
  const leaving = [...last].filter(([, { isWinner }]) => isWinner)
  const hasReturned = [...groupBy(played, loserOf).values()].some((lost) => lost.length > 2)
  if (teams.length < fewestTeams || leaving.length > 1 || hasReturned || series.some(isRematch)) return null
  const { id: firstId, startMs: timeMs } = played[0]!
  return { league, tournamentId, teams, series, winnerTeamId: winnerTeamId!, firstId, timeMs }
}

function isRematch({ sides: [one, other] }: BracketSeries): boolean {
  return 'from' in one && 'from' in other && one.from === other.from
}

function loserOf({ team1Id, team2Id, winnerTeamId }: HistorySeries): number {
  return winnerTeamId === team1Id ? team2Id : team1Id
}

/** Follows every team from series to series. `last` has the end of each team's way. */
function traceTeams(played: readonly HistorySeries[]) {
  const teams: number[] = []
  const last = new Map<number, Exclude<BracketSide, { readonly team: number }>>()
  const sideOf = (id: number): BracketSide => last.get(id) ?? { team: teams.push(id) - 1 }
  const series = played.map(({ bestOf, team1Id, team2Id, winnerTeamId }, from): BracketSeries => {
    const sides = [sideOf(team1Id), sideOf(team2Id)] as const
    for (const id of [team1Id, team2Id]) last.set(id, { from, isWinner: id === winnerTeamId })
    return { bestOf: bestOf as BestOf, sides }
  })
  return { teams, series, last }
}

/** Whether no other series was played between the first and the last of these. */
function inOneRow(series: readonly HistorySeries[], all: readonly HistorySeries[]): boolean {
  return series.length > 0 && all.indexOf(series.at(-1)!) - all.indexOf(series[0]!) === series.length - 1
}

/** Leaves out a series of two teams that have both lost before, and do not play again. */
function withoutThirdPlace(series: readonly HistorySeries[]): readonly HistorySeries[] {
  const isIn = (id: number, { team1Id, team2Id }: HistorySeries): boolean => team1Id === id || team2Id === id
  return series.filter((one, place) => {
    const teams = [one.team1Id, one.team2Id]
    const [before, after] = [series.slice(0, place), series.slice(place + 1)]
    const haveLost = teams.every((id) => before.some((other) => loserOf(other) === id))
    return after.length === 0 || !haveLost || teams.some((id) => after.some((other) => isIn(id, other)))
  })
}
