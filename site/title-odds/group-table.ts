import type { GroupProgress } from '@riftline/predictor'
import type { StageOf } from './tournament-event.ts'
import { isResult, resultsOfPair, scoreFor, type TournamentEvent, type TournamentResult } from './tournament-event.ts'

/** A team's line in the table of a round robin. */
export interface GroupLine {
  readonly team: string
  readonly wins: number
  readonly losses: number
  readonly draws: number
  /** Maps won minus maps lost. */
  readonly difference: number
}

/** A series of a round robin: the meeting of two teams with this number, and its result if it is known. */
export interface GroupFixture {
  readonly teams: readonly [string, string]
  readonly meeting: number
  /** Index of the result in the events; null for a series to play. */
  readonly event: number | null
  /** Whether an earlier meeting of the two is still to be played, so that this one has to wait. */
  readonly waits: boolean
}

/** The table by series won and map difference, carried results too; in its final order once the group is over. */
export function groupTable(
  stages: readonly StageOf<'roundRobin'>[],
  group: GroupProgress,
  events: readonly TournamentEvent[],
): readonly GroupLine[] {
  const teams = group.teams.filter((team) => team !== null)
  const ids = stages.map(({ id }) => id)
  const results = events.filter((event): event is TournamentResult => {
    return isResult(event) && ids.includes(event.stage) && event.tieBreak !== true && event.score !== undefined
  })
  const lines = teams.map((team) => lineOf(team, results))
  const placeOf = ({ team }: GroupLine): number => {
    const place = group.places.indexOf(team)
    return place < 0 ? group.places.length : place
  }
  const byResults = (a: GroupLine, b: GroupLine): number => b.wins - a.wins || b.difference - a.difference
  return lines.sort((a, b) => (group.isOver ? placeOf(a) - placeOf(b) : 0) || byResults(a, b))
}

function lineOf(team: string, results: readonly TournamentResult[]): GroupLine {
  const own = results.filter(({ teams }) => teams.includes(team)).map((result) => scoreFor(result, team))
  const count = (isMeant: (won: number, lost: number) => boolean): number => {
    return own.filter(([won, lost]) => isMeant(won, lost)).length
  }
  return {
    team,
    wins: count((won, lost) => won > lost),
    losses: count((won, lost) => won < lost),
    draws: count((won, lost) => won === lost),
    difference: own.reduce((sum, [won, lost]) => sum + won - lost, 0),
  }
}

/** All series of a group in rounds in which each team plays at most once: the circle method. */
export function groupRounds(
  { id, rounds = 1 }: StageOf<'roundRobin'>,
  group: GroupProgress,
  events: readonly TournamentEvent[],
): readonly (readonly GroupFixture[])[] {
  const teams = group.teams.filter((team) => team !== null)
  if (teams.length < group.teams.length) return []
  const pairs = circle(teams)
  return Array.from({ length: rounds }, (_, meeting) =>
    pairs.map((round) =>
      round.map((pair): GroupFixture => {
        const played = resultsOfPair(events, id, pair)
        return { teams: pair, meeting, event: played[meeting] ?? null, waits: meeting > played.length }
      }),
    ),
  ).flat()
}

function circle(teams: readonly string[]): readonly (readonly (readonly [string, string])[])[] {
  const [first, ...others] = teams.length % 2 === 0 ? [...teams] : [null, ...teams]
  return others.map((_, round) => {
    const turned = [first, ...others.slice(round), ...others.slice(0, round)]
    return turned.slice(0, turned.length / 2).flatMap((one, i) => {
      const other = turned[turned.length - 1 - i]
      return one == null || other == null ? [] : [[one, other] as const]
    })
  })
}
